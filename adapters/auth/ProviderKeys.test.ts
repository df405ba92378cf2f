import { afterAll, expect, test } from "bun:test"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as TestClock from "effect/TestClock"
import { authenticator, provided, start, until } from "./testing/OidcTest.ts"

provided("a new key is good within 30 seconds, and a removed one dead within ten minutes", () =>
  Effect.gen(function* () {
    const { forge, other, provider } = yield* Effect.promise(start)
    const { verdict } = yield* authenticator(provider.settings)
    const next = yield* Effect.promise(other)
    const fresh = (from: typeof forge) =>
      Effect.flatMap(
        Effect.promise(() => from.sign(from.claims())),
        verdict
      )
    expect(yield* fresh(forge)).toBe("good")
    provider.publish(next.signer)
    yield* TestClock.adjust("29 seconds")
    expect([yield* fresh(next.forge), yield* fresh(forge)]).toEqual(["InvalidToken", "good"])
    yield* TestClock.adjust("1 seconds")
    expect([yield* fresh(next.forge), yield* fresh(forge)]).toEqual(["good", "InvalidToken"])
    expect(provider.asked.keys).toBe(2)
  })
)

provided("a removed key is dead within ten minutes where no token asks for another", () =>
  Effect.gen(function* () {
    const { forge, other, provider } = yield* Effect.promise(start)
    const { verdict } = yield* authenticator(provider.settings)
    const token = yield* Effect.promise(() => forge.sign({ ...forge.claims(), exp: forge.now() + 86_400 }))
    expect(yield* verdict(token)).toBe("good")
    provider.publish((yield* Effect.promise(other)).signer)
    yield* TestClock.adjust("299 seconds")
    expect(yield* verdict(token)).toBe("good")
    expect(provider.asked.keys).toBe(1)
    yield* TestClock.adjust("1 seconds")
    yield* until(() => provider.asked.keys === 2)
    yield* TestClock.adjust("60 seconds")
    expect(yield* verdict(token)).toBe("InvalidToken")
    // Fetching the known key took place a minute ago, so the keys are fetched once more for the unknown one.
    expect(provider.asked.keys).toBe(3)
  })
)

provided("10,000 random kids cause one fetch in 30 seconds and delay no valid token", () =>
  Effect.gen(function* () {
    const { forge, provider } = yield* Effect.promise(start)
    const { verdict } = yield* authenticator(provider.settings)
    const [head, body, end] = yield* Effect.promise(forge.parts)
    const random = () =>
      `${Buffer.from(JSON.stringify({ ...forge.header, kid: crypto.randomUUID() })).toString("base64url")}.${body}.${end}`
    const flood = Effect.forEach(Array.from({ length: 5000 }, random), (token) => verdict(token), { concurrency: 100 })
    yield* TestClock.adjust("30 seconds")
    const verdicts = [...(yield* flood), ...(yield* flood)]
    expect(new Set(verdicts)).toEqual(new Set(["InvalidToken"]))
    expect(provider.asked.keys).toBe(2)
    expect(yield* verdict(`${head}.${body}.${end}`)).toBe("good")
    yield* TestClock.adjust("29 seconds")
    yield* flood
    expect(provider.asked.keys).toBe(2)
    yield* TestClock.adjust("1 seconds")
    yield* flood
    expect([provider.asked.keys, provider.asked.discovery]).toEqual([3, 1])
  })
)

provided("tokens without a kid find a key that has replaced another", () =>
  Effect.gen(function* () {
    const { forge, other, provider, signer } = yield* Effect.promise(start)
    const { verdict } = yield* authenticator(provider.settings)
    const next = yield* Effect.promise(other)
    const nameless = (from: typeof forge) =>
      Effect.flatMap(
        Effect.promise(() => from.sign(from.claims(), { ...from.header, kid: undefined })),
        verdict
      )
    yield* TestClock.adjust("30 seconds")
    provider.publish(next.signer)
    expect(yield* nameless(next.forge)).toBe("good")
    yield* TestClock.adjust("30 seconds")
    provider.publish(signer, next.signer)
    expect([yield* nameless(forge), yield* nameless(next.forge)]).toEqual(["good", "good"])
  })
)

