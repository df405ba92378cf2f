/**
 * Receives webhooks of a project, checks their signatures and prints what they say.
 * Usage: WEBHOOK_SECRET=whsec_… PORT=8090 sh scripts/run.sh examples/webhook-receiver.ts
 * It needs standardwebhooks (npm install standardwebhooks).
 */
import process from "node:process"
import { Webhook } from "standardwebhooks"

interface Message {
  readonly type: string
  readonly data: { readonly id?: string; readonly object?: string; readonly userId?: string }
}

const webhook = new Webhook(process.env["WEBHOOK_SECRET"] ?? "")

/** Messages arrive at least once, so some arrive again: their `webhook-id` is then the same. A real receiver stores it. */
const seen = new Set<string>()

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.env["PORT"] ?? 8090),
  fetch: async (request) => {
    // The signature is that of the bytes that were sent, so the body is parsed only after the check.
    const text = await request.text()
    const headers = Object.fromEntries(request.headers)
    let message: Message
    try {
      message = webhook.verify(text, headers) as Message
    } catch {
      return new Response("The signature is wrong.", { status: 401 })
    }
    const id = headers["webhook-id"] ?? ""
    if (!seen.has(id)) {
      seen.add(id)
      const { data, type } = message
      console.log([type, data.id, data.object, data.userId].filter(Boolean).join(" "))
    }
    return new Response(null, { status: 204 })
  }
})
console.log(`receives webhooks at ${server.url.href}`)
