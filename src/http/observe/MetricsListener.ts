import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { addressUnavailable, production } from "../call/Listener.ts"
import * as Metrics from "./Metrics.ts"
import { exposition, mediaType, type Metric } from "./Exposition.ts"
import { requestUrl } from "../call/RequestUrl.ts"

export interface MetricsOptions {
  readonly host: string
  /** 0: no listener. */
  readonly port: number
  /** True if the operator chose the address; then it must be free. */
  readonly isChosen: boolean
  readonly usage: () => Metrics.Usage
  /** What has been counted of requests. */
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
 * Serves `GET /metrics` on a listener of its own, so that it need not be where clients are.
 *
 * Fails: `AddressUnavailable` if a chosen address cannot be listened on. If it is the default one, there are no metrics,
 * and a warning says so.
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
