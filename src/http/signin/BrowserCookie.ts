import { opaque } from "../../application/common/Opaque.ts"

const name = "plinth-sign-in"

/** The cookie of the browser that was shown a form; null where it has none of ours. */
export const read = (request: Request): string | null =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1] ?? null

/** What keeps a cookie from scripts, other sites and other paths, for so many seconds. */
export const attributes = (publicUrl: string, seconds: number): string => {
  const { pathname, protocol } = new URL(publicUrl)
  const path = `${pathname.replace(/\/$/, "")}/v1/auth`
  return `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${protocol === "https:" ? "; Secure" : ""}`
}

/** The cookie of a browser that has one already, or a new one; and the header that keeps it for as long as a page. */
export const issue = (request: Request, publicUrl: string) => {
  const value = read(request) ?? opaque()
  return { value, header: `${name}=${value}; ${attributes(publicUrl, 3600)}` }
}
