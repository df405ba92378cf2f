import type * as Tracer from "effect/Tracer"

/** Whether a span is sampled: by the span that it belongs to, null for the first of a trace, and the id of the trace. */
export type Sampler = (parent: Tracer.AnySpan | null, traceId: string) => boolean

/** As the variable `OTEL_TRACES_SAMPLER` calls them. */
export const samplerNames = [
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
  "always_on",
  "always_off",
  "traceidratio"
] as const
export type SamplerName = (typeof samplerNames)[number]

/** Of the random part of a trace id: its last seven bytes. */
const randomDigits = 14
const randomRange = 2 ** 56

/** All who see the trace decide alike. Source: OpenTelemetry, TraceState: Probability Sampling; W3C Trace Context 2, 3.2.2.3. */
const byRatio =
  (ratio: number): Sampler =>
  (_, traceId) =>
    Number.parseInt(traceId.slice(-randomDigits), 16) >= (1 - ratio) * randomRange

const orParent =
  (root: Sampler): Sampler =>
  (parent, traceId) =>
    parent?.sampled ?? root(parent, traceId)

/** @param ratio part of the traces, 0 to 1; only those whose name says so ask for it */
export const make = (name: SamplerName, ratio: number): Sampler => {
  switch (name) {
    case "always_on":
      return () => true
    case "always_off":
      return () => false
    case "traceidratio":
      return byRatio(ratio)
    case "parentbased_always_on":
      return orParent(() => true)
    case "parentbased_always_off":
      return orParent(() => false)
    case "parentbased_traceidratio":
      return orParent(byRatio(ratio))
  }
}
