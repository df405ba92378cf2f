import * as Effect from "effect/Effect"
import type { Principal } from "../../domain/Principal.ts"
import { UserRepository } from "../../ports/projects/UserRepository.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"

/** Maximum number of users and names remembered as registered, so that their calls need no statement. */
const mostRemembered = 100_000

/** Precision of the time at which a user was last seen, in milliseconds: it is stored this often at most. */
const seenMillis = 10 * 60_000

/** Gives first-time callers a sample project, and keeps the names that tokens give their users. */
export class Users extends Effect.Service<Users>()("application/Users", {
  scoped: Effect.gen(function* () {
    const users = yield* UserRepository
    const scope = yield* Effect.scope
    const clock = yield* Effect.clock
    /** The time at which each user was last stored as seen, in milliseconds since 1970, by user id and name. */
    const known = new Map<string, number>()

    /** Stores the time without letting the request wait, or fail, if the storage cannot be written. */
    const see = ({ userId }: Principal) =>
      Effect.asVoid(Effect.forkIn(withoutContext(Effect.ignore(users.seen(userId))), scope))

    const store = Effect.fnUntraced(function* (principal: Principal, key: string, now: number) {
      if (!known.has(key)) yield* users.register(principal.userId, principal.name)
      if (known.size >= mostRemembered) known.clear()
      known.set(key, now)
      yield* see(principal)
    })

    /**
     * Creates the sample project at the user's first call, exactly one even if calls arrive in parallel, and stores each
     * new name of the user. A name that was seen before is not stored again, so tokens with an old and a new name that
     * are used in turn cause no writes. Every ten minutes it stores that the user was seen. Every request with a token
     * passes here, so it returns a finished effect if there is nothing to store.
     */
    const register = (principal: Principal): ReturnType<typeof store> => {
      // A user id contains no control characters, so the pair is unambiguous.
      const key = `${principal.userId}\n${principal.name ?? ""}`
      const now = clock.unsafeCurrentTimeMillis()
      const seenAt = known.get(key)
      return seenAt !== undefined && now - seenAt < seenMillis ? Effect.void : store(principal, key, now)
    }

    return { register }
  })
}) {}
