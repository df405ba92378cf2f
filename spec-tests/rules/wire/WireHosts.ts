import { each, holds, same } from "../../harness/Check.ts"
import { Skipped } from "../../harness/Faults.ts"
import { exchange, type RawAnswer } from "../../harness/RawHttp.ts"
import type { Context } from "../../harness/Context.ts"
import { rules } from "../../harness/Rule.ts"

const rule = rules("contract 2.5", [])

/** Sends a head without a body, line by line as given, over a connection of its own. */
const sent = (context: Context, ...lines: ReadonlyArray<string>): Promise<RawAnswer> => {
  const { hostname, port, protocol } = new URL(context.api.baseUrl)
  if (protocol !== "http:") throw new Skipped("needs a service that is spoken to without TLS")
  return exchange({ host: hostname, port: Number(port || 80) }, `${lines.join("\r\n")}\r\n\r\n`)
}

const refused = (answer: RawAnswer): void => {
  same("status", answer.status, 400)
  holds("nothing of the inside", !/<html|node_modules|\.ts\b/i.test(answer.text), answer.text.slice(0, 300))
}

export const wireHosts = [
  rule("2.5-host-broken", "A malformed Host: 400", async (context) => {
    await each(["[", "a b", "a/b", "[::1", "a:b", "a@b", "", "a,b"], JSON.stringify, async (host) => {
      refused(await sent(context, "GET /healthz HTTP/1.1", `Host: ${host}`))
      refused(await sent(context, "GET /v1/projects HTTP/1.0", `Host: ${host}`))
    })
  }),
  rule("2.5-host-twice", "Two Host headers: 400", async (context) => {
    refused(await sent(context, "GET /healthz HTTP/1.1", "Host: a", "Host: b"))
    refused(await sent(context, "GET /healthz HTTP/1.1", "Host: a", "Host: a"))
  }),
  rule("2.5-host-missing", "No Host in HTTP/1.1: 400; HTTP/1.0 without Host is served", async (context) => {
    refused(await sent(context, "GET /healthz HTTP/1.1"))
    same("status", (await sent(context, "GET /healthz HTTP/1.0")).status, 200)
  }),
  rule("2.5-host-any", "Any valid host is served, with or without port", async (context) => {
    await each(["localhost", "10.1.2.3:80", "[::1]:8080", "Plinth.example.", "a_b-c.d:1"], String, async (host) => {
      same("status", (await sent(context, "GET /healthz HTTP/1.1", `Host: ${host}`)).status, 200)
    })
  })
]
