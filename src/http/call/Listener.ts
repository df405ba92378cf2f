import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { clientOf } from "./Client.ts"
import type { Connection } from "./Connection.ts"

export interface ListenerOptions {
  /** 0 picks a free one. */
  readonly port: number
  readonly host: string
  readonly maxUploadBytes: number
  /** A proxy stands before the service, and says where requests come from. */
  readonly trustProxy: boolean
}

/** The address cannot be listened on; the message names the variable that chooses it. */
export class AddressUnavailable extends Data.TaggedError("AddressUnavailable")<{ readonly message: string }> {}

/** Explains why `Bun.serve` failed at an address that the variables `PORT` and `HOST`, with a prefix, chose. */
export const addressUnavailable =
  (prefix: "" | "METRICS_", host: string, port: number) =>
  (error: unknown): AddressUnavailable => {
    const cannot = `cannot listen on ${host.includes(":") ? `[${host}]` : host}:${port}`
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error)
    switch (code) {
      case "EADDRINUSE":
        return new AddressUnavailable({ message: `${prefix}PORT: ${cannot}, another program listens there` })
      case "EACCES":
        return new AddressUnavailable({ message: `${prefix}PORT: ${cannot}, this user has no right to` })
      default:
        return new AddressUnavailable({
          message: `${prefix}HOST: ${cannot} (${code}), is it an address of this machine?`
        })
    }
  }

type Fetch = (request: Request, connection: Connection) => Response | Promise<Response>

export interface Listener {
  readonly port: number
  /** Serves with another handler from now on. */
  readonly serve: (fetch: Fetch) => Effect.Effect<void>
  readonly isDraining: () => boolean
  /**
   * Says to requests that come from now on that the service stops, lets those in flight finish for seven seconds, then
   * cuts what is left and takes no connection any more.
   */
  readonly drain: Effect.Effect<void>
}

/** How long a request that can finish is waited for when the service stops. */
const drainTime = "7 seconds"
const look = "20 millis"
/** How long those who were cut are waited for: what cannot be interrupted goes on, and nobody takes its answer. */
const cutTime = "500 millis"

/**
 * Seconds that a connection may keep us waiting for the head of a request, silent or not: little that comes does not
 * make Bun wait any longer. It looks every four seconds, so that it may be two more; for the first request of a
 * connection it has this limit of its own.
 */
const headSeconds = 10
/** Seconds that a connection may rest after an answer that is not for everybody, or not take any of it. */
const restSeconds = 120

/**
 * Every listener has these. Outside of development mode an error page shows no stack trace, but Bun then shares the port
 * with every other process that does the same (SO_REUSEPORT), and the kernel deals connections out among them.
 */
export const production = { development: false, reusePort: false } as const

const cut = (server: { readonly stop: (isCut: boolean) => Promise<void> }) =>
  Effect.promise(() => server.stop(true)).pipe(Effect.interruptible, Effect.timeoutOption(cutTime))

const starting = () => new Response(null, { status: 503, headers: { "retry-after": "1" } })

/**
 * Listens at once, so that the port is known before anything is built, and answers 503 until there is a handler. When
 * the scope closes every connection is cut: drain before.
 *
 * Fails: `AddressUnavailable`.
 */
export const make = (options: ListenerOptions) =>
  Effect.acquireRelease(
    Effect.try({
      try: () =>
        Bun.serve({
          port: options.port,
          hostname: options.host,
          // Bodies are counted where they are read; this only stops what nobody reads.
          maxRequestBodySize: options.maxUploadBytes + 64 * 1024 * 1024,
          idleTimeout: headSeconds,
          ...production,
          fetch: starting
        }),
      catch: addressUnavailable("", options.host, options.port)
    }),
    cut
  ).pipe(
    Effect.map((server): Listener => {
      let draining = false
      const inFlight = Effect.sync(() => server.pendingRequests > 0)
      return {
        port: server.port!,
        serve: (fetch) =>
          Effect.sync(() =>
            server.reload({
              fetch: (request, server) => {
                // Bodies have their own time, and so has the work.
                server.timeout(request, 0)
                return fetch(request, {
                  ...clientOf(request.headers, server.requestIP(request)?.address ?? null, options.trustProxy),
                  answered: (isTrusted) => server.timeout(request, isTrusted ? restSeconds : headSeconds)
                })
              }
            })
          ),
        isDraining: () => draining,
        drain: Effect.gen(function* () {
          draining = true
          yield* Effect.delay(inFlight, look).pipe(
            Effect.repeat({ while: (some) => some }),
            // A stop runs where nothing can be interrupted, and what cannot be outlasts its time.
            Effect.interruptible,
            Effect.timeoutOption(drainTime)
          )
          yield* cut(server)
        })
      }
    })
  )
