import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schedule from "effect/Schedule"
import { SignInFailed, type SignInRefused } from "../../domain/Errors.ts"
import { accessTokenSeconds, type SignIn } from "../../domain/signin/SignIn.ts"
import { IssuerUnavailable } from "../../ports/signin/Authenticator.ts"
import { type ShownRefresh, SignInRepository } from "../../ports/signin/SignInRepository.ts"
import type { ProviderIssuer, ProviderRefused } from "../../ports/signin/TokenIssuer.ts"
import { fn } from "../../runtime/Span.ts"
import type { GrantedClient, Grants } from "./Grants.ts"
import { digestOf, opaque } from "../common/Opaque.ts"
import { ProviderAccess } from "./ProviderAccess.ts"
import { invalidGrant, RefreshTokens } from "./RefreshTokens.ts"
import { SealedTokens, type Waiting } from "./SealedTokens.ts"

/** Retry schedule of the storage, for a second: the provider may not issue the same tokens again. */
const persistently = Schedule.intersect(Schedule.spaced("200 millis"), Schedule.recurs(5))

/**
 * Maps a refusal of the provider to an error for the refreshing client. If it concerns the user or the sign-in, the
 * refresh token is reported as no longer valid; if only the operator can fix it, it is logged, and the client gets
 * `SignInFailed`.
 */
const failureOf = ({
  details,
  error
}: ProviderRefused): Effect.Effect<never, IssuerUnavailable | SignInRefused | SignInFailed> => {
  if (error === "temporarily_unavailable") return Effect.fail(new IssuerUnavailable({ reason: details }))
  if (error !== "server_error") return Effect.fail(invalidGrant("The provider keeps the sign-in up no longer."))
  const failed = new SignInFailed({ details: "The answer of the sign-in provider lacks something that is required." })
  return Effect.zipRight(
    Effect.annotateLogs(Effect.logWarning("A sign-in by the provider could not be kept up"), { reason: details }),
    failed
  )
}

/**
 * Issues a provider's tokens; to clients that registered themselves the service's own, for as long as the provider keeps
 * the sign-in up. Clients hold refresh tokens of this service; the provider's are stored sealed behind
 * them.
 */
export const make = (issuer: ProviderIssuer) =>
  Effect.gen(function* () {
    const signIns = yield* SignInRepository
    const refreshTokens = yield* RefreshTokens
    const sealedTokens = yield* SealedTokens
    const { judge } = yield* ProviderAccess

    const granted = fn("ProviderGrants.granted")(function* (
      { accessToken, expiresAt, issuedAt }: Waiting,
      { registration }: GrantedClient,
      signIn: SignIn,
      refreshToken: string | null
    ) {
      const { notBefore, scopes } = signIn
      const expiresIn = Math.floor((expiresAt - (yield* Clock.currentTimeMillis)) / 1000)
      const isRevoked = issuedAt !== null && issuedAt * 1000 < notBefore
      if (expiresIn <= 0 || isRevoked) return yield* invalidGrant("The sign-in at the provider has ended.")
      if (registration === null) return { accessToken, refreshToken, expiresIn, scopes }
      if (issuer.issueOwn === null) return yield* invalidGrant("Clients that registered themselves get no tokens here.")
      // No operator has approved such a client, so it never gets a token that other services of the provider may
      // accept.
      const own = yield* issuer.issueOwn(signIn)
      return { accessToken: own, refreshToken, expiresIn: accessTokenSeconds, scopes }
    })

    /**
     * Asks the provider to refresh a claimed sign-in. Ends the sign-in if the provider's refresh token is no longer
     * valid.
     */
    const asked = (shown: ShownRefresh, refreshToken: string) =>
      issuer.refresh(refreshToken).pipe(
        Effect.tapError((error) =>
          error._tag === "ProviderRefused" && error.error === "invalid_grant"
            ? signIns.end(shown.id)
            : Effect.ignore(signIns.release(shown))
        ),
        Effect.catchTag("ProviderRefused", failureOf)
      )

    const grants: Grants = {
      redeem: fn("ProviderGrants.redeem")(function* (client, { code, redirectUri, verifier }) {
        const secret = sealedTokens.firstSecret(code)
        const found = yield* signIns.redeem({
          codeHash: digestOf(code),
          clientId: client.id,
          redirectUri,
          challenge: digestOf(verifier),
          refreshHash: digestOf(secret)
        })
        const signIn = yield* refreshTokens.accepted(found, "code")
        const { id, sealed } = signIn
        const waiting = sealed === null ? null : yield* sealedTokens.openWaiting(sealed.waiting, code)
        if (sealed === null || waiting === null) return yield* invalidGrant("Nothing waits for the code any more.")
        const refreshToken = sealed.refresh === null ? null : refreshTokens.write({ id, secret })
        return yield* granted(waiting, client, signIn, refreshToken)
      }),
      // Uninterruptible: even if the client disconnects, the provider's response must be stored.
      refresh: fn("ProviderGrants.refresh")(function* (client, { id, mayRepeat, secret }) {
        const asking = { id, clientId: client.id, mayRepeat, refreshHash: digestOf(secret) }
        const found = yield* refreshTokens.accepted(yield* signIns.claim(asking), "refresh token")
        if (found === "Busy") return yield* new IssuerUnavailable({ reason: "it is being asked for this sign-in" })
        const isRepeated = found.latestHash !== asking.refreshHash
        const latest = refreshTokens.latestSecret({ id, secret }, found.latestHash)
        const theirs = latest === null ? null : yield* sealedTokens.openRefresh(found.sealedRefresh, latest)
        if (latest === null || theirs === null) return yield* invalidGrant("The sign-in cannot be kept up any longer.")
        const shown = { ...asking, refreshHash: found.latestHash }
        const grant = yield* asked(shown, theirs)
        const agreed = client.registration === null ? null : found.scopes
        const verdict = yield* judge(grant, client.id, agreed).pipe(
          Effect.filterOrFail(
            ({ userId }) => userId === found.userId,
            () => new SignInFailed({ details: "The provider gave the token of another user." })
          ),
          Effect.catchTag("ProviderRefused", failureOf),
          Effect.either
        )
        // A client that gets an error sends the same refresh token again, which must then map to the one that the
        // provider accepts next.
        const following = () => (mayRepeat ? refreshTokens.nextSecret({ id, secret }) : opaque())
        const next = Either.isRight(verdict) && !isRepeated ? following() : latest
        const sealedRefresh = yield* sealedTokens.sealRefresh(grant.refreshToken ?? theirs, next)
        const isKept = yield* Effect.retry(
          signIns.renew({ ...shown, nextHash: digestOf(next), sealedRefresh }),
          persistently
        )
        if (!isKept) return yield* invalidGrant("The sign-in has ended meanwhile.")
        const access = yield* verdict
        const refreshToken = isRepeated ? null : refreshTokens.write({ id, secret: next })
        return yield* granted(access, client, { ...found, scopes: access.scopes }, refreshToken)
      }, Effect.uninterruptible)
    }
    return grants
  })
