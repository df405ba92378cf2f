const titles: Readonly<Record<number, string>> = {
  0: "The service does not answer",
  400: "The service cannot do this",
  401: "You are not let in",
  403: "You may not do this",
  404: "This is not here",
  413: "This is too large",
  429: "This was too much at once",
  503: "The service is not available"
}

const number = new Intl.NumberFormat()
const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 })

/** Formats a whole number in the user's locale. */
export const counted = (value: number): string => number.format(value)

const share = new Intl.NumberFormat(undefined, { style: "percent" })

/** Formats a whole number of percent in the user's locale. */
export const inPercent = (value: number): string => share.format(value / 100)

const whole = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 15 })

/** Formats a number with all of its digits in the user's locale. */
export const exact = (value: number): string => whole.format(value)

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })

/** Formats a time (RFC 3339) in the user's locale and time zone. */
export const timed = (text: string): string => time.format(new Date(text))

/** All texts of the shell, in English; another language replaces this module. */
export const texts = {
  name: "Plinth",
  loading: "Loading…",
  close: "Close",
  cancel: "Cancel",
  copied: "Copied",
  notCopied: "The browser did not copy it",
  create: "Create",
  save: "Save",
  delete: "Delete",
  edit: "Edit",
  search: "Search",
  noMatch: (sought: string): string => `Nothing here has “${sought}”.`,
  more: (count: string): string => `${count} more: search to see them.`,
  skip: "Skip to content",
  away: "The service is not available at the moment. Trying again…",
  notFound: "There is no such page.",
  toProjects: "All projects",
  problem: {
    title: (status: number): string => titles[status] ?? "Something went wrong",
    notLoaded: "This part of the page could not be loaded.",
    away: "The service does not answer.",
    answered: (status: number): string => `The service answered ${status}.`,
    code: "Code",
    requestId: "Request id",
    operationId: "Operation id",
    retry: "Try again",
    retrying: "Trying again…"
  },
  signIn: {
    title: "Sign in",
    about: "Projects, models and their data, from the service that you run.",
    /** Texts before and after the command. */
    noUser: [
      "There is no user yet. When it started, the service printed a link that makes the first one; ",
      " prints a new link."
    ],
    invite: "npm run --silent user -- invite",
    button: "Sign in",
    out: "Sign out",
    notOut: "The service does not answer, so you are still signed in. Try again later.",
    refused: "The sign-in was refused.",
    broken: "The sign-in did not come to its end.",
    refusedAgain: "The service does not take the token that it gave just now; its log says why.",
    token: "Use a token",
    tokenHint: "From npm run --silent token -- --user NAME, for instance. It is forgotten when you reload the page.",
    tokenLabel: "Token",
    tokenRefused: "The service refuses this token.",
    unanswered: "Nobody knows yet whether the token is good."
  },
  user: {
    menu: "Account",
    subject: "Your subject, by which others add you to projects",
    copy: "Copy",
    opaque: "Your token does not say who you are, and you share each of your projects. A new one would tell."
  },
  tokens: {
    title: "Tokens for programs"
  },
  admin: {
    title: "Administration"
  },
  elsewhere: {
    title: "This page is somewhere else",
    about: (url: string): string =>
      `The service is reached at ${url}, and the page works there alone. Who runs it changes that by PUBLIC_URL.`,
    link: (url: string): string => `Open ${url}`
  },
  projects: {
    title: "Projects",
    new: "New project",
    name: "Name",
    description: "Description",
    none: "No projects yet",
    noneHint: "A project holds models, what they share, and the people who work on them.",
    search: "Search projects",
    noMatch: "No project has this in its name."
  },
  sample: {
    short: "To look around in"
  },
  locations: {
    none: "No locations yet",
    nameless: "without name",
    elevation: (metres: number): string => `${decimal.format(metres)} m`
  },
  fields: {
    MaterialLayerSet: "Material",
    SpatialLocation: "Location",
    ObjectType: "Object type",
    OverallHeight: "Overall height",
    OverallWidth: "Overall width",
    PredefinedType: "Predefined type",
    TypeName: "Type"
  } as Readonly<Record<string, string>>,
  roles: { Owner: "Owner", Contributor: "Contributor", User: "User" } as Readonly<Record<string, string>>
} as const
