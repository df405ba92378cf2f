import type { Principal } from "../../src/domain/Principal.ts"
import { isExpired } from "./AccessToken.ts"
import * as RecentTokens from "./RecentTokens.ts"

/** A verified token: its principal, its `exp` (seconds since 1970), and the time of verification (milliseconds). */
interface Verified {
  readonly principal: Principal
  readonly exp: number
  readonly at: number
}

/** How long a verified token is cached, in milliseconds. */
const rememberedFor = 60_000

/**
 * Creates a cache of verified tokens. They are kept for 60 s, because verifying a signature costs more than a small
 * request, and introspection costs even more. The capacity works as in `RecentTokens`.
 */
export const make = ({ capacity }: { readonly capacity: number }) => {
  const tokens = RecentTokens.make<Verified>({ capacity, millis: rememberedFor })
  return {
    /** Returns the principal of the token if it was verified within 60 s and has not expired. */
    find: (token: string, nowMillis: number): Principal | undefined => {
      const verified = tokens.find(token, nowMillis)
      return verified === undefined || isExpired(verified.exp, nowMillis) ? undefined : verified.principal
    },
    keep: tokens.keep,
    size: tokens.size
  }
}
