import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ClientId } from "../../domain/signin/Client.ts"
import { type Scope, scopes as allScopes } from "../../domain/Principal.ts"
import { accessTokenSeconds } from "../../domain/signin/SignIn.ts"
import { Authenticator } from "../../ports/signin/Authenticator.ts"
import { type ProviderGrant, ProviderRefused } from "../../ports/signin/TokenIssuer.ts"
import { fn } from "../../runtime/Span.ts"
import { Clients } from "./Clients.ts"

const fault = (details: string) => new ProviderRefused({ error: "server_error", details })

/** Checks whether a provider's access tokens are valid here, as requests with them would be checked. */
export class ProviderAccess extends Effect.Service<ProviderAccess>()("application/ProviderAccess", {
  effect: Effect.gen(function* () {
    const authenticator = yield* Authenticator
    const clients = yield* Clients

    /**
     * Returns holder, scopes and expiry of the access token, so that no client gets a token that is refused later. If the
     * client does not get that token, because it registered itself, `agreed` are the scopes to which the user has agreed,
     * and those of them that the token has are returned.
     *
     * Fails with `ProviderRefused` if the token is invalid, belongs to another user than the ID token, has no scope of
     * this service, or permits more than the client may have.
     */
    const judge = fn("ProviderAccess.judge")(function* (
      grant: ProviderGrant,
      clientId: ClientId,
      agreed: ReadonlyArray<Scope> | null
    ) {
      const { accessToken, expiresIn, subject } = grant
      const principal = yield* Effect.catchTag(authenticator.verify(accessToken), "InvalidToken", ({ reason }) =>
        fault(`The access token of the provider is not good here: ${reason}.`)
      )
      const { expiresAt: end, issuedAt = null, userId } = principal
      if (subject !== null && subject !== userId) {
        return yield* fault("The access token of the provider is of another user than its ID token.")
      }
      const scopes = allScopes.filter(
        (scope) => principal.scopes.has(scope) && (agreed === null || agreed.includes(scope))
      )
      if (scopes.length === 0) {
        const details = "The provider granted none of the scopes of this service."
        return yield* new ProviderRefused({ error: "access_denied", details })
      }
      const allowed = Option.match(yield* clients.find(clientId), {
        onNone: (): ReadonlyArray<Scope> => [],
        onSome: (client) => client.scopes
      })
      const beyond = scopes.filter((scope) => !allowed.includes(scope))
      if (beyond.length > 0) {
        return yield* fault(`The provider granted more than the client may have: ${beyond.join(" ")}.`)
      }
      const now = yield* Clock.currentTimeMillis
      const ends = [end === undefined ? [] : end * 1000, expiresIn === null ? [] : now + expiresIn * 1000].flat()
      const expiresAt = ends.length === 0 ? now + accessTokenSeconds * 1000 : Math.min(...ends)
      return { userId, scopes, accessToken, expiresAt, issuedAt }
    })
    return { judge }
  })
}) {}
