import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { type Client, pageClientId } from "../../domain/signin/Client.ts"
import { leastCharacters } from "../../domain/signin/Password.ts"
import type { Scope } from "../../domain/Principal.ts"
import { type FailureWords, type Passing, type SignInWords, themeOf } from "./SignInWords.ts"

const style = readFileSync(new URL("Page.css", import.meta.url), "utf8")
const styleHash = createHash("sha256").update(style).digest("base64")

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Returns a text escaped for HTML, both between tags and in quoted attributes. */
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter]!)

/** A page of the service. It runs no script, loads nothing, and cannot be framed. */
export interface Page {
  readonly title: string
  /** The language of its texts. */
  readonly language: string
  /** The content of the page, as HTML. */
  readonly content: string
  /** The origin or scheme that its form may lead to, apart from the service itself. */
  readonly leadsTo?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Returns a page as a response, in the theme that the user chose on the page under /app. There is no cross-origin opener
 * policy, so that add-ins keep access to the window that they opened.
 */
export const respond = (
  { content, headers = {}, language, leadsTo = "", status = 200, title }: Page,
  request: Request
): Response => {
  const theme = themeOf(request)
  return new Response(
    `<!doctype html>
<html lang="${language}"${theme === null ? "" : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`,
    {
      status,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'${
          leadsTo === "" ? "" : ` ${leadsTo}`
        }; base-uri 'none'; frame-ancestors 'none'`,
        "referrer-policy": "same-origin",
        "x-frame-options": "DENY",
        ...headers
      }
    }
  )
}

const faultOf = (text: string | null): string =>
  text === null ? "" : `<p class="fault" id="fault" role="alert">${escaped(text)}</p>\n`

const field = (label: string, attributes: string, isWrong: boolean) =>
  `<label>${label}<input ${attributes} required${isWrong ? ' aria-invalid="true" aria-describedby="fault"' : ""}></label>\n`

/** The form of a page, with the values to show in it. */
interface Form {
  readonly words: SignInWords
  readonly hidden: { readonly name: string; readonly value: string }
  /** The user name that was typed before; empty at first. */
  readonly user: string
  /** The error in the previous submission, or null. */
  readonly fault: string | null
  readonly button: string
  /** A second button, as HTML. */
  readonly more?: string
  readonly passwordKind: "current-password" | "new-password"
}

const form = ({ button, fault, hidden, more = "", passwordKind, user, words }: Form): string =>
  `${faultOf(fault)}<form method="post">
<input type="hidden" name="${hidden.name}" value="${escaped(hidden.value)}">
${field(
  words.user,
  `name="user" value="${escaped(user)}" maxlength="255" autocomplete="username" autocapitalize="none" spellcheck="false"${user === "" ? " autofocus" : ""}`,
  fault !== null
)}${field(
    words.password,
    `name="password" type="password" autocomplete="${passwordKind}"${passwordKind === "new-password" ? ` minlength="${leastCharacters}"` : ""}${user === "" ? "" : " autofocus"}`,
    fault !== null
  )}<button>${button}</button>${more}
</form>`

/** Returns the origin of a redirect URL, or its scheme if it has no origin. */
const originOf = (redirectUri: string): string => {
  const { origin, protocol } = new URL(redirectUri)
  return origin === "null" ? protocol : origin
}

const noUser = ([before, after]: SignInWords["noUser"]): string =>
  `<p>${before}<code>npm run --silent user -- invite</code>${after}</p>\n`

/** A request to let a client act for a user. */
interface Asked {
  readonly words: SignInWords
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: ReadonlyArray<Scope>
  /** The claims of a program that registered itself; null for a client of an operator. */
  readonly registration: Client["registration"]
  readonly ticket: string
}

const listOf = ({ scopes, words }: Asked): string =>
  `<ul>\n${scopes.map((scope) => `<li>${words.scopes[scope]}</li>`).join("\n")}\n</ul>`

/**
 * Returns who wants to act for the user, and as what. A program that registered itself may call itself as it likes, so
 * its name stands apart from the rest, beside the host that gets the answer.
 */
const askerOf = (asked: Asked): string => {
  const { clientId, redirectUri, registration, words } = asked
  // The service's own page needs no consent of the user.
  if (clientId === pageClientId) return ""
  if (registration === null) return `<p><strong>${escaped(clientId)}</strong>${words.client}</p>\n${listOf(asked)}\n`
  const { name } = registration
  const claim = name === null ? words.nameless : words.claimed(`<strong><bdi>${escaped(name)}</bdi></strong>`)
  const { host, protocol } = new URL(redirectUri)
  return `<p>${claim}</p>
<p>${words.answeredAt(`<strong>${escaped(host)}</strong>`, protocol === "http:")}</p>
<p>${words.able}</p>
${listOf(asked)}
<p>${words.warning}</p>
`
}

const denyButton = (words: SignInWords): string =>
  `\n<button class="quiet" name="decision" value="deny" formnovalidate>${words.deny}</button>`

/**
 * Returns the page that asks a user whether a program that registered itself may act for them, before they go to a
 * provider. Browsers apply the policy for forms to all redirects that follow, and providers may lead to others.
 */
export const consentPage = (asked: Asked): Page => {
  const { redirectUri, ticket, words } = asked
  return {
    title: words.consentTitle,
    language: words.language,
    leadsTo: `https: http://localhost:* http://127.0.0.1:* ${sourceOf(redirectUri)}`,
    content: `${askerOf(asked)}<form method="post">
<input type="hidden" name="request" value="${escaped(ticket)}">
<button name="decision" value="allow">${words.allow}</button>${denyButton(words)}
</form>`
  }
}

/** Returns the page where a user signs in for a client. */
export const signInPage = (
  options: Asked & {
    /** True if there is no user yet who could sign in. */
    readonly hasNoUser: boolean
    readonly user?: string
    readonly fault?: string
  }
): Page => {
  const { redirectUri, registration, words } = options
  const button = registration === null ? words.signIn : words.signInAndAllow
  const soft = `\n<p class="soft">${words.goOn(escaped(originOf(redirectUri)))}</p>`
  return {
    title: words.signInTitle,
    language: words.language,
    leadsTo: sourceOf(redirectUri),
    content: `${options.hasNoUser ? noUser(words.noUser) : ""}${askerOf(options)}${form({
      words,
      hidden: { name: "request", value: options.ticket },
      user: options.user ?? "",
      fault: options.fault ?? null,
      button,
      more: registration === null ? "" : denyButton(words),
      passwordKind: "current-password"
    })}${options.clientId === pageClientId || registration !== null ? "" : soft}`
  }
}

/** Returns the CSP source for a URL. CSP Level 3, section 2.3.1, has no IPv6 addresses; for those it is the scheme. */
const sourceOf = (url: string): string => {
  const origin = originOf(url)
  return origin.includes("[") ? new URL(origin).protocol : origin
}

/** Returns the page where the first user is created, who then continues to the page under /app. */
export const firstUserPage = (
  words: SignInWords,
  secret: string,
  publicUrl: string,
  user = "",
  fault: string | null = null
): Page => ({
  title: words.firstUserTitle,
  language: words.language,
  leadsTo: sourceOf(publicUrl),
  content: `<p>${words.firstUser}</p>
${form({ words, hidden: { name: "secret", value: secret }, user, fault, button: words.makeUser, passwordKind: "new-password" })}`
})

/** Returns the page where a user sets a password, and then continues to the page under /app. */
export const passwordPage = (
  words: SignInWords,
  secret: string,
  user: string,
  publicUrl: string,
  fault: string | null = null
): Page => ({
  title: words.passwordTitle,
  language: words.language,
  leadsTo: sourceOf(publicUrl),
  content: `<p>${words.passwordOf[0]}<strong>${escaped(user)}</strong>${words.passwordOf[1]}</p>
${faultOf(fault)}<form method="post">
<input type="hidden" name="secret" value="${escaped(secret)}">
<input hidden autocomplete="username" value="${escaped(user)}">
${field(
  words.password,
  `name="password" type="password" autocomplete="new-password" minlength="${leastCharacters}" autofocus`,
  fault !== null
)}<button>${words.setPassword}</button>
</form>`
})

/** Returns a page with a single message. */
export const messagePage = ({ text, title }: FailureWords, language: string): Page => ({
  title,
  language,
  content: `<p>${escaped(text)}</p>`
})

/** Returns the page of a link or page that does not work any more; it leads to the sign-in. */
export const passedPage = (words: SignInWords, passing: Passing, publicUrl: string): Page => {
  const page = messagePage(words.passed[passing], words.language)
  return { ...page, content: `${page.content}\n<p><a href="${escaped(`${publicUrl}/app/`)}">${words.toSignIn}</a></p>` }
}
