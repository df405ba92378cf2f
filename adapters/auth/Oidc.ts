import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Principal } from "../../src/domain/Principal.ts"
import { Authenticator, InvalidToken, type IssuerUnavailable } from "../../src/ports/signin/Authenticator.ts"
import { TokenIssuer } from "../../src/ports/signin/TokenIssuer.ts"
import { isJws, malformed, maxLength } from "./AccessToken.ts"
import * as Introspection from "./Introspection.ts"
import type { KeyFileUnusable } from "./KeyFile.ts"
import type { OidcSettings } from "./OidcSettings.ts"
import * as OwnTokens from "./OwnTokens.ts"
import { type IssuerMismatch, layer as providerLayer, Provider } from "./Provider.ts"
import * as ProviderKeys from "./ProviderKeys.ts"
import * as ProviderSignIn from "./ProviderSignIn.ts"
import { type GoodToken, typeOf, verify as verifyWith } from "./SignedToken.ts"
import * as VerifiedTokens from "./VerifiedTokens.ts"

/** The refusal of a token that none of the provider's current keys fits. */
const unfit = new InvalidToken({ reason: "the signature does not fit" })

/** Returns whether the text may follow `Bearer` in a header (RFC 6750, section 2.1). */
const isBearerToken = (token: string) => /^[\w\-.~+/]+=*$/.test(token)

/** Creates the authenticator for tokens of the provider, and for the service's own beside them, if there are any. */
const make = (
  settings: OidcSettings,
  own: OwnTokens.OwnTokens | null
): Effect.Effect<Authenticator["Type"], never, Provider | Scope.Scope> =>
  Effect.gen(function* () {
    const provider = yield* Provider
    const keys = yield* ProviderKeys.make(provider)
    const isIntrospecting = settings.client !== null && settings.client.secret !== null
    const introspect = isIntrospecting ? yield* Introspection.make(settings, provider) : () => malformed
    const verified = VerifiedTokens.make({ capacity: 10_000 })

    const verifySigned = Effect.fnUntraced(function* (token: string, now: number) {
      const type = isJws(token) ? yield* typeOf(token, settings) : yield* malformed
      const current = yield* keys.current
      const verdict = yield* Effect.promise(() => verifyWith(token, type, current, settings, now))
      if (verdict !== null) return yield* verdict
      const newer = yield* keys.since(current)
      if (newer === null) return yield* unfit
      return yield* (yield* Effect.promise(() => verifyWith(token, type, newer, settings, now))) ?? unfit
    })

    const granted = (principal: Principal): Principal =>
      [...principal.scopes].every((scope) => scope === "admin")
        ? { ...principal, scopes: new Set([...settings.defaultScopes, ...principal.scopes]) }
        : principal

    const verifyAnew = (
      token: string,
      now: number,
      caller: string
    ): Effect.Effect<GoodToken, InvalidToken | IssuerUnavailable> =>
      token.split(".").length === 3 ? verifySigned(token, now) : introspect(token, now, caller)

    const verify: Authenticator["Type"]["verify"] = (token, caller = "") =>
      Effect.clockWith((clock) => {
        if (token.length > maxLength) return malformed
        const now = clock.unsafeCurrentTimeMillis()
        const remembered = verified.find(token, now)
        if (remembered !== undefined) return Effect.succeed(remembered)
        if (!isBearerToken(token)) return malformed
        if (own !== null && own.claims(token)) return own.verify(token)
        return Effect.map(verifyAnew(token, now, caller), (good) => {
          const principal = granted(good.principal)
          verified.keep(token, { principal, exp: good.exp, at: now })
          return principal
        })
      })
    const known: Authenticator["Type"]["known"] = (token, now) => verified.find(token, now) ?? own?.known(token, now)
    return { verify, known, check: Effect.asVoid(keys.current) }
  })

/**
 * The authenticator for tokens of an OpenID provider, and sign-in at the provider's page if the service is its client.
 * Accepts JWTs; if the client has a secret, also opaque tokens, by introspection (RFC 7662). The keys of the data
 * directory, if one is given, sign access tokens for clients that registered themselves.
 *
 * Fails with `IssuerMismatch` if the provider answers at the start and names another issuer than the operator, and as
 * `issuerOf`.
 */
export const layer = (
  settings: OidcSettings,
  directory: string | null = null
): Layer.Layer<Authenticator | TokenIssuer, IssuerMismatch | KeyFileUnusable> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const own = directory === null ? null : yield* OwnTokens.make(directory)
      const issuer = ProviderSignIn.make(settings, yield* Provider, own?.issue ?? null)
      return Context.make(Authenticator, yield* make(settings, own)).pipe(Context.add(TokenIssuer, issuer))
    })
  ).pipe(Layer.provide(providerLayer(settings)))
