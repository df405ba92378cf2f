import { Effect } from "effect"
import type { Principal, UserId } from "../domain/Principal.ts"
import { UserRepository } from "../ports/UserRepository.ts"

/** Users remembered as known, so that their calls cost no statement. */
const mostRemembered = 100_000

/** Gives who calls for the first time a sample project. */
export class Newcomers extends Effect.Service<Newcomers>()("application/Newcomers", {
  effect: Effect.map(UserRepository, (users) => {
    const known = new Set<UserId>()

    /** Makes the sample project at the user's first call, exactly one whatever arrives in parallel. */
    const welcome = ({ name, userId }: Principal) =>
      known.has(userId)
        ? Effect.void
        : Effect.map(users.welcome(userId, name), () => {
            if (known.size >= mostRemembered) known.clear()
            known.add(userId)
          })

    return { welcome }
  })
}) {
  static readonly layer = this.Default
}
