import type { UserId } from "../../domain/Principal.ts"

/** So many are remembered; then it begins anew. */
const most = 10_000

/**
 * Remembers who was let in with which `Authorization` header, by its hash. Good enough to refuse a user who has more
 * in hand than is answered soon, for a tenth of what it takes to verify a token; never to let anybody in.
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
