import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Policy, withoutToken, told } from "../errors/Policy.ts"

const OpenApiDocument = Schema.Struct(
  { openapi: Schema.String, info: Schema.Unknown, paths: Schema.Unknown },
  Schema.Record({ key: Schema.String, value: Schema.Unknown })
).annotations({ identifier: "OpenApiDocument" })

const link = (description: string) =>
  Schema.String.annotations({ jsonSchema: { type: "string", format: "uri", description } })

const About = Schema.Struct({
  name: Schema.Literal("Plinth"),
  version: Schema.String,
  links: Schema.Struct({
    app: link("The page for people"),
    docs: link("The reference for people"),
    openapi: link("The OpenAPI document"),
    healthz: link("Returns 200 while the process runs"),
    readyz: link("Returns 200 while all dependencies of the service answer")
  })
}).annotations({ identifier: "About" })

const aboutOperation = {
  responses: {
    200: {
      description: "A description of the service, for programs",
      content: { "application/json": { schema: { $ref: "#/components/schemas/About" } } }
    },
    302: { description: "The page under `/app`, for browsers" }
  }
} as const

/** The description of the service, for programs and for people. Contract section 1. */
export class DocsApi extends HttpApiGroup.make("docs")
  .add(
    HttpApiEndpoint.get("about")`/`
      .addSuccess(About)
      .annotateContext(told(withoutToken("operations"), "Find the page, the documents and the probes"))
      .annotate(OpenApi.Override, aboutOperation)
      .annotate(OpenApi.Description, "Redirects clients that prefer `text/html` to `application/json` to the page.")
  )
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
    HttpApiEndpoint.get("guide")`/llms.txt`
      .addSuccess(HttpApiSchema.Text({ contentType: "text/plain" }))
      .annotate(Policy, withoutToken("operations"))
      .annotate(OpenApi.Exclude, true)
  )
  .add(
    HttpApiEndpoint.get("asset")`/docs/${HttpApiSchema.param("file", Schema.String)}`
      .addSuccess(Schema.Unknown)
      .annotate(Policy, withoutToken("operations"))
      .annotate(OpenApi.Exclude, true)
  )
  .annotate(OpenApi.Description, "The documentation of this API.") {}
