import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ClientId } from "../../domain/signin/Client.ts"
import { InvalidClient } from "../../domain/Errors.ts"
import { TokenIssuer } from "../../ports/signin/TokenIssuer.ts"
import { fn } from "../../runtime/Span.ts"
import { Clients } from "./Clients.ts"
import type { CodeGrant } from "./Grants.ts"
import { digestOf } from "../common/Opaque.ts"
import * as OwnGrants from "./OwnGrants.ts"
import * as ProviderGrants from "./ProviderGrants.ts"
import { invalidGrant, RefreshTokens } from "./RefreshTokens.ts"

/** Credentials with which a client authenticates (RFC 6749, section 2.3). */
export interface ClientCredentials {
  readonly clientId: string
  readonly secret: string | null
  /** True: sent by HTTP Basic. */
  readonly byHeader: boolean
}

/** Issues tokens to clients for codes and refresh tokens, by this service or by a provider. */
export class SignInTokens extends Effect.Service<SignInTokens>()("application/SignInTokens", {
  effect: Effect.gen(function* () {
    const clients = yield* Clients
    const refreshTokens = yield* RefreshTokens
    const issuer = yield* TokenIssuer
    const grants = yield* issuer._tag === "Own" ? OwnGrants.make(issuer) : ProviderGrants.make(issuer)

    /**
     * Returns the id of the client. Fails with `InvalidClient` if there is no such client or its secret is wrong; a
     * client without a secret must send none.
     */
    const authenticated = fn("SignInTokens.authenticated")(function* (shown: ClientCredentials) {
      const { byHeader, clientId, secret } = shown
      const client = Schema.is(ClientId)(clientId) ? Option.getOrNull(yield* clients.find(clientId)) : null
      const fits = client !== null && client.secretHash === (secret === null ? null : digestOf(secret))
      if (!fits)
        return yield* new InvalidClient({ details: "The client is not known, or its secret is another.", byHeader })
      return client.id
    })

    return {
      /** Fails with `InvalidClient`, and like `Grants`. */
      redeem: fn("SignInTokens.redeem")(function* (shown: ClientCredentials, grant: CodeGrant) {
        return yield* grants.redeem(yield* authenticated(shown), grant)
      }),
      /** Fails with `InvalidClient`, and like `Grants`. */
      refresh: fn("SignInTokens.refresh")(function* (shown: ClientCredentials, token: string) {
        const clientId = yield* authenticated(shown)
        const ours = refreshTokens.read(token)
        return yield* ours === null ? invalidGrant("The refresh token is none.") : grants.refresh(clientId, ours)
      })
    }
  })
}) {}
