import { hash } from "node:crypto"

/** What was found about a token, and when: milliseconds since 1970. */
interface Finding {
  readonly at: number
}

/**
 * Remembers what was found about tokens, by their SHA-256, for `millis` milliseconds.
 *
 * Never holds more than `capacity`; the half of that which was last asked for is always there.
 */
export const make = <Found extends Finding>({
  capacity,
  millis
}: {
  readonly capacity: number
  readonly millis: number
}) => {
  // Two halves, of which the older is dropped when the newer is full: putting a Map's entry last at every find, as
  // the usual way to keep such an order does, takes five times as long as all the rest.
  let newer = new Map<string, Found>()
  let older = new Map<string, Found>()
  const put = (key: string, found: Found) => {
    if (newer.size >= capacity / 2) {
      older = newer
      newer = new Map()
    }
    newer.set(key, found)
  }
  return {
    /** What was found about the token, where that is recent. */
    find: (token: string, nowMillis: number): Found | undefined => {
      const key = keyOf(token)
      const recent = newer.get(key)
      const found = recent ?? older.get(key)
      if (found === undefined) return undefined
      const age = nowMillis - found.at
      // A negative age: the clock was set back, and nothing is known of what it was.
      if (age < 0 || age >= millis) return undefined
      if (recent === undefined) put(key, found)
      return found
    },
    keep: (token: string, found: Found) => put(keyOf(token), found),
    size: () => newer.size + older.size
  }
}

/** The name under which a token is remembered. */
export const keyOf = (token: string) => hash("sha256", token, "base64")
