import * as Effect from "effect/Effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Answers } from "../../application/common/Answers.ts"
import { ProjectView } from "../../application/views/ProjectView.ts"
import { Tables } from "../../application/views/Tables.ts"
import { AnyOperationKind, OperationStatus } from "../../domain/operations/Operation.ts"
import { Computation } from "../../ports/Computation.ts"
import { OperationStatistics } from "../../ports/operations/OperationStatistics.ts"
import { Settings } from "../../ports/Settings.ts"
import { Tracing, type TracingShape } from "../../ports/Tracing.ts"
import { type Metric, gauge } from "./Exposition.ts"

/** The resources that the process itself has used. */
export interface Usage {
  readonly residentBytes: number
  readonly heapBytes: number
  /** Processor time, user and system together. */
  readonly cpuSeconds: number
  /** Start of the process, in seconds since 1970. */
  readonly startedAtSeconds: number
}

const processMetrics = ({ cpuSeconds, heapBytes, residentBytes, startedAtSeconds }: Usage): ReadonlyArray<Metric> => [
  gauge("process_resident_memory_bytes", "Memory of this process.", residentBytes),
  gauge("process_heap_bytes", "Memory of this process that objects take.", heapBytes),
  { ...gauge("process_cpu_seconds_total", "Processor time of this process.", cpuSeconds), type: "counter" },
  gauge("process_start_time_seconds", "Start of this process, in seconds since 1970.", startedAtSeconds)
]

const spanMetric = (counts: ReturnType<TracingShape["counts"]>): Metric => ({
  ...gauge("plinth_trace_spans_total", "Spans that a collector took, and those that were dropped.", {
    label: "outcome",
    values: { ...counts }
  }),
  type: "counter"
})

/**
 * The delay of the event loop: how late timers fire because other work occupies it. Each reading covers the time since
 * the previous one.
 */
const eventLoop = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const histogram = monitorEventLoopDelay({ resolution: 20 })
      histogram.enable()
      return histogram
    }),
    (histogram) => Effect.sync(() => histogram.disable())
  ),
  (histogram) => (): Metric => {
    const seconds = (nanos: number) => (Number.isFinite(nanos) ? Math.max(0, nanos) / 1e9 : 0)
    const values = {
      median: seconds(histogram.percentile(50)),
      p99: seconds(histogram.percentile(99)),
      max: seconds(histogram.max)
    }
    histogram.reset()
    return gauge("plinth_event_loop_delay_seconds", "How late timers were since the last look at this.", {
      label: "statistic",
      values
    })
  }
)

/**
 * Returns the metrics of the service's state, which are read on request. If the storage does not respond, the counts of
 * operations are left out.
 */
export const state = (usage: () => Usage) =>
  Effect.gen(function* () {
    const computation = yield* Computation
    const tables = yield* Tables
    const views = yield* ProjectView
    const answers = yield* Answers
    const statistics = yield* OperationStatistics
    const { cacheBytes } = yield* Settings
    const spans = yield* Tracing
    const delay = yield* eventLoop

    const operations = Effect.map(statistics.counts, (counts): Metric => ({
      name: "plinth_operations",
      help: "Operations by kind and state.",
      type: "gauge",
      samples: AnyOperationKind.literals.flatMap((kind) =>
        OperationStatus.literals.map((state) => ({
          labels: { kind, state },
          value: counts.find((one) => one.kind === kind && one.status === state)?.count ?? 0
        }))
      )
    }))

    const read = Effect.gen(function* () {
      const { alive, busy, wanted } = yield* computation.state
      const held = yield* tables.bytesHeld
      const known = yield* Effect.catchAll(Effect.map(operations, Array.of<Metric>), () =>
        Effect.as(Effect.logWarning("Operations cannot be counted"), [])
      )
      return [
        ...known,
        gauge("plinth_worker_processes", "Worker processes that live, that work, and that are to live at the least.", {
          label: "state",
          values: { alive, busy, wanted }
        }),
        gauge("plinth_table_cache_bytes", "Product tables kept in memory.", held),
        gauge("plinth_table_cache_limit_bytes", "What CACHE_BYTES allows.", cacheBytes),
        gauge("plinth_view_cache_bytes", "What projects add to tables, kept in memory.", yield* views.bytesHeld),
        gauge(
          "plinth_untaken_answer_bytes",
          "Large answers that are made or wait to be read.",
          yield* answers.bytesReserved
        ),
        spanMetric(spans.counts()),
        delay(),
        ...processMetrics(usage())
      ]
    })
    return { read }
  })
