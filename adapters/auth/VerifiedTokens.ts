import { hash } from "node:crypto"
import type { Principal } from "../../src/domain/Principal.ts"
import { isExpired } from "./AccessToken.ts"

/** A token once verified: who holds it, its `exp` (seconds since 1970), and when that was found (milliseconds). */
interface Verified {
  readonly principal: Principal
  readonly exp: number
  readonly at: number
}

/** How long a verified token is remembered, in milliseconds. */
const rememberedFor = 60_000

/**
 * Remembers verified tokens by their SHA-256 for 60 s, because checking a signature costs more than a small request.
 *
 * Never holds more than `capacity`; the half of that which was last asked for is always there.
 */
export const make = ({ capacity }: { readonly capacity: number }) => {
  // Two halves, of which the older is dropped when the newer is full: putting a Map's entry last at every find, as
  // the usual way to keep such an order does, takes five times as long as all the rest.
  let newer = new Map<string, Verified>()
  let older = new Map<string, Verified>()
  const put = (key: string, entry: Verified) => {
    if (newer.size >= capacity / 2) {
      older = newer
      newer = new Map()
    }
    newer.set(key, entry)
  }
  return {
    /** Who holds the token, where it was verified within 60 s and its `exp` is not past. */
    find: (token: string, nowMillis: number): Principal | undefined => {
      const key = keyOf(token)
      const recent = newer.get(key)
      const entry = recent ?? older.get(key)
      if (entry === undefined) return undefined
      const age = nowMillis - entry.at
      // A negative age: the clock was set back, and nothing is known of what it was.
      if (age < 0 || age >= rememberedFor || isExpired(entry.exp, nowMillis)) return undefined
      if (recent === undefined) put(key, entry)
      return entry.principal
    },
    keep: (token: string, verified: Verified) => put(keyOf(token), verified),
    size: () => newer.size + older.size
  }
}

const keyOf = (token: string) => hash("sha256", token, "base64")
