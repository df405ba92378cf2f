import * as Effect from "effect/Effect"
import { Revocations } from "../../application/signin/Revocations.ts"
import { InsufficientScope, type TooManyRequests, Unauthorized } from "../../domain/Errors.ts"
import type { Principal, Scope } from "../../domain/Principal.ts"
import { Authenticator } from "../../ports/signin/Authenticator.ts"
import type { WireError } from "../errors/ErrorTable.ts"

/**
 * Returns the bearer token of a request, or null if its `Authorization` holds none. The scheme name may be in any case,
 * followed by exactly one space and the token, and nothing after it.
 */
const bearerToken = (authorization: string): string | null =>
  /^bearer ([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization)?.[1] ?? null

const withoutToken = Effect.fail(new Unauthorized({ details: "A bearer token is required.", tokenGiven: false }))

/** Authenticates the callers of requests. */
interface Authentication {
  /** Returns the caller if the token is cached and has not been revoked; otherwise null, which says nothing about it. */
  readonly known: (headers: Headers, nowMillis: number) => Principal | null
  /**
   * Fails with `Unauthorized` if there is no valid token, and with `IssuerUnavailable` if tokens cannot be verified at
   * the moment.
   */
  readonly authenticate: (headers: Headers, network: string) => Effect.Effect<Principal, WireError>
}

/**
 * Creates the authentication. `countRefused` is called for each refused token of a network and returns the error to send
 * instead if there were too many.
 */
export const make = (countRefused: (network: string) => TooManyRequests | null) =>
  Effect.map(Effect.all([Authenticator, Revocations]), ([authenticator, { isRevoked }]): Authentication => {
    const refuse = (network: string, details: string) =>
      Effect.fail(countRefused(network) ?? new Unauthorized({ details, tokenGiven: true }))
    const notGood = "The token is not good."
    const known: Authentication["known"] = (headers, nowMillis) => {
      const token = bearerToken(headers.get("authorization") ?? "")
      const principal = token === null ? undefined : authenticator.known(token, nowMillis)
      return principal === undefined || isRevoked(principal) ? null : principal
    }
    const authenticate: Authentication["authenticate"] = (headers, network) => {
      const authorization = headers.get("authorization")
      if (authorization === null) return withoutToken
      const token = bearerToken(authorization)
      if (token === null) return refuse(network, "The Authorization header holds no bearer token.")
      return Effect.matchEffect(authenticator.verify(token, network), {
        onFailure: (error): Effect.Effect<never, WireError> =>
          error._tag === "InvalidToken" ? refuse(network, notGood) : Effect.fail(error),
        onSuccess: (principal) => (isRevoked(principal) ? refuse(network, notGood) : Effect.succeed(principal))
      })
    }
    return { known, authenticate }
  })

/** Fails with `InsufficientScope` if the token lacks `scope`. */
export const requireScope = (principal: Principal, scope: Scope): Effect.Effect<void, InsufficientScope> =>
  principal.scopes.has(scope)
    ? Effect.void
    : Effect.fail(new InsufficientScope({ details: `The token lacks the scope ${scope}.`, scope }))
