import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as openid from "openid-client"
import { quoted } from "../../src/domain/Quoted.ts"
import { IssuerUnavailable } from "../../src/ports/signin/Authenticator.ts"
import * as SingleFlight from "../../src/runtime/SingleFlight.ts"
import type { OidcSettings } from "./OidcSettings.ts"
import { faultOf, providerFetch } from "./ProviderFetch.ts"

/** The provider names another issuer than the operator did, so none of its tokens would be valid. */
export class IssuerMismatch extends Schema.TaggedError<IssuerMismatch>()("IssuerMismatch", {
  expected: Schema.String,
  found: Schema.String
}) {
  override get message() {
    return `OIDC_ISSUER: the provider at ${quoted(this.expected)} calls itself ${quoted(this.found)}`
  }
}

/** How long a failed discovery is reused before the next attempt, in milliseconds. */
const pause = 1000

/** The provider of tokens, as its discovery document describes it (OpenID Connect Discovery 1.0). */
export class Provider extends Context.Tag("auth/Provider")<
  Provider,
  {
    /**
     * The configuration that openid-client needs for requests to the provider; all of them are limited by
     * `providerFetch`. Discovery runs once, and again after a failure or `forget`.
     * Fails with `IssuerUnavailable` while the provider does not answer or names another issuer.
     */
    readonly configuration: Effect.Effect<openid.Configuration, IssuerUnavailable>
    /** Makes the next `configuration` fetch the discovery document again. */
    readonly forget: Effect.Effect<void>
  }
>() {}

/**
 * Returns client authentication in the request body if the provider lists only that, else in the header, which all
 * providers must support (RFC 6749, 2.3.1).
 */
const authentication = ({ client }: OidcSettings): openid.ClientAuth => {
  if (client === null || client.secret === null) return openid.None()
  const secret = Redacted.value(client.secret)
  const [inBody, inHeader] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)]
  return (server, metadata, body, headers) => {
    const { token_endpoint_auth_methods_supported: supported = [] } = server
    const isBodyAlone = supported.includes("client_secret_post") && !supported.includes("client_secret_basic")
    return (isBodyAlone ? inBody : inHeader)(server, metadata, body, headers)
  }
}

const discover = (settings: OidcSettings): Effect.Effect<openid.Configuration, IssuerMismatch | IssuerUnavailable> => {
  const issuer = new URL(settings.issuer)
  return Effect.tryPromise({
    try: () =>
      openid.discovery(issuer, settings.client?.id ?? settings.audience, undefined, authentication(settings), {
        [openid.customFetch]: providerFetch,
        // This also verifies the signature of ID tokens, rather than relying on TLS to the provider.
        execute: [
          openid.enableNonRepudiationChecks,
          ...(issuer.protocol === "http:" ? [openid.allowInsecureRequests] : [])
        ]
      }),
    catch: (error) => {
      const found = claimedIssuer(error)
      return found === undefined
        ? new IssuerUnavailable({ reason: faultOf(error) })
        : new IssuerMismatch({ expected: settings.issuer, found })
    }
  }).pipe(
    // openid-client compares issuers as parsed URLs, but tokens contain the exact text.
    Effect.filterOrFail(
      (configuration) => configuration.serverMetadata().issuer === settings.issuer,
      (configuration) => new IssuerMismatch({ expected: settings.issuer, found: configuration.serverMetadata().issuer })
    )
  )
}

/** Returns the other issuer that the discovery document names; undefined if the error is a different one. */
const claimedIssuer = (error: unknown): string | undefined => {
  if (!(error instanceof openid.ClientError) || error.code !== "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED")
    return undefined
  return (error.cause as { readonly body: { readonly issuer: string } }).body.issuer
}

const make = (settings: OidcSettings) =>
  Effect.gen(function* () {
    const clock = yield* Effect.clock
    const runs = SingleFlight.make<openid.Configuration, IssuerMismatch | IssuerUnavailable>()
    let known: openid.Configuration | undefined
    let failed: { readonly error: IssuerMismatch | IssuerUnavailable; readonly at: number } | undefined
    const attempt = discover(settings).pipe(
      Effect.tap((configuration) => {
        known = configuration
      }),
      Effect.tapError((error) => Effect.sync(() => (failed = { error, at: clock.unsafeCurrentTimeMillis() })))
    )
    const discovered = Effect.suspend(() => {
      if (known !== undefined) return Effect.succeed(known)
      const age = failed === undefined ? pause : clock.unsafeCurrentTimeMillis() - failed.at
      return failed !== undefined && age >= 0 && age < pause ? failed.error : runs.join("discovery", attempt)
    })
    const first = yield* Effect.either(discovered)
    if (Either.isLeft(first) && first.left._tag === "IssuerMismatch") return yield* first.left
    return Provider.of({
      configuration: Effect.catchTag(discovered, "IssuerMismatch", ({ message }) =>
        Effect.fail(new IssuerUnavailable({ reason: message }))
      ),
      forget: Effect.sync(() => {
        known = undefined
      })
    })
  })

/** The provider. Fails with `IssuerMismatch` if it answers at the start and names another issuer than the operator. */
export const layer = (settings: OidcSettings): Layer.Layer<Provider, IssuerMismatch> =>
  Layer.scoped(Provider, make(settings))
