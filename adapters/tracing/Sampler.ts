import type * as Tracer from "effect/Tracer"

/** Decides whether a span is sampled, by its parent (null for the first span of a trace) and the id of the trace. */
export type Sampler = (parent: Tracer.AnySpan | null, traceId: string) => boolean

/** The values of the variable `OTEL_TRACES_SAMPLER`. */
export const samplerNames = [
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
  "always_on",
  "always_off",
  "traceidratio"
] as const
export type SamplerName = (typeof samplerNames)[number]

/** Hexadecimal digits of the random part of a trace id: its last seven bytes. */
const randomDigits = 14
const randomRange = 2 ** 56

/**
 * Samples by the trace id, so that every service makes the same decision about a trace. Source: OpenTelemetry,
 * TraceState: Probability Sampling; W3C Trace Context 2, 3.2.2.3.
 */
const byRatio =
  (ratio: number): Sampler =>
  (_, traceId) =>
    Number.parseInt(traceId.slice(-randomDigits), 16) >= (1 - ratio) * randomRange

const orParent =
  (root: Sampler): Sampler =>
  (parent, traceId) =>
    parent?.sampled ?? root(parent, traceId)

/**
 * Returns the sampler of that name.
 *
 * @param ratio share of the traces to sample, 0 to 1; used by the samplers by ratio only
 */
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
