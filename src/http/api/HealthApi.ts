import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { Policy, withoutToken } from "./Policy.ts"

const Health = Schema.Struct({ status: Schema.Literal("ok") }).annotations({ identifier: "Health" })

const Readiness = Schema.Struct({
  status: Schema.Literal("ready", "unavailable"),
  /** `ok`, or what is wrong, for storage, blobs and queue. */
  checks: Schema.Record({ key: Schema.String, value: Schema.String })
}).annotations({ identifier: "Readiness" })

/** For the operator's platform; no token. */
export class HealthApi extends HttpApiGroup.make("health")
  .add(HttpApiEndpoint.get("health", "/healthz").addSuccess(Health).annotate(Policy, withoutToken("operations")))
  .add(
    HttpApiEndpoint.get("readiness", "/readyz").addSuccess(Readiness).annotate(Policy, withoutToken("operations"))
  ) {}
