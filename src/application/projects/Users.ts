import * as Effect from "effect/Effect"
import type { Principal } from "../../domain/Principal.ts"
import { UserRepository } from "../../ports/projects/UserRepository.ts"

/** Maximum number of users and names remembered as registered, so that their calls need no statement. */
const mostRemembered = 100_000

/** Gives first-time callers a sample project, and keeps the names that tokens give their users. */
export class Users extends Effect.Service<Users>()("application/Users", {
  effect: Effect.map(UserRepository, (users) => {
    const known = new Set<string>()

    /**
     * Creates the sample project at the user's first call, exactly one even if calls arrive in parallel, and stores each
     * new name of the user. A name that was seen before is not stored again, so tokens with an old and a new name that
     * are used in turn cause no writes.
     */
    const register = ({ name, userId }: Principal) => {
      // A user id contains no control characters, so the pair is unambiguous.
      const seen = `${userId}\n${name ?? ""}`
      return known.has(seen)
        ? Effect.void
        : Effect.map(users.register(userId, name), () => {
            if (known.size >= mostRemembered) known.clear()
            known.add(seen)
          })
    }

    return { register }
  })
}) {}
