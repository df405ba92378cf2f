import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { withoutToken, told } from "../errors/Policy.ts"

const Health = Schema.Struct({ status: Schema.Literal("ok") }).annotations({ identifier: "Health" })

const Readiness = Schema.Struct({
  status: Schema.Literal("ready", "unavailable"),
  /** `ok` or `unavailable` for storage, blobs, queue and tokens; `service` is present only while the service stops. */
  checks: Schema.Record({ key: Schema.String, value: Schema.String })
}).annotations({ identifier: "Readiness" })

const readiness = { "application/json": { schema: { $ref: "#/components/schemas/Readiness" } } }

/** Probes for the operator's platform, without a token. */
export class HealthApi extends HttpApiGroup.make("health")
  .add(
    HttpApiEndpoint.get("health")`/healthz`
      .addSuccess(Health)
      .annotateContext(told(withoutToken("operations"), "The process answers"))
  )
  .add(
    HttpApiEndpoint.get("readiness")`/readyz`
      .addSuccess(Readiness)
      .annotateContext(told(withoutToken("operations"), "Storage, blobs, queue and tokens answer"))
      .annotate(OpenApi.Override, {
        responses: {
          200: { description: "All dependencies answer", content: readiness },
          503: {
            description: "Some dependencies do not answer",
            headers: { "Retry-After": { $ref: "#/components/headers/Retry-After" } },
            content: readiness
          }
        }
      })
      .annotate(OpenApi.Description, "Returns 503 if one of them does not answer; `checks` names it.")
  )
  .annotate(OpenApi.Description, "Probes for the platform that runs the service. They need no token.") {}
