import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import { McpApi } from "../api/McpApi.ts"
import { bind, raw } from "../call/Call.ts"
import { madeOnce } from "../../runtime/MadeOnce.ts"
import * as ApiClient from "../mcp/ApiClient.ts"
import type * as McpServer from "../mcp/McpServer.ts"

export const bindings = Effect.gen(function* () {
  const runtime = yield* Effect.runtime()
  const write = (line: Effect.Effect<void>) => void Runtime.runFork(runtime)(line)
  const log: McpServer.Log = {
    refused: (error) => write(Effect.logDebug("A message was refused", error)),
    failed: (error, requestId) =>
      write(Effect.annotateLogs(Effect.logError("A tool has failed", Cause.die(error)), { requestId }))
  }
  // Loaded with the first message: the SDK is a tenth of the code that the service would load at its start.
  const server = madeOnce(Effect.promise(async () => (await import("../mcp/McpServer.ts")).make(log)))
  return bind(McpApi, {
    callMcp: ({ ask, body, request, requestId }) =>
      Effect.flatMap(server, (serve) =>
        Effect.promise((signal) => {
          const whole = new Request(request.url, { method: "POST", headers: request.headers, signal })
          return serve(whole, body, ApiClient.make({ ask, request: whole, requestId }))
        })
      ).pipe(Effect.map(raw))
  })
})
