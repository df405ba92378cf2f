import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Policy, withoutToken } from "../errors/Policy.ts"

const html = HttpApiSchema.Text({ contentType: "text/html" })

/** The web page and its assets, for browsers. Not part of the OpenAPI document. */
export class PageApi extends HttpApiGroup.make("page")
  .add(HttpApiEndpoint.get("app")`/app`.addSuccess(html))
  .add(HttpApiEndpoint.get("appBelow")`/app/*`.addSuccess(html))
  .annotateEndpoints(Policy, withoutToken("operations"))
  .annotate(OpenApi.Exclude, true)
  .annotateEndpoints(OpenApi.Exclude, true) {}
