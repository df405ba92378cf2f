import { leastCharacters } from "../../domain/signin/Password.ts"
import type { Scope } from "../../domain/Principal.ts"

/** A failure as people read it on a page. */
export interface FailureWords {
  readonly title: string
  readonly text: string
}

/** Links and pages that work once or for a short time. */
export type Passing = "firstUserLink" | "passwordLink" | "signInPage"

/** Texts of the pages where users sign in and set passwords, in a language. */
export interface SignInWords {
  readonly language: "en" | "de"
  readonly signIn: string
  readonly signInTitle: string
  readonly user: string
  readonly password: string
  /** Texts before and after the command. */
  readonly noUser: readonly [before: string, after: string]
  /** Text after the name of a client. */
  readonly client: string
  readonly goOn: (to: string) => string
  readonly consentTitle: string
  /** Text about a program that registered itself, under the name that it claims, as HTML. */
  readonly claimed: (name: string) => string
  readonly nameless: string
  /** Text before the list of scopes. */
  readonly able: string
  /** Text about the host to which the program is answered, as HTML. */
  readonly answeredAt: (host: string, isHere: boolean) => string
  readonly warning: string
  readonly allow: string
  readonly signInAndAllow: string
  readonly deny: string
  readonly firstUserTitle: string
  readonly firstUser: string
  readonly makeUser: string
  readonly passwordTitle: string
  /** Texts before and after the user's name. */
  readonly passwordOf: readonly [before: string, after: string]
  readonly setPassword: string
  /** Descriptions of the scopes. */
  readonly scopes: Readonly<Record<Scope, string>>
  /** Reasons that replace those of failures, by the tags of the failures. */
  readonly faults: Readonly<Record<string, string>>
  /** The sentences of pages about failures, in place of the service's own English sentences, by the tags of the failures. */
  readonly failures: Readonly<Record<string, FailureWords>>
  /** The sentences about links and pages that no longer work. */
  readonly passed: Readonly<Record<Passing, FailureWords>>
  /** The link to the sign-in. */
  readonly toSignIn: string
}

const english: SignInWords = {
  language: "en",
  signIn: "Sign in",
  signInTitle: "Sign in to Plinth",
  user: "User",
  password: "Password",
  noUser: [
    "There is no user yet. When it started, the service printed a link that makes the first one; ",
    " prints a new link."
  ],
  client: " will be able to:",
  goOn: (to) => `You go on to ${to}`,
  consentTitle: "Let a program act for you?",
  claimed: (name) => `A program that calls itself ${name} wants to act for you. Nobody has checked this name.`,
  nameless: "A program that gives no name wants to act for you.",
  able: "It will be able to:",
  answeredAt: (host, isHere) => `The answer goes to ${host}${isHere ? ", a program on this computer" : ""}.`,
  warning: "Allow this only if you have just started it yourself.",
  allow: "Allow",
  signInAndAllow: "Sign in and allow",
  deny: "Deny",
  firstUserTitle: "Make the first user of Plinth",
  firstUser: `Nobody can sign in here yet. The password has at least ${leastCharacters} characters.`,
  makeUser: "Make the user",
  passwordTitle: "Set your password for Plinth",
  passwordOf: ["You sign in as ", `. The password has at least ${leastCharacters} characters.`],
  setPassword: "Set the password",
  scopes: {
    "projects:read": "see your projects and who is in them",
    "projects:write": "make, change and delete your projects and their members",
    "models:read": "read models, calculate quantities and export",
    "models:write": "add, edit and remove models",
    "libraries:read": "read properties, materials, locations and codes",
    "libraries:write": "change properties, materials, locations and codes",
    admin: "administer the service: its users, clients and operations"
  },
  faults: {},
  failures: {},
  passed: {
    firstUserLink: {
      title: "This link does not work any more",
      text: "There is a user already, or a newer link has replaced this one. While there is no user, npm run --silent user -- invite prints a new link."
    },
    passwordLink: {
      title: "This link does not work any more",
      text: "It was used, has expired, or a newer one has replaced it. Ask your administrator for another."
    },
    signInPage: {
      title: "This page has expired",
      text: "It was open for too long, or was opened in another browser. Begin again."
    }
  },
  toSignIn: "Go to the sign-in"
}

