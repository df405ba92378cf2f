import * as Effect from "effect/Effect"
import { HealthApi } from "../api/HealthApi.ts"
import { bind, raw } from "../call/Call.ts"
import * as Readiness from "../dispatch/Readiness.ts"

export const bindings = Effect.map(Readiness.make, (readiness) =>
  bind(HealthApi, {
    health: () => Effect.succeed({ status: "ok" as const }),
    readiness: () =>
      Effect.map(readiness, (found) => {
        const isReady = found.status === "ready"
        const headers: Record<string, string> = isReady ? {} : { "retry-after": "2" }
        return raw(Response.json(found, { status: isReady ? 200 : 503, headers }))
      })
  })
)
