import * as Effect from "effect/Effect"
import type { Principal, UserId } from "../../domain/Principal.ts"
import { UserRepository } from "../../ports/projects/UserRepository.ts"

/** Maximum number of users remembered as registered, so that their calls need no statement. */
const mostRemembered = 100_000

/** Gives first-time callers a sample project. */
export class Users extends Effect.Service<Users>()("application/Users", {
  effect: Effect.map(UserRepository, (users) => {
    const known = new Set<UserId>()

    /** Creates the sample project at the user's first call, exactly one even if calls arrive in parallel. */
    const register = ({ name, userId }: Principal) =>
      known.has(userId)
        ? Effect.void
        : Effect.map(users.register(userId, name), () => {
            if (known.size >= mostRemembered) known.clear()
            known.add(userId)
          })

    return { register }
  })
}) {}
