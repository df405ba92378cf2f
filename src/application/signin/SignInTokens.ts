import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ClientId, isServed, pageClientId, pageRedirectUri } from "../../domain/signin/Client.ts"
import { InvalidClient } from "../../domain/Errors.ts"
import { Settings } from "../../ports/Settings.ts"
import { SignInRepository } from "../../ports/signin/SignInRepository.ts"
import { TokenIssuer } from "../../ports/signin/TokenIssuer.ts"
import { fn } from "../../runtime/Span.ts"
import { Clients } from "./Clients.ts"
import type { CodeGrant, GrantedClient } from "./Grants.ts"
import { digestOf } from "../common/Opaque.ts"
import * as OwnGrants from "./OwnGrants.ts"
import * as ProviderGrants from "./ProviderGrants.ts"
import { invalidGrant, RefreshTokens } from "./RefreshTokens.ts"
import { Revocations } from "./Revocations.ts"

/** The page's code, without the redirect URL, which the service knows. */
type PageGrant = Omit<CodeGrant, "redirectUri">

/** The page under /app as a client. */
const page: GrantedClient = { id: pageClientId, registration: null }

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
    const signIns = yield* SignInRepository
    const revocations = yield* Revocations
    const { isRegistrationOpen, publicUrl } = yield* Settings
    const redirectUri = pageRedirectUri(publicUrl)
    const issuer = yield* TokenIssuer
    const grants = yield* issuer._tag === "Own" ? OwnGrants.make(issuer) : ProviderGrants.make(issuer)

    /**
     * Returns the client. Fails with `InvalidClient` if there is no such client or its secret is wrong; a
     * client without a secret must send none.
     */
    const authenticated = fn("SignInTokens.authenticated")(function* (shown: ClientCredentials) {
      const { byHeader, clientId, secret } = shown
      const client = Schema.is(ClientId)(clientId) ? Option.getOrNull(yield* clients.find(clientId)) : null
      const fits = client?.secretHash === (secret === null ? null : digestOf(secret))
      if (client === null || !fits || !isServed(client, isRegistrationOpen))
        return yield* new InvalidClient({ details: "The client is unknown, or its secret is wrong.", byHeader })
      return client
    })

    const refreshed = (client: GrantedClient, token: string, mayRepeat: boolean) => {
      const ours = refreshTokens.read(token)
      return ours === null ? invalidGrant("The refresh token is none.") : grants.refresh(client, { ...ours, mayRepeat })
    }

    return {
      /** Fails with `InvalidClient`, and like `Grants`. */
      redeem: fn("SignInTokens.redeem")(function* (shown: ClientCredentials, grant: CodeGrant) {
        const client = yield* authenticated(shown)
        // Otherwise a script that got into the page could obtain a refresh token by a code.
        if (client.id === pageClientId && grant.redirectUri === redirectUri) {
          return yield* invalidGrant("A code of the page is exchanged at /app/session alone.")
        }
        return yield* grants.redeem(client, grant)
      }),
      /** Fails with `InvalidClient`, and like `Grants`. */
      refresh: fn("SignInTokens.refresh")(function* (shown: ClientCredentials, token: string) {
        return yield* refreshed(yield* authenticated(shown), token, false)
      }),
      /** The sign-in of a browser to the page under /app, whose refresh token is kept in a cookie. Fails like `Grants`. */
      page: {
        begin: (grant: PageGrant) => grants.redeem(page, { ...grant, redirectUri }),
        renew: (token: string) => refreshed(page, token, true),
        /** Ends the sign-in of a refresh token, with the access tokens issued for it. Ignores any other text. */
        end: fn("SignInTokens.page.end")(function* (token: string) {
          const ours = refreshTokens.read(token)
          if (ours === null) return
          yield* signIns.end(ours.id)
          yield* revocations.refresh
        })
      }
    }
  })
}) {}
