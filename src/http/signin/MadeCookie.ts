import { attributes } from "./BrowserCookie.ts"

const name = "plinth-made"

/** Returns the ticket of the user that was just created in this browser, or an empty string if there is none. */
export const read = (request: Request): string =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w.-]+)(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1] ?? ""

/** Returns the `Set-Cookie` header that keeps the ticket for 60 seconds, until the page is reached. */
export const issue = (publicUrl: string, ticket: string): string => `${name}=${ticket}; ${attributes(publicUrl, 60)}`

/** Returns the `Set-Cookie` header that removes the ticket. */
export const end = (publicUrl: string): string => `${name}=; ${attributes(publicUrl, 0)}`
