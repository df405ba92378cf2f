import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { optional } from "../../../domain/Optional.ts"
import { told, withoutToken } from "../../errors/Policy.ts"

const texts = Schema.Array(Schema.String)

const AuthorizationServer = Schema.Struct({
  issuer: Schema.String,
  authorization_endpoint: Schema.String,
  token_endpoint: Schema.String,
  registration_endpoint: optional(Schema.String).annotations({
    description: "Absent unless programs may register themselves"
  }),
  scopes_supported: texts,
  response_types_supported: texts,
  response_modes_supported: texts,
  grant_types_supported: texts,
  code_challenge_methods_supported: texts,
  token_endpoint_auth_methods_supported: texts,
  authorization_response_iss_parameter_supported: Schema.Boolean,
  service_documentation: Schema.String
}).annotations({ identifier: "AuthorizationServer" })

const ProtectedResource = Schema.Struct({
  resource: Schema.String,
  resource_name: Schema.String,
  resource_documentation: Schema.String,
  authorization_servers: texts,
  scopes_supported: texts,
  bearer_methods_supported: texts
}).annotations({ identifier: "ProtectedResource" })

/** How programs find out where users sign in for them. Contract section 19. */
export class MetadataApi extends HttpApiGroup.make("metadata")
  .add(
    HttpApiEndpoint.get("authorizationServer")`/.well-known/oauth-authorization-server`
      .addSuccess(AuthorizationServer)
      .annotateContext(told(withoutToken("auth"), "Describe the sign-in (RFC 8414)"))
  )
  .add(
    HttpApiEndpoint.get("protectedResource")`/.well-known/oauth-protected-resource`
      .addSuccess(ProtectedResource)
      .annotateContext(told(withoutToken("auth"), "Describe the API as a protected resource (RFC 9728)"))
  )
  .add(
    HttpApiEndpoint.get("protectedMcp")`/.well-known/oauth-protected-resource/mcp`
      .addSuccess(ProtectedResource)
      .annotateContext(told(withoutToken("auth"), "Describe /mcp as a protected resource (RFC 9728)"))
  )
  .annotate(
    OpenApi.Description,
    "How programs find the sign-in. Every 401 names the protected resource in `WWW-Authenticate`."
  ) {}
