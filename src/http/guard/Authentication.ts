import * as Effect from "effect/Effect"
import { Revocations } from "../../application/signin/Revocations.ts"
import { type Forbidden, InsufficientScope, type TooManyRequests, Unauthorized } from "../../domain/Errors.ts"
import type { Principal } from "../../domain/Principal.ts"
import { checkProgram, isForProgram } from "../../domain/signin/ProgramToken.ts"
import type { StorageUnavailable } from "../../domain/StorageErrors.ts"
import { ProgramTokens } from "../../application/signin/ProgramTokens.ts"
import { Authenticator, type InvalidToken, type IssuerUnavailable } from "../../ports/signin/Authenticator.ts"
import type { WireError } from "../errors/ErrorTable.ts"
import type { PolicyShape } from "../errors/Policy.ts"

/**
 * Returns the bearer token of a request, or null if its `Authorization` holds none. The scheme name may be in any case,
 * followed by exactly one space and the token, and nothing after it.
 */
const bearerToken = (authorization: string): string | null =>
  /^bearer ([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization)?.[1] ?? null

const withoutToken = Effect.fail(new Unauthorized({ details: "A bearer token is required.", tokenGiven: false }))

/** Verifies tokens of one kind, like `Authenticator`. */
interface Verifier extends Pick<Authenticator["Type"], "known"> {
  readonly verify: (
    token: string,
    caller: string
  ) => Effect.Effect<Principal, InvalidToken | IssuerUnavailable | StorageUnavailable>
}

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
 * instead if there were too many. Tokens for programs never reach the `Authenticator`, which might send them to an
 * issuer.
 */
export const make = (countRefused: (network: string) => TooManyRequests | null) =>
  Effect.map(
    Effect.all([Authenticator, ProgramTokens, Revocations]),
    ([issued, programs, { isRevoked }]): Authentication => {
      const verifierOf = (token: string): Verifier => (isForProgram(token) ? programs : issued)
      const refuse = (network: string, details: string) =>
        Effect.fail(countRefused(network) ?? new Unauthorized({ details, tokenGiven: true }))
      const notGood = "The token is not good."
      const known: Authentication["known"] = (headers, nowMillis) => {
        const token = bearerToken(headers.get("authorization") ?? "")
        const principal = token === null ? undefined : verifierOf(token).known(token, nowMillis)
        return principal === undefined || isRevoked(principal) ? null : principal
      }
      const authenticate: Authentication["authenticate"] = (headers, network) => {
        const authorization = headers.get("authorization")
        if (authorization === null) return withoutToken
        const token = bearerToken(authorization)
        if (token === null) return refuse(network, "The Authorization header holds no bearer token.")
        return Effect.matchEffect(verifierOf(token).verify(token, network), {
          onFailure: (error): Effect.Effect<never, WireError> =>
            error._tag === "InvalidToken" ? refuse(network, notGood) : Effect.fail(error),
          onSuccess: (principal) => (isRevoked(principal) ? refuse(network, notGood) : Effect.succeed(principal))
        })
      }
      return { known, authenticate }
    }
  )

/**
 * Fails with `InsufficientScope` if the token lacks the scope of an endpoint, and with `Forbidden` if it is one for
 * programs that the endpoint does not serve.
 */
export const requirePermission = (
  principal: Principal,
  { programs, scope }: Pick<PolicyShape, "programs" | "scope">
): Effect.Effect<void, InsufficientScope | Forbidden> => {
  if (scope !== null && scope !== "any" && !principal.scopes.has(scope)) {
    return Effect.fail(new InsufficientScope({ details: `The token lacks the scope ${scope}.`, scope }))
  }
  return checkProgram(principal, programs)
}
