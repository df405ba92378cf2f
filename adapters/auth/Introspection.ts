import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Scope from "effect/Scope"
import * as openid from "openid-client"
import { limits } from "../../src/domain/Limits.ts"
import { InvalidToken, IssuerUnavailable } from "../../src/ports/signin/Authenticator.ts"
import * as SingleFlight from "../../src/runtime/SingleFlight.ts"
import * as Turns from "../../src/runtime/Turns.ts"
import { principalOf, refused } from "./AccessToken.ts"
import type { OidcSettings } from "./OidcSettings.ts"
import { withOperator } from "./OperatorClaim.ts"
import type { Provider } from "./Provider.ts"
import { faultOf } from "./ProviderFetch.ts"
import * as RecentTokens from "./RecentTokens.ts"
import type { GoodToken } from "./SignedToken.ts"

/**
 * Limits on requests to the provider: how many run at once, and how many tokens may wait, per address and in all. With
 * 128 waiting and 5 s for each answer, the last waits 20 s. The limit per address keeps a sender of made-up tokens from
 * filling the queue for others.
 */
const mostWaiting = { places: 32, ofUser: limits.tokensOfAddressWaiting.most, inAll: limits.tokensWaiting.most }

/**
 * How long a refusal is cached, in milliseconds. A refused token could become valid later, but no token in use does.
 */
const refusalsLast = 10_000

/** Introspects a token for a caller, whose address decides its turn. */
type Introspect = (
  token: string,
  nowMillis: number,
  caller: string
) => Effect.Effect<GoodToken, InvalidToken | IssuerUnavailable>

/**
 * Returns a function that asks the provider who holds an opaque token (RFC 7662). Concurrent requests for the same
 * token share one call. Calls of different callers take turns.
 *
 * Fails with `InvalidToken`, cached for 10 s, if the token is not active, is not an access token, or has wrong claims;
 * with `IssuerUnavailable` if the provider does not answer or too many tokens are waiting.
 */
export const make = (
  settings: OidcSettings,
  provider: Provider["Type"]
): Effect.Effect<Introspect, never, Scope.Scope> =>
  Effect.gen(function* () {
    const runs = SingleFlight.make<GoodToken, InvalidToken | IssuerUnavailable>()
    const turns = Turns.make(mostWaiting)
    const refusals = RecentTokens.make<{ readonly refusal: InvalidToken; readonly at: number }>({
      capacity: 10_000,
      millis: refusalsLast
    })

    const ask = (token: string) =>
      Effect.gen(function* () {
        const configuration = yield* provider.configuration
        return yield* Effect.tryPromise({
          try: () => openid.tokenIntrospection(configuration, token, { token_type_hint: "access_token" }),
          catch: (error) => new IssuerUnavailable({ reason: `it says nothing of a token: ${faultOf(error)}` })
        })
      })

    const tooMany = () => new IssuerUnavailable({ reason: "too many tokens wait for its answer" })

    const inTurn = (token: string, nowMillis: number, caller: string) =>
      ask(token).pipe(
        turns.within(caller, tooMany),
        Effect.zip(Clock.currentTimeMillis),
        Effect.flatMap(([answer, answeredAt]) => judge(answer, settings, answeredAt)),
        Effect.tapErrorTag("InvalidToken", (refusal) =>
          Effect.sync(() => refusals.keep(token, { refusal, at: nowMillis }))
        )
      )

    return (token, nowMillis, caller) =>
      Effect.suspend(() => {
        const known = refusals.find(token, nowMillis)
        return known === undefined
          ? runs.join(RecentTokens.keyOf(token), inTurn(token, nowMillis, caller))
          : known.refusal
      })
  })

const judge = (
  { active, ...claims }: openid.IntrospectionResponse,
  settings: OidcSettings,
  nowMillis: number
): Either.Either<GoodToken, InvalidToken> => {
  const { audience, client, issuer } = settings
  const { aud, iss, token_type: type } = claims
  if (!active) return refused("the token is not active")
  // Refresh tokens are active too, but their type is not Bearer.
  if (typeof type !== "string" || type.toLowerCase() !== "bearer") return refused("the token is no bearer token")
  if (iss !== undefined && iss !== issuer) return refused("the claim iss is missing or wrong")
  // A token without `aud` may be meant for another service, unless it was issued to our own client.
  const isForUs =
    aud === undefined ? client !== null && claims.client_id === client.id : [aud].flat().includes(audience)
  if (!isForUs) return refused("the claim aud is missing or wrong")
  const principal = principalOf(claims, "introspected", nowMillis)
  return Either.map(principal, (principal) => ({
    principal: withOperator(principal, claims, settings),
    exp: claims.exp!
  }))
}
