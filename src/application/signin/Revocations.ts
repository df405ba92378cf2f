import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Principal, UserId } from "../../domain/Principal.ts"
import { accessTokenSeconds } from "../../domain/signin/SignIn.ts"
import { SignInRepository } from "../../ports/signin/SignInRepository.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"
import { lookSeconds } from "../common/HeldSecret.ts"

/** The access tokens of a sign-in have ended so long after it, whatever the clocks say, in milliseconds. */
const signInMillis = 2 * accessTokenSeconds * 1000
/** What was written this long before it could be read is seen too, in milliseconds. */
const overlapMillis = 60_000
/**
 * Which tokens are no longer good before their end: looked at every 15 seconds, so that requests need not ask. Where
 * the storage does not answer it stays what it was. It remembers the sign-ins that ended within two hours; each took a
 * password, of which few can be tried in a second.
 */
export class Revocations extends Effect.Service<Revocations>()("application/Revocations", {
  scoped: Effect.gen(function* () {
    const repository = yield* SignInRepository
    const users = new Map<UserId, number>()
    /** When the last access token of a sign-in that has ended does, in milliseconds since 1970. */
    const signIns = new Map<string, number>()
    let since = 0

    /** Learns what was revoked until now. */
    const refresh = Effect.map(
      Effect.suspend(() => repository.revoked(since)),
      (found) => {
        for (const { notBefore, userId } of found.users) users.set(userId, notBefore)
        for (const id of found.signIns) signIns.set(id, found.at + signInMillis)
        for (const [id, endsAt] of signIns) if (endsAt <= found.at) signIns.delete(id)
        since = found.at - overlapMillis
      }
    )
    yield* refresh
    yield* Effect.ignore(refresh).pipe(
      withoutContext,
      Effect.repeat(Schedule.spaced(`${lookSeconds} seconds`)),
      Effect.forkScoped
    )

    /** Whether the token was issued to a user, or for a sign-in, before that was revoked. */
    const isRevoked = ({ issuedAt, signInId, userId }: Principal): boolean => {
      const notBefore = users.get(userId)
      if (notBefore !== undefined && issuedAt !== undefined && issuedAt * 1000 < notBefore) return true
      return signInId !== undefined && signIns.has(signInId)
    }

    return { refresh, isRevoked }
  })
}) {}
