import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { maybe } from "../../../domain/Optional.ts"
import { mostBodyBytes } from "./AuthApi.ts"
import { Policy, withoutToken } from "../../errors/Policy.ts"

const ofPage = withoutToken("auth", [], { isShared: false, needsBody: false, mostBodyBytes })

/** The tokens that the page gets. Its refresh token is in the cookie alone. */
const PageTokens = Schema.Struct({
  access_token: Schema.String,
  token_type: Schema.Literal("Bearer"),
  expires_in: Schema.Number,
  scope: Schema.String
})

/**
 * The sign-in of a browser to the page under /app, whose refresh token is in a cookie for this path. Serves the page of
 * the service itself alone, and is not part of the OpenAPI document. POST exchanges a code, and renews if there is none.
 * Contract section 20.
 */
export class PageSessionApi extends HttpApiGroup.make("pageSession")
  .add(
    HttpApiEndpoint.post("renewPageSession")`/app/session`
      .setPayload(Schema.Struct({ code: maybe(Schema.String), code_verifier: maybe(Schema.String) }))
      .addSuccess(PageTokens)
  )
  .add(HttpApiEndpoint.del("endPageSession")`/app/session`.addSuccess(Schema.Void, { status: 204 }))
  .annotateEndpoints(Policy, ofPage)
  .annotate(OpenApi.Exclude, true)
  .annotateEndpoints(OpenApi.Exclude, true) {}
