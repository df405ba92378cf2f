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

/** A text as it may stand in HTML, between tags and in quotes. */
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter]!)

/** What a scope lets a client do, to a person. */
const meanings: Readonly<Record<Scope, string>> = {
  "projects:read": "see your projects and who is in them",
  "projects:write": "make, change and delete your projects and their members",
  "models:read": "read models, calculate quantities and export",
  "models:write": "add, edit and remove models",
  "libraries:read": "read properties, materials, locations and codes",
  "libraries:write": "change properties, materials, locations and codes"
}

/** A page of ours. It runs no script, loads nothing, and stands in no frame. */
export interface Page {
  readonly title: string
  /** HTML. */
  readonly content: string
  /** Where its form may lead beside ourselves: an origin, or a scheme. */
  readonly leadsTo?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** The page as it goes out. Its opener may read it, so that add-ins find the window that they opened. */
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

/** What the form of a page carries with what its reader types. */
interface Form {
  readonly hidden: { readonly name: string; readonly value: string }
  /** What was typed as the user's name. */
  readonly user: string
  /** What was wrong with what was sent. */
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

/** Where a redirect URL leads, as a policy names it: its origin, or its scheme where it has none. */
const originOf = (redirectUri: string): string => {
  const { origin, protocol } = new URL(redirectUri)
  return origin === "null" ? protocol : origin
}

const noUser =
  "<p>There is no user yet. When it started, the service printed a link that makes the first one; <code>npm run --silent user -- invite</code> prints a new link.</p>\n"

/** The page where a user signs in for a client. */
export const signInPage = (options: {
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: ReadonlyArray<Scope>
  readonly ticket: string
  /** True while there is no user who could sign in. */
  readonly hasNoUser: boolean
  readonly user?: string
  readonly fault?: string
}): Page => {
  const leadsTo = originOf(options.redirectUri)
  // Its own page needs no leave of who signs in to the service.
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

/** The source of a policy for a URL; those of CSP Level 3, section 2.3.1, know no IPv6 addresses. */
const sourceOf = (url: string): string => {
  const origin = originOf(url)
  return origin.includes("[") ? new URL(origin).protocol : origin
}

/** The page where the first user is made, who goes on to the page under /app. */
export const firstUserPage = (secret: string, publicUrl: string, user = "", fault: string | null = null): Page => ({
  title: "Make the first user of Plinth",
  leadsTo: sourceOf(publicUrl),
  content: `<p>Nobody can sign in here yet. The password has at least ${leastCharacters} characters.</p>
${form({ hidden: { name: "secret", value: secret }, user, fault, button: "Make the user", passwordKind: "new-password" })}`
})

/** A page that says one thing. */
export const messagePage = (title: string, text: string, status = 200): Page => ({
  title,
  status,
  content: `<p>${escaped(text)}</p>`
})
