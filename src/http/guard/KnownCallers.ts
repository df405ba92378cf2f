import type { UserId } from "../../domain/Principal.ts"

/** The most callers that are remembered. When it is reached, all are forgotten. */
const most = 10_000

/**
 * Creates a map from the hash of an `Authorization` header to the user that it was accepted for. It serves to refuse an
 * overloading user for a tenth of the cost of verifying the token. It must never be used to let a request in.
 */
export const make = () => {
  const seed = BigInt(crypto.getRandomValues(new Uint32Array(1))[0]!)
  const users = new Map<bigint, UserId>()
  const keyOf = (headers: Headers) => Bun.hash.wyhash(headers.get("authorization") ?? "", seed)
  return {
    find: (headers: Headers): UserId | undefined => users.get(keyOf(headers)),
    keep: (headers: Headers, userId: UserId): void => {
      const key = keyOf(headers)
      if (users.has(key)) return
      if (users.size >= most) users.clear()
      users.set(key, userId)
    },
    size: () => users.size
  }
}
