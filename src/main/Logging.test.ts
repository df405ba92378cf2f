import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Tracer from "effect/Tracer"
import { effect } from "../testing/EffectTest.ts"
import { lineOf } from "./Logging.ts"

const span = Tracer.externalSpan({ traceId: "a".repeat(32), spanId: "b".repeat(16), sampled: true })

/** The lines of an effect, parsed. */
const linesOf = (format: "json" | "gcp", project: string | null, work: Effect.Effect<unknown>) =>
  Effect.gen(function* () {
    const lines: Array<Record<string, unknown>> = []
    const write = lineOf(format, project)
    const logger = Logger.make((options) => void lines.push(JSON.parse(write(options)) as Record<string, unknown>))
    yield* Effect.provide(work, Logger.replace(Logger.defaultLogger, logger))
    return lines
  })

effect("json: a line within a span has the trace, others have none", () =>
  Effect.gen(function* () {
    const [outside, inside] = yield* linesOf(
      "json",
      null,
      Effect.zipRight(
        Effect.annotateLogs(Effect.logInfo("begun"), { port: 1 }),
        Effect.provideService(Effect.logWarning("late"), Tracer.ParentSpan, span)
      )
    )
    expect(Object.keys(outside!).toSorted()).toEqual([
      "annotations",
      "fiberId",
      "logLevel",
      "message",
      "spans",
      "timestamp"
    ])
    expect(outside).toMatchObject({ message: "begun", logLevel: "INFO", annotations: { port: 1 } })
    expect(inside).toMatchObject({ message: "late", trace_id: "a".repeat(32), span_id: "b".repeat(16) })
  })
)

effect("gcp: severity, message, time and trace have Google's names", () =>
  Effect.gen(function* () {
    const work = Effect.logError("It failed", new Error("no room")).pipe(
      Effect.annotateLogs({ operation: "7" }),
      Effect.provideService(Tracer.ParentSpan, span)
    )
    const levels = Effect.all([Effect.logDebug("a"), Effect.logWarning("b"), Effect.logFatal("c", { rows: 3 })])
    const [failed] = yield* linesOf("gcp", "house", work)
    expect(failed).toMatchObject({
      severity: "ERROR",
      operation: "7",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      "logging.googleapis.com/trace": `projects/house/traces/${"a".repeat(32)}`,
      "logging.googleapis.com/spanId": "b".repeat(16),
      "logging.googleapis.com/trace_sampled": true
    })
    expect(String(failed!["message"])).toStartWith("It failed")
    expect(JSON.stringify(failed)).toContain("no room")
    const found = yield* linesOf("gcp", null, Logger.withMinimumLogLevel(levels, LogLevel.All))
    expect(found.map(({ severity }) => severity)).toEqual(["DEBUG", "WARNING", "CRITICAL"])
    expect(found[2]!["message"]).toBe('c {"rows":3}')
  })
)
