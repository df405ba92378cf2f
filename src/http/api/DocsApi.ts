import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Policy, withoutToken, told } from "./Policy.ts"

const OpenApiDocument = Schema.Struct(
  { openapi: Schema.String, info: Schema.Unknown, paths: Schema.Unknown },
  Schema.Record({ key: Schema.String, value: Schema.Unknown })
).annotations({ identifier: "OpenApiDocument" })

/** The description of the service, for programs and for people. Contract section 1. */
export class DocsApi extends HttpApiGroup.make("docs")
  .add(
    HttpApiEndpoint.get("openapi")`/openapi.json`
      .addSuccess(OpenApiDocument)
      .annotateContext(told(withoutToken("operations"), "This document"))
  )
  .add(
    HttpApiEndpoint.get("page")`/docs`
      .addSuccess(HttpApiSchema.Text({ contentType: "text/html" }))
      .annotate(Policy, withoutToken("operations"))
      .annotate(OpenApi.Exclude, true)
  )
  .add(
    HttpApiEndpoint.get("asset")`/docs/${HttpApiSchema.param("file", Schema.String)}`
      .addSuccess(Schema.Unknown)
      .annotate(Policy, withoutToken("operations"))
      .annotate(OpenApi.Exclude, true)
  )
  .annotate(OpenApi.Description, "This reference.") {}