const german: SignInWords = {
  language: "de",
  signIn: "Anmelden",
  signInTitle: "Bei Plinth anmelden",
  user: "Benutzername",
  password: "Passwort",
  noUser: [
    "Es gibt noch keinen Benutzer. Beim Start hat der Dienst einen Link ausgegeben, mit dem der erste angelegt wird; ",
    " gibt einen neuen Link aus."
  ],
  client: " kann danach:",
  goOn: (to) => `Danach geht es weiter zu ${to}`,
  consentTitle: "Darf ein Programm für Sie handeln?",
  claimed: (name) => `Ein Programm, das sich ${name} nennt, möchte für Sie handeln. Niemand hat diesen Namen geprüft.`,
  nameless: "Ein Programm, das keinen Namen nennt, möchte für Sie handeln.",
  able: "Es kann danach:",
  answeredAt: (host, isHere) => `Die Antwort geht an ${host}${isHere ? ", ein Programm auf diesem Computer" : ""}.`,
  warning: "Erlauben Sie das nur, wenn Sie es gerade selbst veranlasst haben.",
  allow: "Erlauben",
  signInAndAllow: "Anmelden und erlauben",
  deny: "Ablehnen",
  firstUserTitle: "Ersten Benutzer von Plinth anlegen",
  firstUser: `Hier kann sich noch niemand anmelden. Das Passwort hat mindestens ${leastCharacters} Zeichen.`,
  makeUser: "Benutzer anlegen",
  passwordTitle: "Passwort für Plinth festlegen",
  passwordOf: ["Sie melden sich als ", ` an. Das Passwort hat mindestens ${leastCharacters} Zeichen.`],
  setPassword: "Passwort festlegen",
  scopes: {
    "projects:read": "Ihre Projekte und deren Mitglieder sehen",
    "projects:write": "Ihre Projekte und deren Mitglieder anlegen, ändern und löschen",
    "models:read": "Modelle lesen, Mengen ermitteln und exportieren",
    "models:write": "Modelle hochladen, bearbeiten und löschen",
    "libraries:read": "Eigenschaften, Materialien, räumliche Struktur und Klassifikation lesen",
    "libraries:write": "Eigenschaften, Materialien, räumliche Struktur und Klassifikation ändern",
    admin: "den Dienst verwalten: Benutzer, Clients und Vorgänge"
  },
  faults: {
    WrongPassword: "Benutzername oder Passwort ist falsch.",
    TooManyRequests: "Zu viele falsche Passwörter. Warten Sie zehn Minuten und versuchen Sie es dann erneut.",
    Overloaded: "Der Dienst ist ausgelastet. Versuchen Sie es in einigen Sekunden erneut."
  },
  failures: {
    TooManyRequests: {
      title: "Zu viele Anfragen",
      text: "Warten Sie einige Minuten und versuchen Sie es dann erneut."
    },
    Overloaded: { title: "Der Dienst ist ausgelastet", text: "Versuchen Sie es in einigen Sekunden erneut." },
    StorageUnavailable: { title: "Der Speicher antwortet nicht", text: "Versuchen Sie es später erneut." }
  },
  passed: {
    firstUserLink: {
      title: "Dieser Link gilt nicht mehr",
      text: "Es gibt bereits einen Benutzer, oder ein neuerer Link hat diesen ersetzt. Solange es noch keinen gibt, erzeugt npm run --silent user -- invite einen neuen Link."
    },
    passwordLink: {
      title: "Dieser Link gilt nicht mehr",
      text: "Er wurde verwendet, ist abgelaufen oder durch einen neueren ersetzt. Bitten Sie Ihren Administrator um einen neuen."
    },
    signInPage: {
      title: "Diese Seite ist abgelaufen",
      text: "Sie war zu lange offen oder wurde in einem anderen Browser geöffnet. Beginnen Sie noch einmal."
    }
  },
  toSignIn: "Zur Anmeldung"
}

/** Returns the value of a cookie of the page that says how it is shown; null if it has another form. */
const chosen = (request: Request, name: string): string | null =>
  new RegExp(`(?:^|;\\s*)plinth-${name}=([a-z]{1,10})(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1] ?? null

/** Returns the theme that the user chose on the page, or null if the pages follow the device. */
export const themeOf = (request: Request): "light" | "dark" | null => {
  const theme = chosen(request, "theme")
  return theme === "light" || theme === "dark" ? theme : null
}

/** Returns the texts in the language that the user chose on the page, otherwise in the browser's. */
export const wordsOf = (request: Request): SignInWords => {
  const choice = chosen(request, "language")
  // Browsers name their languages in the order of preference.
  const preferred = /(?:^|[,\s])(de|en)(?=[-,;\s]|$)/i
    .exec(request.headers.get("accept-language") ?? "")?.[1]
    ?.toLowerCase()
  return (choice ?? preferred) === "de" ? german : english
}
