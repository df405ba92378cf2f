import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { effect } from "../../../src/testing/EffectTest.ts"
import * as Client from "./Client.ts"
import * as SaslBroker from "./testing/SaslBroker.ts"

const mechanism = "OAUTHBEARER"
const email = "plinth@p.iam.gserviceaccount.com"

/** A metadata server of Google Cloud that returns a different token each time. */
const metadata = Effect.acquireRelease(
  Effect.sync(() => {
    let given = 0
    return Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) =>
        new URL(request.url).pathname.endsWith("/email")
          ? new Response(email)
          : Response.json({ access_token: `access-${(given += 1)}`, expires_in: 3599 })
    })
  }),
  (server) => Effect.promise(() => server.stop(true))
)

/** Returns the access token in a sign-in message, whose other parts must follow RFC 7628. */
const accessIn = (message: string): string => {
  const [head, auth, ...rest] = message.split("\u0001")
  expect([head, ...rest]).toEqual(["n,,", "", ""])
  const [, claims, access] = auth!
    .replace(/^auth=Bearer /, "")
    .split(".")
    .map((part) => Buffer.from(part, "base64url").toString())
  expect(JSON.parse(claims!)).toMatchObject({ iss: "Google", scope: "kafka", sub: email })
  return access!
}

effect("with oauthbearer each connection signs in with a new Google token, and refusals do not contain it", () =>
  Effect.gen(function* () {
    const server = yield* metadata
    const broker = yield* Effect.acquireRelease(
      Effect.promise(() => SaslBroker.start(mechanism)),
      ({ stop }) => Effect.sync(stop)
    )
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => void logged.push(String(message)))
    const log = Layer.merge(Logger.replace(Logger.defaultLogger, logger), Logger.minimumLogLevel(LogLevel.All))
    const options = { brokers: [broker.address], prefix: "p", tls: null, login: { mechanism: "oauthbearer" } } as const
    const kafka = yield* Effect.provide(Client.make(options, server.url.origin), log)
    const signIn = Effect.tryPromise({
      try: async () => {
        const admin = kafka.admin()
        try {
          await admin.connect()
        } finally {
          await admin.disconnect()
        }
      },
      catch: Client.unavailable
    })
    yield* signIn
    yield* signIn
    expect(broker.signIns.map(([name, message]) => [name, accessIn(message)])).toEqual([
      [mechanism, "access-1"],
      [mechanism, "access-2"]
    ])
    broker.refuse()
    const { reason } = yield* Effect.flip(signIn)
    expect(reason).toBe("SASL OAUTHBEARER authentication failed: no such account")
    expect(logged.join()).toContain("no such account")
    expect(logged.join()).not.toContain(Buffer.from("access-").toString("base64url"))
  })
)
