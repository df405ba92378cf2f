import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as openid from "openid-client"
import { quoted } from "../../src/domain/Quoted.ts"
import { IssuerUnavailable } from "../../src/ports/signin/Authenticator.ts"
import * as InFlight from "./InFlight.ts"
import type { OidcSettings } from "./OidcSettings.ts"
import { faultOf, providerFetch } from "./ProviderFetch.ts"

/** The provider calls itself other than the operator does, so none of its tokens would ever be good. */
export class IssuerMismatch extends Schema.TaggedError<IssuerMismatch>()("IssuerMismatch", {
  expected: Schema.String,
  found: Schema.String
}) {
  override get message() {
    return `OIDC_ISSUER: the provider at ${quoted(this.expected)} calls itself ${quoted(this.found)}`
  }
}

/** How long a failed discovery stands for those that would follow, in milliseconds. */
const pause = 1000

/** The provider of tokens, as its discovery document tells (OpenID Connect Discovery 1.0). */
export class Provider extends Context.Tag("auth/Provider")<
  Provider,
  {
    /**
     * What openid-client needs for a request to the provider; every such request is bounded as `providerFetch` does.
     * Discovery is made once, and again after it failed or `forget`.
     * Fails: `IssuerUnavailable` while the provider does not tell, or tells of another issuer.
     */
    readonly configuration: Effect.Effect<openid.Configuration, IssuerUnavailable>
    /** Has the next `configuration` look whether the document has changed. */
    readonly forget: Effect.Effect<void>
  }
>() {}

/** The client's credentials in the form that the provider prefers; the header is what all must take (RFC 6749, 2.3.1). */
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
        // The signature of ID tokens is verified too, not only whom they came from.
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
    // openid-client takes a URL and what it is written like for the same; tokens have it as it is written.
    Effect.filterOrFail(
      (configuration) => configuration.serverMetadata().issuer === settings.issuer,
      (configuration) => new IssuerMismatch({ expected: settings.issuer, found: configuration.serverMetadata().issuer })
    )
  )
}

/** The other issuer of which a discovery document told. */
const claimedIssuer = (error: unknown): string | undefined => {
  if (!(error instanceof openid.ClientError) || error.code !== "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED")
    return undefined
  return (error.cause as { readonly body: { readonly issuer: string } }).body.issuer
}

const make = (settings: OidcSettings) =>
  Effect.gen(function* () {
    const clock = yield* Effect.clock
    const once = yield* InFlight.make<openid.Configuration, IssuerMismatch | IssuerUnavailable>()
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
      return failed !== undefined && age >= 0 && age < pause ? failed.error : once("discovery", attempt)
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

/** Fails: `IssuerMismatch` where the provider answers at the start, as another than the operator named. */
export const layer = (settings: OidcSettings): Layer.Layer<Provider, IssuerMismatch> =>
  Layer.scoped(Provider, make(settings))
