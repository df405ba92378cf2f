import { Webhook } from "standardwebhooks"

/** A message that was received. */
export interface Received {
  readonly id: string
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: Readonly<Record<string, unknown>> }
  /** The signatures, the first one by the current secret. */
  readonly signatures: ReadonlyArray<string>
  readonly headers: Headers
}

/** A receiver of webhooks on loopback, which verifies messages with the library of Standard Webhooks. */
export const webhookReceiver = () => {
  const received: Array<Received> = []
  const waiting = new Set<() => void>()
  let secrets: ReadonlyArray<string> = []
  let answer: (message: Received) => Response | Promise<Response> = () => new Response(null, { status: 204 })
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    fetch: async (request) => {
      const text = await request.text()
      const headers = Object.fromEntries(request.headers)
      for (const secret of secrets) new Webhook(secret).verify(text, headers)
      const message: Received = {
        id: headers["webhook-id"]!,
        body: JSON.parse(text) as Received["body"],
        signatures: headers["webhook-signature"]!.split(" "),
        headers: request.headers
      }
      received.push(message)
      for (const wake of waiting) wake()
      return answer(message)
    },
    error: (error) => new Response(String(error), { status: 400 })
  })
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    received,
    /** Each of these secrets must verify the following messages; a message that one does not verify is answered 400. */
    expect: (...now: ReadonlyArray<string>) => void (secrets = now),
    answerBy: (now: typeof answer) => void (answer = now),
    /** Waits for the first message that `is`, including those received before. */
    first: async (is: (message: Received) => boolean): Promise<Received> => {
      for (;;) {
        const found = received.find(is)
        if (found !== undefined) return found
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.add(resolve)
        await promise
        waiting.delete(resolve)
      }
    },
    stop: () => server.stop(true)
  }
}

export type WebhookReceiver = ReturnType<typeof webhookReceiver>
