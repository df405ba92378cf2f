import { Effect, Schedule } from "effect"
import type { Principal, UserId } from "../domain/Principal.ts"
import { SignInRepository } from "../ports/SignInRepository.ts"
import { withoutContext } from "../ports/WithoutContext.ts"
import { lookSeconds } from "./HeldSecret.ts"

/** What was written this long before it could be read is seen too, in milliseconds. */
const overlapMillis = 60_000
/** Sign-ins remembered as ended. Their access tokens last an hour; the oldest go first. */
const mostSignIns = 100_000

/**
 * Which tokens are no longer good before their end: looked at every 15 seconds, so that requests need not ask. Where
 * the storage does not answer it stays what it was.
 */
export class Revocations extends Effect.Service<Revocations>()("application/Revocations", {
  scoped: Effect.gen(function* () {
    const repository = yield* SignInRepository
    const users = new Map<UserId, number>()
    const signIns = new Set<string>()
    let since = 0

    /** Learns what was revoked until now. */
    const refresh = Effect.map(
      Effect.suspend(() => repository.revoked(since)),
      (found) => {
        for (const { notBefore, userId } of found.users) users.set(userId, notBefore)
        for (const id of found.signIns) signIns.add(id)
        for (const oldest of signIns) {
          if (signIns.size <= mostSignIns) break
          signIns.delete(oldest)
        }
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
