import type { Principal } from "../../src/domain/Principal.ts"
import { isExpired } from "./AccessToken.ts"
import * as RecentTokens from "./RecentTokens.ts"

/** A token once verified: who holds it, its `exp` (seconds since 1970), and when that was found (milliseconds). */
interface Verified {
  readonly principal: Principal
  readonly exp: number
  readonly at: number
}

/** How long a verified token is remembered, in milliseconds. */
const rememberedFor = 60_000

/**
 * Remembers verified tokens for 60 s, because checking a signature costs more than a small request, and asking the
 * issuer more still. Holds as many as `RecentTokens` does.
 */
export const make = ({ capacity }: { readonly capacity: number }) => {
  const tokens = RecentTokens.make<Verified>({ capacity, millis: rememberedFor })
  return {
    /** Who holds the token, where it was verified within 60 s and its `exp` is not past. */
    find: (token: string, nowMillis: number): Principal | undefined => {
      const verified = tokens.find(token, nowMillis)
      return verified === undefined || isExpired(verified.exp, nowMillis) ? undefined : verified.principal
    },
    keep: tokens.keep,
    size: tokens.size
  }
}
