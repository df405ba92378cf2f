import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { maybe } from "../../../domain/Optional.ts"
import { mostBodyBytes } from "./AuthApi.ts"
import { Policy, withoutToken } from "../../errors/Policy.ts"

const html = HttpApiSchema.Text({ contentType: "text/html" })

/**
 * The page where users agree to a program that registered itself, for browsers, if a provider signs users in; elsewhere
 * the sign-in page asks. Not part of the OpenAPI document. Contract section 19.
 */
export class ConsentApi extends HttpApiGroup.make("consent")
  .add(HttpApiEndpoint.get("consentPage")`/v1/auth/consent`.addSuccess(html).annotate(Policy, withoutToken("auth")))
  .add(
    HttpApiEndpoint.post("consent")`/v1/auth/consent`
      .setPayload(Schema.Struct({ request: maybe(Schema.String), decision: maybe(Schema.String) }))
      .addSuccess(html)
      .annotate(Policy, withoutToken("auth", [], { takesForm: true, mostBodyBytes }))
  )
  .annotate(OpenApi.Exclude, true)
  .annotateEndpoints(OpenApi.Exclude, true) {}
