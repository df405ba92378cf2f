import { attributes } from "./BrowserCookie.ts"

const name = "plinth-made"

/** The ticket of the user whom the browser just made; empty where it has none. */
export const read = (request: Request): string =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w.-]+)(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1] ?? ""

/** The header that keeps it on the way to the page. */
export const issue = (publicUrl: string, ticket: string): string => `${name}=${ticket}; ${attributes(publicUrl, 60)}`

/** The header that takes it away. */
export const end = (publicUrl: string): string => `${name}=; ${attributes(publicUrl, 0)}`
