import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Policy, withScope } from "../errors/Policy.ts"

const Message = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/**
 * The Model Context Protocol. Its messages are those of the protocol's specification, so it is not part of the OpenAPI
 * document. Each tool makes requests to the API, which have the scopes and roles; admission control judges these, so
 * that it never refuses what they are part of. Contract section 19.
 */
export class McpApi extends HttpApiGroup.make("mcp")
  .add(
    HttpApiEndpoint.post("callMcp")`/mcp`
      .setPayload(Message)
      .addSuccess(Schema.Unknown)
      .annotate(Policy, withScope("projects", "any", { isRelief: true }))
  )
  .annotate(OpenApi.Exclude, true)
  .annotateEndpoints(OpenApi.Exclude, true) {}
