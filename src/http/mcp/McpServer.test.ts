import { expect, test } from "bun:test"
import * as McpServer from "./McpServer.ts"
import { answering } from "./testing/FakeApi.ts"

const headers = { accept: "application/json, text/event-stream", "content-type": "application/json" }

test("an unexpected failure of a tool reveals no internal details, and is logged under the id", async () => {
  const logged: Array<unknown> = []
  const serve = McpServer.make({
    refused: (error) => logged.push(error),
    failed: (error, requestId) => logged.push([String(error), requestId])
  })
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_projects", arguments: {} } }
  const secret = "open('/var/lib/plinth/key.pem') failed"
  const broken = answering(() => {
    throw new Error(secret)
  })
  const request = new Request("http://service.test/mcp", { method: "POST", headers })
  const answer = await serve(request, message, broken)
  const text = await answer.text()
  expect(text).not.toContain("key.pem")
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)![1]!) as {
    readonly result: { readonly isError: boolean; readonly content: ReadonlyArray<{ readonly text: string }> }
  }
  expect(result.isError).toBe(true)
  expect(JSON.parse(result.content[0]!.text)).toEqual({
    error: "Internal",
    errorDetails: "The service has failed. Its log has the reason under the request id.",
    requestId: "id-of-the-call"
  })
  expect(logged).toEqual([[`Error: ${secret}`, "id-of-the-call"]])
})
