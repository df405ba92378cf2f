import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Scope from "effect/Scope"
import * as openid from "openid-client"
import { InvalidToken, IssuerUnavailable } from "../../src/ports/signin/Authenticator.ts"
import * as Turns from "../../src/runtime/Turns.ts"
import { principalOf, refused } from "./AccessToken.ts"
import * as InFlight from "./InFlight.ts"
import type { OidcSettings } from "./OidcSettings.ts"
import type { Provider } from "./Provider.ts"
import { faultOf } from "./ProviderFetch.ts"
import * as RecentTokens from "./RecentTokens.ts"
import type { GoodToken } from "./SignedToken.ts"

/**
 * Requests to the provider at once, and tokens that may wait for their turn: 20 s where each takes the longest. Tokens
 * that somebody makes up leave room for those of other addresses.
 */
const mostWaiting = { places: 32, ofUser: 64, inAll: 128 }

/** How long a refusal is remembered, in milliseconds: a token may become good, but no token of use does. */
const refusalsLast = 10_000

/** What is asked of the provider for each token, and what it answers. */
type Introspect = (
  token: string,
  nowMillis: number,
  caller: string
) => Effect.Effect<GoodToken, InvalidToken | IssuerUnavailable>

/**
 * Asks the provider who holds a token that says nothing itself (RFC 7662), once for all who ask at the same time. The
 * questions of different callers take turns.
 *
 * Fails: `InvalidToken` where the token is not active, not an access token, or its claims are not what they must be,
 * which is remembered for 10 s; `IssuerUnavailable` where the provider does not answer, or too many wait for it.
 */
export const make = (
  settings: OidcSettings,
  provider: Provider["Type"]
): Effect.Effect<Introspect, never, Scope.Scope> =>
  Effect.gen(function* () {
    const once = yield* InFlight.make<GoodToken, InvalidToken | IssuerUnavailable>()
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

    const tooMany = () => new IssuerUnavailable({ reason: "too many tokens wait for its word" })

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
        return known === undefined ? once(RecentTokens.keyOf(token), inTurn(token, nowMillis, caller)) : known.refusal
      })
  })

const judge = (
  { active, ...claims }: openid.IntrospectionResponse,
  { audience, client, issuer }: OidcSettings,
  nowMillis: number
): Either.Either<GoodToken, InvalidToken> => {
  const { aud, iss, token_type: type } = claims
  if (!active) return refused("the token is not active")
  // Refresh tokens are active too, and have no such type.
  if (typeof type !== "string" || type.toLowerCase() !== "bearer") return refused("the token is no bearer token")
  if (iss !== undefined && iss !== issuer) return refused("the claim iss is missing or wrong")
  // What says of nobody that it is made for them may be another service's, unless it is of our own sign-in.
  const isForUs =
    aud === undefined ? client !== null && claims.client_id === client.id : [aud].flat().includes(audience)
  if (!isForUs) return refused("the claim aud is missing or wrong")
  const principal = principalOf(claims, "introspected", nowMillis)
  return Either.map(principal, (principal) => ({ principal, exp: claims.exp! }))
}
