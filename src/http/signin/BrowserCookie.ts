import { opaque } from "../../application/Opaque.ts"

const name = "plinth-sign-in"

/** The cookie of the browser that was shown a form; null where it has none of ours. */
export const read = (request: Request): string | null =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1] ?? null

/** The cookie of a browser that has one already, or a new one; and the header that keeps it for as long as a page. */
export const issue = (request: Request, publicUrl: string) => {
  const value = read(request) ?? opaque()
  const { pathname, protocol } = new URL(publicUrl)
  const path = `${pathname.replace(/\/$/, "")}/v1/auth`
  const secure = protocol === "https:" ? "; Secure" : ""
  return { value, header: `${name}=${value}; Path=${path}; Max-Age=3600; HttpOnly; SameSite=Lax${secure}` }
}
