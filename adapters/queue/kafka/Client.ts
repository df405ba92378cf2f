import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import { Kafka, type LogEntry, logLevel, type SASLOptions } from "kafkajs"
import { QueueUnavailable } from "../../../src/ports/operations/OperationQueue.ts"
import type { KafkaOptions } from "./Configuration.ts"
import * as GoogleToken from "./GoogleToken.ts"
import { lookWhereSomethingWaits } from "./IdleQueue.ts"

/** Timeouts of connecting, authentication and requests, in milliseconds. */
const longest = { connectionTimeout: 2000, authenticationTimeout: 3000, requestTimeout: 3000 }

/** The most log lines of the client per minute. While a broker is away it would write thousands. */
const linesPerMinute = 20
/** The longest reason that is shown, in characters. */
const longestReason = 300

/** Logs the client's messages at debug level, since only somebody who looks for a fault needs them. */
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

/**
 * Returns a provider of a token for each new connection. The metadata server caches the access token until it is about
 * to expire.
 */
const googleToken = (metadataServer: string) => async () => ({
  value: GoogleToken.kafkaToken(await GoogleToken.fromMetadata(metadataServer), Math.floor(Date.now() / 1000))
})

const saslOf = (login: NonNullable<KafkaOptions["login"]>, metadataServer: string): SASLOptions =>
  login.mechanism === "oauthbearer"
    ? { mechanism: login.mechanism, oauthBearerProvider: googleToken(metadataServer) }
    : { mechanism: login.mechanism, username: login.username, password: Redacted.value(login.password) }

/** Creates a client of the brokers, which does not connect yet. Tests pass another metadata server than Google's. */
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
    // The client tries each broker once. Callers retry if they need more.
    retry: { initialRetryTime: 100, maxRetryTime: 500, retries: brokers.length },
    logLevel: logLevel.WARN,
    logCreator: () => log
  })
})

/** Returns the innermost cause of an error of the client. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error

/** Returns a failure of the client as `QueueUnavailable`, with a short reason. */
export const unavailable = (error: unknown): QueueUnavailable => {
  const root = rootOf(error)
  const words = root instanceof Error && root.message !== "" ? root.message : String(root)
  return new QueueUnavailable({ reason: words.split("\n", 1)[0]!.slice(0, longestReason) })
}

/** Returns the protocol's name of the error, or null if it has none. */
export const codeOf = (error: unknown): string | null => {
  const root = rootOf(error)
  return root instanceof Error && "type" in root && typeof root.type === "string" ? root.type : null
}

/** Runs work that ends a part of the client, and waits at most `millis` milliseconds for it. Never fails. */
export const atMost = (millis: number, work: () => Promise<unknown>): Effect.Effect<void> =>
  Effect.promise(() => Promise.race([work().catch(() => {}), Bun.sleep(millis)]))
