import { refreshMillis } from "../../domain/signin/SignIn.ts"

const name = "plinth-session"

/** Returns the refresh token of the browser's sign-in to the page, or null if it has none. */
export const read = (request: Request): string | null =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w.-]+)(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1] ?? null

const attributes = (publicUrl: string, seconds: number): string => {
  const { pathname, protocol } = new URL(publicUrl)
  const path = `${pathname.replace(/\/$/, "")}/app/session`
  return `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${protocol === "https:" ? "; Secure" : ""}`
}

/** Returns the `Set-Cookie` header that keeps a refresh token for as long as it is valid without being used. */
export const issue = (publicUrl: string, refreshToken: string): string =>
  `${name}=${refreshToken}; ${attributes(publicUrl, refreshMillis / 1000)}`

/** Returns the `Set-Cookie` header that removes the refresh token. */
export const end = (publicUrl: string): string => `${name}=; ${attributes(publicUrl, 0)}`
