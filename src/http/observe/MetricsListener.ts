import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { addressUnavailable, production } from "../call/Listener.ts"
import * as Metrics from "./Metrics.ts"
import { exposition, mediaType, type Metric } from "./Exposition.ts"
import { requestUrl } from "../call/RequestUrl.ts"

export interface MetricsOptions {
  readonly host: string
  /** The port; 0 for no listener. */
  readonly port: number
  /** True if the operator has set the address. It must be free then. */
  readonly isChosen: boolean
  readonly usage: () => Metrics.Usage
  /** Returns the metric of requests. */
  readonly requests: () => Metric
}

const listen = ({ host, port }: MetricsOptions, answer: (request: Request) => Promise<Response>) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => Bun.serve({ port, hostname: host, ...production, fetch: answer }),
      catch: addressUnavailable("METRICS_", host, port)
    }),
    (server) => Effect.promise(() => server.stop(true))
  )

/**
 * Serves `GET /metrics` on a separate listener, so that metrics need not be reachable for clients.
 *
 * Fails with `AddressUnavailable` if it cannot listen on an address that the operator has set. If it cannot listen on
 * the default address, it logs a warning and there are no metrics.
 */
export const layer = (options: MetricsOptions) =>
  options.port === 0
    ? Layer.empty
    : Layer.scopedDiscard(
        Effect.gen(function* () {
          const { read } = yield* Metrics.state(options.usage)
          const run = Runtime.runPromise(yield* Effect.runtime())
          const text = Effect.map(read, (metrics) => exposition([options.requests(), ...metrics]))
          const answer = async (request: Request): Promise<Response> => {
            if (requestUrl(request)?.pathname !== "/metrics") return new Response(null, { status: 404 })
            if (request.method !== "GET" && request.method !== "HEAD") {
              return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } })
            }
            return new Response(await run(text), { headers: { "content-type": mediaType } })
          }
          yield* Effect.catchIf(
            listen(options, answer),
            () => !options.isChosen,
            ({ message }) => Effect.logWarning(`There are no metrics. ${message}`)
          )
        })
      )
