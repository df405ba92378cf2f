import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { maybe, optional } from "../../../domain/Optional.ts"
import { scopes } from "../../../domain/Principal.ts"
import { sentenceOf } from "../../../domain/Limit.ts"
import { limits } from "../../../domain/Limits.ts"
import { RegistrationRequest } from "../../../domain/signin/Registration.ts"
import { told, withoutToken } from "../../errors/Policy.ts"

/** The request for tokens, as a form or as JSON. */
export const TokenRequest = Schema.Struct({
  grant_type: maybe(Schema.String).annotations({ description: "authorization_code or refresh_token" }),
  code: maybe(Schema.String),
  redirect_uri: maybe(Schema.String).annotations({
    description: "The URL that the code was requested with; needed with a code"
  }),
  code_verifier: maybe(Schema.String).annotations({ description: "The code verifier of RFC 7636; needed with a code" }),
  refresh_token: maybe(Schema.String),
  client_id: maybe(Schema.String),
  client_secret: maybe(Schema.String).annotations({ description: "The secret of a client that has one; empty is none" })
}).annotations({ identifier: "TokenRequest" })
export type TokenRequest = typeof TokenRequest.Type

const Tokens = Schema.Struct({
  access_token: Schema.String,
  token_type: Schema.Literal("Bearer"),
  expires_in: Schema.Number.annotations({ jsonSchema: { type: "integer", description: "Seconds" } }),
  scope: Schema.String.annotations({ description: "The scopes that were granted, separated by blanks" }),
  refresh_token: Schema.optionalWith(Schema.String, { exact: true }).annotations({
    description: "Serves once, within 30 days; a second use ends the sign-in. Absent if the provider gives none"
  })
}).annotations({ identifier: "Tokens" })

/** A client that registered itself, with the metadata in force (RFC 7591, section 3.2.1). */
export const RegisteredClient = Schema.Struct({
  client_id: Schema.String,
  client_id_issued_at: Schema.Number.annotations({
    jsonSchema: { type: "integer", description: "Seconds since 1970" }
  }),
  client_name: optional(Schema.String),
  redirect_uris: Schema.Array(Schema.String),
  scope: Schema.String.annotations({ description: "The scopes that the client may have, separated by blanks" }),
  grant_types: Schema.Array(Schema.String),
  response_types: Schema.Array(Schema.String),
  token_endpoint_auth_method: Schema.Literal("none")
}).annotations({ identifier: "RegisteredClient" })

const Scopes = Schema.Struct({ scopes: Schema.Array(Schema.String) }).annotations({ identifier: "Scopes" })

/** The largest body, in bytes. */
export const mostBodyBytes = limits.signInBodyBytes.most

const posted = withoutToken("auth", [401, 429, 503], { takesForm: true, mostBodyBytes })

const parameter = (name: string, description: string, required = false) => ({
  name,
  in: "query" as const,
  required,
  description,
  schema: { type: "string" as const }
})

const callbackParameters = [
  parameter("state", "As the provider was given it", true),
  parameter("code", "The provider's"),
  parameter("error", "In place of a code"),
  parameter("iss", "The provider: RFC 9207")
]

const body = { $ref: "#/components/schemas/TokenRequest" }

const tokenOperation = {
  requestBody: {
    required: true,
    content: { "application/x-www-form-urlencoded": { schema: body }, "application/json": { schema: body } }
  }
}

/** Sign-in of users for clients: OAuth 2.0, authorization code flow with PKCE. Contract section 4. */
export class AuthApi extends HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.get("authorize")`/v1/auth/authorize`
      .addSuccess(Schema.Void, { status: 302 })
      .annotateContext(told(withoutToken("auth", [400, 503]), "Ask a user to sign in"))
      .annotate(OpenApi.Override, {
        parameters: [
          parameter("client_id", "A registered client", true),
          parameter("redirect_uri", "One of its redirect URLs, exactly as it was registered", true),
          parameter("code_challenge", "RFC 7636", true),
          parameter("code_challenge_method", "S256", true),
          parameter(
            "scope",
            "Separated by blanks; those that the client may not have are dropped; none: all that it may"
          ),
          parameter("state", "Given back as it came"),
          parameter("response_type", "code; absent is the same")
        ],
        responses: {
          302: {
            description: "The page where the user signs in, ours or the provider's; or the client's URL with `error`"
          }
        }
      })
      .annotate(
        OpenApi.Description,
        "For browsers. The page leads to the redirect URL with `code`, `state` and `iss` (RFC 9207). An unknown client or redirect URL is 400; other errors are reported at the redirect URL. Other parameters are dropped."
      )
  )
  .add(
    HttpApiEndpoint.get("callback")`/v1/auth/callback`
      .addSuccess(Schema.Void, { status: 302 })
      .annotateContext(told(withoutToken("auth", [400, 403, 404, 429, 503]), "Come back from the provider"))
      .annotate(OpenApi.Override, {
        parameters: callbackParameters,
        responses: { 302: { description: "The client's URL, with `code` or with `error`" } }
      })
      .annotate(
        OpenApi.Description,
        "For browsers, where users sign in at a provider (`AUTH=oidc`); elsewhere there is no such path. Serves the browser that asked to sign in, within 15 minutes: else 403. What the provider refuses is told at the client's URL."
      )
  )
  .add(
    HttpApiEndpoint.post("token")`/v1/auth/token`
      .setPayload(TokenRequest)
      .addSuccess(Tokens)
      .annotateContext(told(posted, "Exchange a code or a refresh token"))
      .annotate(OpenApi.Override, tokenOperation)
      .annotate(
        OpenApi.Description,
        "A code is valid once, within 60 seconds; a second use ends the tokens that were issued for it. Clients with a secret send it in the body or by HTTP Basic."
      )
  )
  .add(
    HttpApiEndpoint.post("tokenOlder")`/v1/auth/oauth/token`
      .setPayload(TokenRequest)
      .addSuccess(Tokens)
      .annotateContext(told(posted, "Exchange a code or a refresh token (older path)"))
      .annotate(OpenApi.Override, tokenOperation)
      .annotate(OpenApi.Deprecated, true)
  )
  .add(
    HttpApiEndpoint.post("register")`/v1/auth/register`
      .setPayload(RegistrationRequest)
      .addSuccess(RegisteredClient, { status: 201 })
      .annotateContext(
        told(
          withoutToken("auth", [404, 429, 503], { mostBodyBytes }),
          "Register a program as a client (RFC 7591)",
          `With \`CLIENT_REGISTRATION=open\`; elsewhere there is no such path. The client is public: it has no secret. Who signs in is asked each time. ${sentenceOf(limits.registrationsOfAddress)} A client that nobody uses for 90 days is removed.`
        )
      )
  )
  .add(
    HttpApiEndpoint.get("scopes")`/v1/auth/scopes`
      .addSuccess(Scopes)
      .annotateContext(told(withoutToken("auth"), `List the scopes: ${scopes.length} of them`))
  )
  .annotate(OpenApi.Description, "How clients get tokens: OAuth 2.0, code flow with PKCE.") {}
