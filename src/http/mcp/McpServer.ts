import {
  type CallToolResult,
  createMcpHandler,
  ResourceNotFoundError,
  Server,
  type ToolAnnotations
} from "@modelcontextprotocol/server"
import manifest from "../../../package.json" with { type: "json" }
import { quoted } from "../../domain/Quoted.ts"
import { ofDefect } from "../errors/ErrorResponse.ts"
import type { Structure } from "./Answer.ts"
import type { ApiClient } from "./ApiClient.ts"
import { Refusal } from "./Refusal.ts"
import { instructions, resources } from "./Resources.ts"
import type { Effects, Tool } from "./Tool.ts"
import { tools } from "./Tools.ts"

const byName = new Map(tools.map((tool) => [tool.name, tool]))

const annotationsOf: Record<Effects, ToolAnnotations> = {
  reads: { readOnlyHint: true, openWorldHint: false },
  starts: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  edits: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  publishes: { readOnlyHint: false, destructiveHint: true, openWorldHint: false }
}

type ListedTool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: { type: "object" }
  readonly outputSchema: { type: "object" }
  readonly annotations: ToolAnnotations
}

const listed = tools.map(({ description, effects, inputSchema, name, outputSchema, title }): ListedTool => ({
  name,
  title,
  description,
  inputSchema: inputSchema as { type: "object" },
  outputSchema: outputSchema as { type: "object" },
  annotations: annotationsOf[effects]
}))

/** The result of a tool: its structure, and the same as a text for programs that read no structures. */
const done = (structure: Structure): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(structure) }],
  structuredContent: structure
})

const failed = ({ code, details, more }: Refusal): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: JSON.stringify({ error: code, errorDetails: details, ...more }) }]
})

const internal = (requestId: string) => new Refusal("Internal", ofDefect, { requestId })

/** Writes lines of the log. */
export interface Log {
  /** A message was refused by the SDK. */
  readonly refused: (error: Error) => void
  /** A tool failed in a way that it should not. */
  readonly failed: (error: unknown, requestId: string) => void
}

/**
 * Runs a tool. Every failure is a result, not an error of the protocol: the SDK would pass on the message of an error,
 * which may contain internal details.
 */
const call = async (
  tool: Tool | undefined,
  name: string,
  sent: unknown,
  api: ApiClient,
  log: Log
): Promise<CallToolResult> => {
  try {
    if (tool === undefined) throw new Refusal("NotFound", `There is no tool ${quoted(name)}.`)
    return done(await tool.run(sent, api))
  } catch (error) {
    if (error instanceof Refusal) return failed(error)
    // The work of a program that has gone away is aborted.
    if (!api.signal.aborted) log.failed(error, api.requestId)
    return failed(internal(api.requestId))
  }
}

const serverOf = (api: ApiClient, log: Log): Server => {
  const server = new Server(
    { name: "plinth", title: "Plinth", version: manifest.version },
    { capabilities: { tools: {}, resources: {} }, instructions }
  )
  server.setRequestHandler("tools/list", () => ({ tools: listed }))
  server.setRequestHandler("tools/call", ({ params }) =>
    call(byName.get(params.name), params.name, params.arguments, api, log)
  )
  server.setRequestHandler("resources/list", () => ({
    resources: resources.map(({ description, name, title, uri }) => ({
      uri,
      name,
      title,
      description,
      mimeType: "text/markdown"
    }))
  }))
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }))
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const found = resources.find((resource) => resource.uri === uri)
    if (found === undefined) throw new ResourceNotFoundError(uri)
    return { contents: [{ uri, mimeType: "text/markdown", text: found.text }] }
  })
  return server
}

/**
 * Returns the function that serves a message of the protocol: without sessions, in every revision that the SDK speaks.
 * A response is complete when it is returned; the SDK streams to older programs, whose tools would otherwise go on after
 * the response.
 */
export const make = (log: Log) => {
  const { fetch } = createMcpHandler(({ authInfo }) => serverOf(authInfo!.extra!["api"] as ApiClient, log), {
    maxSubscriptions: 0,
    keepAliveMs: 0,
    onerror: log.refused
  })
  return async (request: Request, message: unknown, api: ApiClient): Promise<Response> => {
    // The token was checked before. The SDK passes this on unchanged.
    const authInfo = { token: "", clientId: "", scopes: [], extra: { api } }
    const response = await fetch(request, { parsedBody: message, authInfo })
    const body = response.body === null ? null : await response.bytes()
    return new Response(body, { status: response.status, headers: response.headers })
  }
}
