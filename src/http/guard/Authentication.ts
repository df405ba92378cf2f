import * as Effect from "effect/Effect"
import { Revocations } from "../../application/signin/Revocations.ts"
import { InsufficientScope, Unauthorized } from "../../domain/Errors.ts"
import type { Principal, Scope } from "../../domain/Principal.ts"
import { Authenticator } from "../../ports/signin/Authenticator.ts"

const unauthorized = (details: string, tokenGiven: boolean) => new Unauthorized({ details, tokenGiven })

/**
 * Returns the bearer token of a request. The scheme name may be in any case, followed by exactly one space and the
 * token, and nothing after it.
 */
const bearerToken = (headers: Headers): Effect.Effect<string, Unauthorized> => {
  const header = headers.get("authorization")
  if (header === null) return Effect.fail(unauthorized("A bearer token is required.", false))
  const token = /^bearer ([A-Za-z0-9\-._~+/]+=*)$/i.exec(header)?.[1]
  return token === undefined
    ? Effect.fail(unauthorized("The Authorization header holds no bearer token.", true))
    : Effect.succeed(token)
}

/**
 * Returns the authenticated caller of a request.
 *
 * Fails with `Unauthorized` if there is no valid token, and with `IssuerUnavailable` if tokens cannot be verified at
 * the moment.
 */
export const make = Effect.map(Effect.all([Authenticator, Revocations]), ([authenticator, { isRevoked }]) => {
  const notGood = () => unauthorized("The token is not good.", true)
  return (headers: Headers, network: string) =>
    Effect.flatMap(bearerToken(headers), (token) =>
      Effect.filterOrFail(
        Effect.catchTag(authenticator.verify(token, network), "InvalidToken", () => Effect.fail(notGood())),
        (principal) => !isRevoked(principal),
        notGood
      )
    )
})

/** Fails with `InsufficientScope` if the token lacks `scope`. */
export const requireScope = (principal: Principal, scope: Scope): Effect.Effect<void, InsufficientScope> =>
  principal.scopes.has(scope)
    ? Effect.void
    : Effect.fail(new InsufficientScope({ details: `The token lacks the scope ${scope}.`, scope }))
