import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import { McpApi } from "../api/McpApi.ts"
import { bind, raw } from "../call/Call.ts"
import * as ApiClient from "../mcp/ApiClient.ts"
import * as McpServer from "../mcp/McpServer.ts"

export const bindings = Effect.gen(function* () {
  const runtime = yield* Effect.runtime()
  const serve = McpServer.make(
    (error) => void Runtime.runFork(runtime)(Effect.logDebug("A message was refused", error))
  )
  return bind(McpApi, {
    callMcp: ({ ask, body, request, requestId }) =>
      Effect.promise((signal) => {
        const whole = new Request(request.url, { method: "POST", headers: request.headers, signal })
        return serve(whole, body, ApiClient.make({ ask, request: whole, requestId }))
      }).pipe(Effect.map(raw))
  })
})