provided("while the provider is down, known keys stay valid and tokens of others are IssuerUnavailable", () =>
  Effect.gen(function* () {
    const { forge, other, provider } = yield* Effect.promise(start)
    const { isReady, verdict } = yield* authenticator(provider.settings)
    yield* Effect.promise(provider.down)
    const next = yield* Effect.promise(other)
    const long = (from: typeof forge) =>
      Effect.flatMap(
        Effect.promise(() => from.sign({ ...from.claims(), exp: from.now() + 1_000_000 })),
        verdict
      )
    yield* TestClock.adjust("1 hours")
    expect([yield* long(forge), yield* isReady]).toEqual(["good", true])
    yield* until(() => true)
    expect(yield* long(next.forge)).toBe("IssuerUnavailable")
    provider.publish(next.signer)
    provider.up()
    yield* TestClock.adjust("30 seconds")
    expect([yield* long(next.forge), yield* long(forge)]).toEqual(["good", "InvalidToken"])
  })
)

provided("after a start without the provider every token is IssuerUnavailable until the provider answers", () =>
  Effect.gen(function* () {
    const { forge, provider } = yield* Effect.promise(start)
    const token = yield* Effect.promise(() => forge.sign(forge.claims()))
    yield* Effect.promise(provider.down)
    const { isReady, verdict } = yield* authenticator(provider.settings)
    expect([yield* verdict(token), yield* isReady]).toEqual(["IssuerUnavailable", false])
    expect(yield* verdict("no token")).toBe("InvalidToken")
    provider.up()
    yield* TestClock.adjust("5 seconds")
    yield* until(() => provider.asked.keys === 1)
    yield* Effect.promise(() => Bun.sleep(50))
    expect([yield* verdict(token), yield* isReady]).toEqual(["good", true])
  })
)

let strangerAsked = 0
const stranger = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => {
    strangerAsked++
    return Response.json({ keys: [] })
  }
})
afterAll(() => stranger.stop(true))
let pulled = 0
const endless = () =>
  new Response(
    new ReadableStream({
      pull: (controller) => {
        pulled++
        controller.enqueue(new Uint8Array(65_536).fill(32))
      }
    })
  )

const answers: ReadonlyArray<
  readonly [string, (publish: () => Response | Promise<Response>) => Response | Promise<Response>]
> = [
  ["an endless one", endless],
  ["one of 600 KB", () => Response.json({ keys: [], note: "n".repeat(600_000) })],
  ["one that is packed", () => new Response(Bun.gzipSync('{"keys":[]}'), { headers: { "content-encoding": "gzip" } })],
  ["HTML", () => new Response("<html>Sign in</html>", { headers: { "content-type": "text/html" } })],
  ["a list", () => Response.json([])],
  ["null", () => Response.json(null)],
  ["keys that are no list", () => Response.json({ keys: "many" })],
  ["101 keys", () => Response.json({ keys: Array.from({ length: 101 }, () => ({ kty: "RSA" })) })],
  ["an error with keys", async (publish) => new Response((await publish()).body, { status: 500 })],
  ["a redirect to a file", () => Response.redirect("file:///etc/passwd")],
  ["a redirect to somebody else", () => Response.redirect(stranger.url.href)],
  ["silence", () => new Promise(() => {})],
  [
    "a beginning, then silence",
    () => new Response(new ReadableStream({ start: (it) => it.enqueue(new Uint8Array([123])) }))
  ]
]

