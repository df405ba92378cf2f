import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import { Kafka, type LogEntry, logLevel, type SASLOptions } from "kafkajs"
import { QueueUnavailable } from "../../../src/ports/operations/OperationQueue.ts"
import type { KafkaOptions } from "./Configuration.ts"
import * as GoogleToken from "./GoogleToken.ts"
import { lookWhereSomethingWaits } from "./IdleQueue.ts"

/** How long a connection may take to come, and a request to be answered, in milliseconds. */
const longest = { connectionTimeout: 2000, authenticationTimeout: 3000, requestTimeout: 3000 }

/** Lines of the client in a minute: an absent broker makes it say thousands. */
const linesPerMinute = 20
/** Characters of a reason that are shown. */
const longestReason = 300

/** What the client says goes to the log as what only those who look for a fault want to read. */
const logging = Effect.map(Effect.runtime(), (runtime) => {
  const log = Runtime.runFork(runtime)
  let minute = 0
  let lines = 0
  return ({ label, log: { error, message }, namespace }: LogEntry) => {
    const now = Math.floor(performance.now() / 60_000)
    if (now !== minute) [minute, lines] = [now, 0]
    if (++lines > linesPerMinute) return
    const words = typeof error === "string" ? `${message}: ${error}` : message
    log(
      Effect.logDebug(`Kafka client: ${words.slice(0, longestReason)}`).pipe(Effect.annotateLogs({ label, namespace }))
    )
  }
})

/** A new token for each connection: the metadata server keeps one until it is about to end. */
const googleToken = (metadataServer: string) => async () => ({
  value: GoogleToken.kafkaToken(await GoogleToken.fromMetadata(metadataServer), Math.floor(Date.now() / 1000))
})

const saslOf = (login: NonNullable<KafkaOptions["login"]>, metadataServer: string): SASLOptions =>
  login.mechanism === "oauthbearer"
    ? { mechanism: login.mechanism, oauthBearerProvider: googleToken(metadataServer) }
    : { mechanism: login.mechanism, username: login.username, password: Redacted.value(login.password) }

/** A client of the brokers; nothing is connected yet. Google's metadata server is another one in tests. */
export const make = Effect.fn(function* (
  { brokers, login, tls }: KafkaOptions,
  metadataServer: string = GoogleToken.metadataServer
) {
  lookWhereSomethingWaits()
  const log = yield* logging
  return new Kafka({
    clientId: "plinth",
    brokers: [...brokers],
    ssl: tls !== null && (tls.authority === null ? true : { ca: [tls.authority] }),
    ...(login === null ? {} : { sasl: saslOf(login, metadataServer) }),
    ...longest,
    // Each broker is asked once; who needs more asks again.
    retry: { initialRetryTime: 100, maxRetryTime: 500, retries: brokers.length },
    logLevel: logLevel.WARN,
    logCreator: () => log
  })
})

/** What is at the bottom of what the client says. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error

/** A failure of the client in a few words. */
export const unavailable = (error: unknown): QueueUnavailable => {
  const root = rootOf(error)
  const words = root instanceof Error && root.message !== "" ? root.message : String(root)
  return new QueueUnavailable({ reason: words.split("\n", 1)[0]!.slice(0, longestReason) })
}

/** The name that the protocol has for what failed, where it has one. */
export const codeOf = (error: unknown): string | null => {
  const root = rootOf(error)
  return root instanceof Error && "type" in root && typeof root.type === "string" ? root.type : null
}

/** Waits for what the client does at its end, but not for long. Never fails. */
export const atMost = (millis: number, work: () => Promise<unknown>): Effect.Effect<void> =>
  Effect.promise(() => Promise.race([work().catch(() => {}), Bun.sleep(millis)]))
