import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import { McpApi } from "../api/McpApi.ts"
import { bind, raw } from "../call/Call.ts"
import * as ApiClient from "../mcp/ApiClient.ts"
import * as McpServer from "../mcp/McpServer.ts"

export const bindings = Effect.gen(function* () {
  const runtime = yield* Effect.runtime()
  const write = (line: Effect.Effect<void>) => void Runtime.runFork(runtime)(line)
  const serve = McpServer.make({
    refused: (error) => write(Effect.logDebug("A message was refused", error)),
    failed: (error, requestId) =>
      write(Effect.annotateLogs(Effect.logError("A tool has failed", Cause.die(error)), { requestId }))
  })
  return bind(McpApi, {
    callMcp: ({ ask, body, request, requestId }) =>
      Effect.promise((signal) => {
        const whole = new Request(request.url, { method: "POST", headers: request.headers, signal })
        return serve(whole, body, ApiClient.make({ ask, request: whole, requestId }))
      }).pipe(Effect.map(raw))
  })
})
