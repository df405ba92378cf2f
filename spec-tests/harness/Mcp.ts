import { type JsonObject, textOf } from "./Answer.ts"
import { holds, same, status } from "./Check.ts"
import type { Client } from "./Client.ts"

/** The result of a tool: its structured content, or the text of an error. */
export interface Result {
  readonly isError: boolean
  readonly structure: JsonObject
  /** The size of text and structure together. */
  readonly bytes: number
}

/**
 * The envelopes of requests: every request contains all metadata in the newest revision; then the previous revision.
 */
const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "conformance", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {}
}

const accept = { accept: "application/json, text/event-stream" }

/** Returns the message of an answer, which is JSON or an event of a stream. */
const messageOf = (text: string): JsonObject => {
  const line = text.split("\n").find((one) => one.startsWith("data: {"))
  return JSON.parse(line === undefined ? text : line.slice("data: ".length)) as JsonObject
}

/** Sends a request of the protocol and returns its result. */
export const asked = async (
  client: Client,
  method: string,
  params: JsonObject = {},
  revision: "2026-07-28" | "2025-11-25" = "2026-07-28"
): Promise<JsonObject> => {
  const isNew = revision === "2026-07-28"
  const sent = isNew ? { ...params, _meta: envelope } : params
  const named = typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {}
  const headers = { ...accept, "mcp-protocol-version": revision, ...(isNew ? { "mcp-method": method, ...named } : {}) }
  const answer = status(await client.post("/mcp", { jsonrpc: "2.0", id: 1, method, params: sent }, headers), 200)
  const message = messageOf(answer.text)
  same(`${method}: the id`, message["id"] ?? null, 1)
  holds(`${method}: a result`, typeof message["result"] === "object", message)
  return message["result"] as JsonObject
}

/** Calls a tool. */
export const called = async (client: Client, name: string, args: JsonObject = {}): Promise<Result> => {
  const { content, isError = false, structuredContent } = await asked(client, "tools/call", { name, arguments: args })
  const [first] = content as ReadonlyArray<JsonObject>
  const text = textOf(first?.["text"])
  const said = JSON.parse(text) as JsonObject
  const bytes = Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(structuredContent ?? ""))
  return { isError: isError === true, structure: (structuredContent ?? said) as JsonObject, bytes }
}

/** Calls a tool that must not fail, and returns its structure. */
export const done = async (client: Client, name: string, args: JsonObject = {}): Promise<JsonObject> => {
  const { isError, structure } = await called(client, name, args)
  holds(`${name} succeeds`, !isError, structure)
  return structure
}

/** Calls a tool that must fail, and returns its structure. */
export const refused = async (
  client: Client,
  name: string,
  code: string,
  args: JsonObject = {}
): Promise<JsonObject> => {
  const { isError, structure } = await called(client, name, args)
  same(`${name}: the error`, [isError, structure["error"] ?? null], [true, code])
  return structure
}
