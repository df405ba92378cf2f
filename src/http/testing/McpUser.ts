import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { publicUrl, type TestService } from "./TestService.ts"

/** The newest revision of the protocol, which has no handshake, and those before it. */
export const revisions = ["2026-07-28", "2025-11-25"] as const
export type Revision = (typeof revisions)[number]

/** The result of a tool: its structure, or the error. */
interface Outcome {
  readonly structure: Readonly<Record<string, unknown>>
  readonly error: string | null
  /** The size of text and structure together. */
  readonly bytes: number
}

/** A program that speaks the protocol to a service through the client of the SDK. */
export interface McpUser {
  readonly client: Client
  readonly call: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<Outcome>
  readonly close: () => Promise<void>
}

/** How long a tool may take on a busy machine, in milliseconds. */
const timeout = 600_000

type Fetch = (request: Request) => Promise<Response>

/** Connects a program with a token, by `fetch`, to a service at `url`. */
export const connected = async (
  url: string,
  token: string,
  revision: Revision = "2026-07-28",
  fetch: Fetch = (request) => globalThis.fetch(request)
): Promise<McpUser> => {
  const mode = revision === "2026-07-28" ? { mode: { pin: revision } } : { mode: "legacy" as const }
  const client = new Client({ name: "tests", version: "1" }, { versionNegotiation: mode })
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", url), {
    fetch: (input, init) => fetch(new Request(String(input), init)),
    requestInit: { headers: { authorization: `Bearer ${token}` } }
  })
  await client.connect(transport)
  return {
    client,
    call: async (name, args = {}) => {
      const { content, isError, structuredContent } = await client.callTool({ name, arguments: args }, { timeout })
      const [first] = content
      if (first?.type !== "text") throw new Error("a result has one text")
      const said = JSON.parse(first.text) as Readonly<Record<string, unknown>>
      const bytes = Buffer.byteLength(JSON.stringify({ content, structuredContent }))
      return {
        structure: (structuredContent ?? said) as Outcome["structure"],
        error: isError === true ? String(said["error"]) : null,
        bytes
      }
    },
    close: () => client.close()
  }
}

/** Connects a program to a service in this process. */
export const connectedTo = (service: TestService, token: string, revision?: Revision): Promise<McpUser> =>
  connected(publicUrl, token, revision, service.fetch)
