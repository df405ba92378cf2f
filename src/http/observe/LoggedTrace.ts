import type * as Tracer from "effect/Tracer"

/** How lines of the log are written: for people; as JSON; as JSON with the names that Google Cloud's log knows. */
export type LogFormat = "pretty" | "json" | "gcp"

/**
 * What a line says of the span that it belongs to, by the names of its format; nothing where there is none. Source:
 * OpenTelemetry, Trace Context in non-OTLP Log Formats; Google Cloud Logging, special fields of structured payloads.
 *
 * @param project of Google Cloud; null: the trace is named by its id alone
 */
export const loggedTrace =
  (format: LogFormat, project: string | null) =>
  (span: Tracer.AnySpan | null): Readonly<Record<string, string | boolean>> => {
    if (span === null || format === "pretty") return {}
    const { sampled, spanId, traceId } = span
    return format === "json"
      ? { trace_id: traceId, span_id: spanId, trace_flags: sampled ? "01" : "00" }
      : {
          "logging.googleapis.com/trace": project === null ? traceId : `projects/${project}/traces/${traceId}`,
          "logging.googleapis.com/spanId": spanId,
          "logging.googleapis.com/trace_sampled": sampled
        }
  }

/** The same as members behind others of a JSON object; cheaper, for lines of which there are many. */
export const traceMembers = (format: LogFormat, project: string | null): ((span: Tracer.AnySpan | null) => string) => {
  if (format === "pretty") return () => ""
  const begin = project === null ? "" : `projects/${project}/traces/`
  return (span) => {
    if (span === null) return ""
    const { sampled, spanId, traceId } = span
    return format === "json"
      ? `,"trace_id":"${traceId}","span_id":"${spanId}","trace_flags":"${sampled ? "01" : "00"}"`
      : `,"logging.googleapis.com/trace":${JSON.stringify(begin + traceId)},"logging.googleapis.com/spanId":"${spanId}","logging.googleapis.com/trace_sampled":${sampled}`
  }
}
