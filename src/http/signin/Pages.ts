import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { pageClientId } from "../../domain/signin/Client.ts"
import { leastCharacters } from "../../domain/signin/Password.ts"
import type { Scope } from "../../domain/Principal.ts"

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

/** Descriptions of the scopes for users. */
const meanings: Readonly<Record<Scope, string>> = {
  "projects:read": "see your projects and who is in them",
  "projects:write": "make, change and delete your projects and their members",
  "models:read": "read models, calculate quantities and export",
  "models:write": "add, edit and remove models",
  "libraries:read": "read properties, materials, locations and codes",
  "libraries:write": "change properties, materials, locations and codes",
  admin: "administer the service: its users, clients and operations"
}

/** A page of the service. It runs no script, loads nothing, and cannot be framed. */
export interface Page {
  readonly title: string
  /** The content of the page, as HTML. */
  readonly content: string
  /** The origin or scheme that its form may lead to, apart from the service itself. */
  readonly leadsTo?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Returns a page as a response. There is no cross-origin opener policy, so that add-ins keep access to the window that
 * they opened.
 */
export const respond = ({ content, headers = {}, leadsTo = "", status = 200, title }: Page): Response =>
  new Response(
    `<!doctype html>
<html lang="en">
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

const faultOf = (text: string | null): string =>
  text === null ? "" : `<p class="fault" id="fault" role="alert">${escaped(text)}</p>\n`

const field = (label: string, attributes: string, isWrong: boolean) =>
  `<label>${label}<input ${attributes} required${isWrong ? ' aria-invalid="true" aria-describedby="fault"' : ""}></label>\n`

/** The form of a page, with the values to show in it. */
interface Form {
  readonly hidden: { readonly name: string; readonly value: string }
  /** The user name that was typed before; empty at first. */
  readonly user: string
  /** The error in the previous submission, or null. */
  readonly fault: string | null
  readonly button: string
  readonly passwordKind: "current-password" | "new-password"
}

const form = ({ button, fault, hidden, passwordKind, user }: Form): string =>
  `${faultOf(fault)}<form method="post">
<input type="hidden" name="${hidden.name}" value="${escaped(hidden.value)}">
${field(
  "User",
  `name="user" value="${escaped(user)}" maxlength="255" autocomplete="username" autocapitalize="none" spellcheck="false"${user === "" ? " autofocus" : ""}`,
  fault !== null
)}${field(
    "Password",
    `name="password" type="password" autocomplete="${passwordKind}"${passwordKind === "new-password" ? ` minlength="${leastCharacters}"` : ""}${user === "" ? "" : " autofocus"}`,
    fault !== null
  )}<button>${button}</button>
</form>`

/** Returns the origin of a redirect URL, or its scheme if it has no origin. */
const originOf = (redirectUri: string): string => {
  const { origin, protocol } = new URL(redirectUri)
  return origin === "null" ? protocol : origin
}

const noUser =
  "<p>There is no user yet. When it started, the service printed a link that makes the first one; <code>npm run --silent user -- invite</code> prints a new link.</p>\n"

/** Returns the page where a user signs in for a client. */
export const signInPage = (options: {
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: ReadonlyArray<Scope>
  readonly ticket: string
  /** True if there is no user yet who could sign in. */
  readonly hasNoUser: boolean
  readonly user?: string
  readonly fault?: string
}): Page => {
  const leadsTo = originOf(options.redirectUri)
  // The service's own page needs no consent of the user.
  const isPage = options.clientId === pageClientId
  const asked = options.scopes.map((scope) => `<li>${meanings[scope]}</li>`).join("\n")
  return {
    title: "Sign in to Plinth",
    leadsTo: sourceOf(options.redirectUri),
    content: `${options.hasNoUser ? noUser : ""}${isPage ? "" : `<p><strong>${escaped(options.clientId)}</strong> will be able to:</p>\n<ul>\n${asked}\n</ul>\n`}${form(
      {
        hidden: { name: "request", value: options.ticket },
        user: options.user ?? "",
        fault: options.fault ?? null,
        button: "Sign in",
        passwordKind: "current-password"
      }
    )}${isPage ? "" : `\n<p class="soft">You go on to ${escaped(leadsTo)}</p>`}`
  }
}

/** Returns the CSP source for a URL. CSP Level 3, section 2.3.1, has no IPv6 addresses; for those it is the scheme. */
const sourceOf = (url: string): string => {
  const origin = originOf(url)
  return origin.includes("[") ? new URL(origin).protocol : origin
}

/** Returns the page where the first user is created, who then continues to the page under /app. */
export const firstUserPage = (secret: string, publicUrl: string, user = "", fault: string | null = null): Page => ({
  title: "Make the first user of Plinth",
  leadsTo: sourceOf(publicUrl),
  content: `<p>Nobody can sign in here yet. The password has at least ${leastCharacters} characters.</p>
${form({ hidden: { name: "secret", value: secret }, user, fault, button: "Make the user", passwordKind: "new-password" })}`
})

/** Returns the page where a user sets a password, and then continues to the page under /app. */
export const passwordPage = (secret: string, user: string, publicUrl: string, fault: string | null = null): Page => ({
  title: "Set your password for Plinth",
  leadsTo: sourceOf(publicUrl),
  content: `<p>You sign in as <strong>${escaped(user)}</strong>. The password has at least ${leastCharacters} characters.</p>
${faultOf(fault)}<form method="post">
<input type="hidden" name="secret" value="${escaped(secret)}">
<input hidden autocomplete="username" value="${escaped(user)}">
${field(
  "Password",
  `name="password" type="password" autocomplete="new-password" minlength="${leastCharacters}" autofocus`,
  fault !== null
)}<button>Set the password</button>
</form>`
})

/** Returns a page with a single message. */
export const messagePage = (title: string, text: string, status = 200): Page => ({
  title,
  status,
  content: `<p>${escaped(text)}</p>`
})