for (const [name, answer] of answers) {
  provided(`in place of keys, ${name}: refused with bounded memory, and known keys stay`, () =>
    Effect.gen(function* () {
      const { forge, other, provider } = yield* Effect.promise(start)
      const good = provider.answers.keys
      const warm = yield* authenticator(provider.settings)
      provider.answers.keys = (request) => answer(() => good(request))
      yield* TestClock.adjust("30 seconds")
      const [cold, unknown] = yield* Effect.all(
        [
          authenticator(provider.settings),
          Effect.flatMap(Effect.promise(other), ({ forge }) =>
            Effect.flatMap(
              Effect.promise(() => forge.sign(forge.claims())),
              warm.verdict
            )
          )
        ],
        { concurrency: 2 }
      )
      const token = yield* Effect.promise(() => forge.sign(forge.claims()))
      expect([unknown, yield* warm.verdict(token), yield* cold.verdict(token)]).toEqual([
        "IssuerUnavailable",
        "good",
        "IssuerUnavailable"
      ])
      expect([yield* warm.isReady, yield* cold.isReady]).toEqual([true, false])
      // The sender can fill the buffers of both machines before it notices that the reader has stopped.
      expect(pulled * 65_536).toBeLessThan(64 * 1024 * 1024)
      provider.answers.keys = good
      const { keys } = provider.asked
      yield* TestClock.adjust("5 seconds")
      yield* until(() => provider.asked.keys > keys)
      yield* Effect.promise(() => Bun.sleep(50))
      expect(yield* cold.verdict(token)).toBe("good")
    })
  )

  // The time limit takes five seconds, so this runs only once.
  if (name === "silence") continue
  provided(`in place of a discovery document, ${name}: the service starts and waits`, () =>
    Effect.gen(function* () {
      const { forge, provider } = yield* Effect.promise(start)
      const good = provider.answers.discovery
      provider.answers.discovery = (request) => answer(() => good(request))
      const { isReady, verdict } = yield* authenticator(provider.settings)
      const token = yield* Effect.promise(() => forge.sign(forge.claims()))
      expect([yield* verdict(token), yield* isReady]).toEqual(["IssuerUnavailable", false])
    })
  )
}

for (const uri of ["file:///etc/passwd", "http://keys.example/jwks", "ftp://127.0.0.1/jwks", "no URL", undefined]) {
  provided(`keys at ${uri} are not fetched`, () =>
    Effect.gen(function* () {
      const { provider } = yield* Effect.promise(start)
      provider.answers.discovery = () => Response.json({ issuer: provider.issuer, jwks_uri: uri })
      const { isReady } = yield* authenticator(provider.settings)
      expect(yield* isReady).toBe(false)
    })
  )
}

for (const found of [
  "https://other.example",
  (issuer: string) => `${issuer}/`,
  (issuer: string) => issuer.toUpperCase()
]) {
  provided(`a provider that calls itself other than OIDC_ISSUER stops the start: ${String(found)}`, () =>
    Effect.gen(function* () {
      const { provider } = yield* Effect.promise(start)
      const issuer = typeof found === "string" ? found : found(provider.issuer)
      provider.answers.discovery = () => Response.json({ issuer, jwks_uri: `${provider.issuer}/keys` })
      const exit = yield* Effect.exit(authenticator(provider.settings))
      const { message } = Cause.squash(Exit.isFailure(exit) ? exit.cause : Cause.empty) as Error
      expect(message).toBe(`OIDC_ISSUER: the provider at "${provider.issuer}" calls itself "${issuer}"`)
    })
  )
}

provided("a provider that starts late with another issuer name is not used", () =>
  Effect.gen(function* () {
    const { forge, provider } = yield* Effect.promise(start)
    yield* Effect.promise(provider.down)
    const { isReady, verdict } = yield* authenticator(provider.settings)
    provider.answers.discovery = () =>
      Response.json({ issuer: "https://other.example", jwks_uri: `${provider.issuer}/keys` })
    provider.up()
    yield* TestClock.adjust("5 seconds")
    yield* until(() => provider.asked.discovery === 1)
    const token = yield* Effect.promise(() => forge.sign(forge.claims()))
    expect([yield* verdict(token), yield* isReady, provider.asked.keys]).toEqual(["IssuerUnavailable", false, 0])
  })
)

test("no request was redirected", () => {
  expect(strangerAsked).toBe(0)
})
