import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { limits } from "../../domain/Limits.ts"
import { clientOf } from "./Client.ts"
import type { Connection } from "./Connection.ts"

export interface ListenerOptions {
  /** The port; 0 picks a free one. */
  readonly port: number
  readonly host: string
  readonly maxUploadBytes: number
  /** True if the service is behind a proxy whose `X-Forwarded-*` headers name the origin of requests. */
  readonly trustProxy: boolean
  /** Answers requests until a handler is set. */
  readonly starting: (request: Request) => Response
  /** Answers instead of a response that could not be sent; nothing if the server's own answer is good enough. */
  readonly unsendable: (error: { readonly code?: string }) => Response | undefined
}

/** The service cannot listen on the address. The message names the environment variable that sets it. */
export class AddressUnavailable extends Data.TaggedError("AddressUnavailable")<{ readonly message: string }> {}

/** Explains why `Bun.serve` failed at the address that the variables `PORT` and `HOST`, with `prefix`, set. */
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
  /** Replaces the handler for requests from now on. */
  readonly serve: (fetch: Fetch) => Effect.Effect<void>
  readonly isDraining: () => boolean
  /**
   * Marks the service as stopping, waits up to seven seconds for the requests in flight, then closes the remaining
   * connections and accepts no more.
   */
  readonly drain: Effect.Effect<void>
}

/** Timeout for requests in flight when the service stops. */
const drainTime = "7 seconds"
const look = "20 millis"
/** Timeout for closing the remaining connections. Work that cannot be interrupted goes on, and its result is lost. */
const cutTime = "500 millis"

/**
 * Timeout for the head of a request, in seconds. Bytes that trickle in do not extend it. Bun checks every four seconds,
 * so it may take two seconds more. For the first request of a connection Bun itself has this limit.
 */
const headSeconds = limits.headSeconds.most
/** Idle timeout of a connection after a trusted response, and of a client that reads none of it, in seconds. */
const restSeconds = 120

/**
 * Options of every listener. Outside of development mode, error pages show no stack trace, but by default Bun then
 * shares the port with other processes that do the same (SO_REUSEPORT), and the kernel distributes connections among
 * them.
 */
export const production = { development: false, reusePort: false } as const

const cut = (server: { readonly stop: (isCut: boolean) => Promise<void> }) =>
  Effect.promise(() => server.stop(true)).pipe(Effect.interruptible, Effect.timeoutOption(cutTime))

/**
 * Starts to listen at once, so that the port is known before anything else is built. All connections are closed when
 * the scope closes, so call `drain` first.
 *
 * Fails with `AddressUnavailable` if the service cannot listen on the address.
 */
export const make = (options: ListenerOptions) =>
  Effect.acquireRelease(
    Effect.try({
      try: () =>
        Bun.serve({
          port: options.port,
          hostname: options.host,
          // Body limits are enforced while reading. This limit only stops bodies that are never read.
          maxRequestBodySize: options.maxUploadBytes + 64 * 1024 * 1024,
          idleTimeout: headSeconds,
          ...production,
          fetch: options.starting,
          error: options.unsendable
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
                // Reading a body and answering a request have timeouts of their own.
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
            // Finalizers run uninterruptibly, and a timeout cannot end what is uninterruptible.
            Effect.interruptible,
            Effect.timeoutOption(drainTime)
          )
          yield* cut(server)
        })
      }
    })
  )
