import { expect, test } from "bun:test"
import { Webhook } from "standardwebhooks"
import { newSecret, signed } from "./Signature.ts"

const message = (body: string) => ({ id: crypto.randomUUID(), timestamp: Math.floor(Date.now() / 1000), body })

test("the library of Standard Webhooks verifies a signature by any of the secrets, over any text", () => {
  const [old, now] = [newSecret(), newSecret()]
  expect(now).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  for (const body of ['{"type":"a"}', '{"text":"Größe 🏠 \\u0000"}', "{}"]) {
    const headers = signed(message(body), [now, old])
    for (const secret of [old, now]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow()
    expect(() => new Webhook(now).verify(`${body} `, headers)).toThrow()
    expect(() => new Webhook(now).verify(body, { ...headers, "webhook-id": "other" })).toThrow()
  }
})
