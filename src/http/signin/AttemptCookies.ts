import { attemptSeconds } from "../../application/signin/ProviderSignIns.ts"
import { attributes } from "./BrowserCookie.ts"

/** Sign-ins that a browser may have begun at once; cookies of more would be too much for a request's head. */
const mostAttempts = 3

/** The cookie of an attempt, by its state: those of other windows stay. */
const nameOf = (state: string): string => `plinth-provider-${state.slice(0, 8)}`

const all = (request: Request): ReadonlyArray<readonly [name: string, value: string]> =>
  (request.headers.get("cookie") ?? "").split(/;\s*/).flatMap((pair) => {
    const found = /^(plinth-provider-[\w-]{8})=([\w-]*)$/.exec(pair)
    return found === null ? [] : [[found[1]!, found[2]!] as const]
  })

/** What the browser keeps for the sign-in of a state; null where it has none. */
export const read = (request: Request, state: string): string | null =>
  all(request).find(([name]) => name === nameOf(state))?.[1] ?? null

const gone = (name: string, publicUrl: string): string => `${name}=; ${attributes(publicUrl, 0)}`

/** The headers that keep it for as long as the sign-in may take; of too many begun before none goes on. */
export const issue = (request: Request, publicUrl: string, state: string, value: string): ReadonlyArray<string> => {
  const before = all(request)
  return [
    ...(before.length < mostAttempts ? [] : before.map(([name]) => gone(name, publicUrl))),
    `${nameOf(state)}=${value}; ${attributes(publicUrl, attemptSeconds)}`
  ]
}

/** The header that takes it away. */
export const end = (publicUrl: string, state: string): string => gone(nameOf(state), publicUrl)
