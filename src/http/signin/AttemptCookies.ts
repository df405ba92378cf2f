import { attemptSeconds } from "../../application/signin/ProviderSignIns.ts"
import { attributes } from "./BrowserCookie.ts"

/** The most concurrent sign-ins of a browser. Cookies of more could exceed the limit on a request's head. */
const mostAttempts = 3

/** Returns the cookie name of an attempt. It depends on the state, so that attempts in other windows are unaffected. */
const nameOf = (state: string): string => `plinth-provider-${state.slice(0, 8)}`

const all = (request: Request): ReadonlyArray<readonly [name: string, value: string]> =>
  (request.headers.get("cookie") ?? "").split(/;\s*/).flatMap((pair) => {
    const found = /^(plinth-provider-[\w-]{8})=([\w-]*)$/.exec(pair)
    return found === null ? [] : [[found[1]!, found[2]!] as const]
  })

/** Returns the cookie value for the sign-in with this state, or null if the browser has none. */
export const read = (request: Request, state: string): string | null =>
  all(request).find(([name]) => name === nameOf(state))?.[1] ?? null

const gone = (name: string, publicUrl: string): string => `${name}=; ${attributes(publicUrl, 0)}`

/**
 * Returns the `Set-Cookie` headers for a new sign-in. If too many have been begun already, all of those are dropped.
 */
export const issue = (request: Request, publicUrl: string, state: string, value: string): ReadonlyArray<string> => {
  const before = all(request)
  return [
    ...(before.length < mostAttempts ? [] : before.map(([name]) => gone(name, publicUrl))),
    `${nameOf(state)}=${value}; ${attributes(publicUrl, attemptSeconds)}`
  ]
}

/** Returns the `Set-Cookie` header that removes the cookie of a sign-in. */
export const end = (publicUrl: string, state: string): string => gone(nameOf(state), publicUrl)
