import type { Observe } from "./Observer.ts"
import type { Metric, Sample } from "./Exposition.ts"

/** Upper bounds of the buckets, in seconds; the last bucket has none. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const boundsInMillis = Float64Array.from(bounds, (seconds) => seconds * 1000)

interface Series {
  /** Number of requests in each bucket, not cumulative. */
  readonly buckets: Float64Array
  seconds: number
}

const bucketOf = (milliseconds: number): number => {
  let at = 0
  while (at < boundsInMillis.length && milliseconds > boundsInMillis[at]!) at++
  return at
}

const samplesOf = (endpoint: string, status: string, { buckets, seconds }: Series): ReadonlyArray<Sample> => {
  const labels = { endpoint, status }
  let count = 0
  const cumulated = Array.from(buckets, (requests, i): Sample => {
    count += requests
    return {
      suffix: "_bucket",
      labels: { ...labels, le: i < bounds.length ? String(bounds[i]) : "+Inf" },
      value: count
    }
  })
  return [...cumulated, { suffix: "_sum", labels, value: seconds }, { suffix: "_count", labels, value: count }]
}

/** The label of requests that match no endpoint. */
const noEndpoint = "none"

/**
 * Creates an observer that counts requests and their latencies by endpoint and status. Values that clients can make up
 * (paths, methods) are not labels, so the number of series is bounded.
 */
export const make = (): { readonly observe: Observe; readonly metric: () => Metric } => {
  const endpoints = new Map<string, Map<number, Series>>()
  return {
    observe: ({ endpoint, milliseconds, status }) => {
      const name = endpoint ?? noEndpoint
      let statuses = endpoints.get(name)
      if (statuses === undefined) endpoints.set(name, (statuses = new Map()))
      let series = statuses.get(status)
      if (series === undefined) {
        statuses.set(status, (series = { buckets: new Float64Array(bounds.length + 1), seconds: 0 }))
      }
      series.buckets[bucketOf(milliseconds)]! += 1
      series.seconds += milliseconds / 1000
    },
    metric: () => ({
      name: "plinth_http_request_duration_seconds",
      help: "Requests by endpoint and status, and the time until the head of their answer. 499: the client went away.",
      type: "histogram",
      samples: Array.from(endpoints, ([endpoint, statuses]) =>
        Array.from(statuses, ([status, series]) => samplesOf(endpoint, String(status), series)).flat()
      ).flat()
    })
  }
}
