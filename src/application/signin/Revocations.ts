import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Principal, UserId } from "../../domain/Principal.ts"
import { accessTokenSeconds } from "../../domain/signin/SignIn.ts"
import { SignInRepository } from "../../ports/signin/SignInRepository.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"
import { lookSeconds } from "../common/HeldSecret.ts"

/**
 * Time after the end of a sign-in at which its access tokens have certainly expired, even with inaccurate clocks, in
 * milliseconds.
 */
const signInMillis = 2 * accessTokenSeconds * 1000
/** Overlap of successive reads, in milliseconds, so that rows that became readable late are not missed. */
const overlapMillis = 60_000
/**
 * Access tokens that were revoked before their expiry. Reloaded every 15 seconds, so that requests need no query; if
 * the storage does not answer, the last state stays in use. Sign-ins that ended within two hours are kept in memory;
 * each took a password, and few of those can be tried per second.
 */
export class Revocations extends Effect.Service<Revocations>()("application/Revocations", {
  scoped: Effect.gen(function* () {
    const repository = yield* SignInRepository
    const users = new Map<UserId, number>()
    /** Time at which the last access token of an ended sign-in expires, in milliseconds since 1970. */
    const signIns = new Map<string, number>()
    let since = 0

    /** Loads the revocations since the last call. */
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

    /** Returns whether the token's user or sign-in was revoked after the token was issued. */
    const isRevoked = ({ issuedAt, signInId, userId }: Principal): boolean => {
      const notBefore = users.get(userId)
      if (notBefore !== undefined && issuedAt !== undefined && issuedAt * 1000 < notBefore) return true
      return signInId !== undefined && signIns.has(signInId)
    }

    return { refresh, isRevoked }
  })
}) {}
