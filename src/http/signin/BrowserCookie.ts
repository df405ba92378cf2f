import { opaque } from "../../application/common/Opaque.ts"

const name = "plinth-sign-in"

/** Returns the cookie of a browser that was shown a form, or null if it has none. */
export const read = (request: Request): string | null =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1] ?? null

/** Returns cookie attributes that hide it from scripts, other sites and other paths, and expire it after `seconds`. */
export const attributes = (publicUrl: string, seconds: number): string => {
  const { pathname, protocol } = new URL(publicUrl)
  const path = `${pathname.replace(/\/$/, "")}/v1/auth`
  return `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${protocol === "https:" ? "; Secure" : ""}`
}

/** Returns the browser's cookie, or a new one, and the `Set-Cookie` header that keeps it for an hour. */
export const issue = (request: Request, publicUrl: string) => {
  const value = read(request) ?? opaque()
  return { value, header: `${name}=${value}; ${attributes(publicUrl, 3600)}` }
}
