import type * as Tracer from "effect/Tracer"

/** The format of log lines: text for people, JSON, or JSON with the field names of Google Cloud Logging. */
export type LogFormat = "pretty" | "json" | "gcp"

/**
 * Returns the fields of a log line that identify its span, named as the format requires; none if there is no span.
 * Source: OpenTelemetry, Trace Context in non-OTLP Log Formats; Google Cloud Logging, special fields of structured
 * payloads.
 *
 * @param project the Google Cloud project of the traces; null: a trace is named by its id alone
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

/** Returns the same fields as JSON text to append to the members of an object. This is cheaper, for frequent lines. */
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
