import * as Effect from "effect/Effect"
import type { Principal, UserId } from "../../domain/Principal.ts"
import { UserRepository } from "../../ports/projects/UserRepository.ts"

/** Users remembered as known, so that their calls cost no statement. */
const mostRemembered = 100_000

/** Gives who calls for the first time a sample project. */
export class Users extends Effect.Service<Users>()("application/Users", {
  effect: Effect.map(UserRepository, (users) => {
    const known = new Set<UserId>()

    /** Makes the sample project at the user's first call, exactly one whatever arrives in parallel. */
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
