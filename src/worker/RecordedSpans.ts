import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { begin, end, nanos } from "../ports/Tracing.ts"

/** A span recorded in a child, which cannot send it because it has no network. */
export interface RecordedSpan {
  readonly name: string
  /** Index of the parent, which comes before it; null if the span is directly below the job. */
  readonly parent: number | null
  /** Nanoseconds since 1970. */
  readonly start: bigint
  end: bigint
  error: string | null
  readonly attributes: Record<string, string | number>
}

/**
 * Largest number of spans that are kept of a job. A job that makes more makes them in a loop; they are only counted.
 */
export const mostSpans = 64

/** Attribute with the place in the code where a span was made. It is left out because it holds paths. */
const place = "code.stacktrace"

/** Makes a tracer that records spans. Returns it with the spans and a function that counts those it left out. */
export const recording = (): {
  readonly tracer: Tracer.Tracer
  readonly spans: ReadonlyArray<RecordedSpan>
  readonly left: () => number
} => {
  let left = 0
  const spans: Array<RecordedSpan> = []
  const indexes = new WeakMap<Tracer.AnySpan, number>()
  const make: Tracer.Tracer["span"] = (name, parent, context, links, _, kind) => {
    const start = nanos()
    const outer = Option.getOrUndefined(parent)
    const index = outer === undefined ? undefined : indexes.get(outer)
    const record: RecordedSpan = { name, parent: index ?? null, start, end: start, error: null, attributes: {} }
    const isKept = spans.length < mostSpans
    const span: Tracer.Span = {
      _tag: "Span",
      name,
      spanId: String(spans.length),
      traceId: "",
      parent,
      context,
      status: { _tag: "Started", startTime: start },
      attributes: new Map(),
      links,
      sampled: isKept,
      kind,
      attribute: (key, value) => {
        if (key === place) return
        if (typeof value === "string" || typeof value === "number") record.attributes[key] = value
      },
      end: (_, exit) => {
        record.end = nanos()
        record.error = Exit.isSuccess(exit) ? null : "failure"
      },
      event: () => {},
      addLinks: () => {}
    }
    if (isKept) indexes.set(span, spans.push(record) - 1)
    else left += 1
    return span
  }
  return { tracer: Tracer.make({ span: make, context: (run) => run() }), spans, left: () => left }
}

/** Turns the recorded spans of a child into spans below `around`. */
export const replay = (tracer: Tracer.Tracer, around: Tracer.AnySpan, recorded: ReadonlyArray<RecordedSpan>): void => {
  const made: Array<Tracer.Span> = []
  for (const { attributes, name, parent, start } of recorded) {
    made.push(begin(tracer, name, { parent: parent === null ? around : made[parent]!, attributes }, start))
  }
  for (const [i, span] of made.entries()) end(span, recorded[i]!.error, recorded[i]!.end)
}
