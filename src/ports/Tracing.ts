import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"

/** Who takes the spans of this process. */
export interface TracingShape {
  /** Makes spans and decides which are sampled; null where nobody takes any, and none are made. */
  readonly tracer: Tracer.Tracer | null
  /** Sampled spans that ended, until now: those that a collector has taken, and those that are lost. */
  readonly counts: () => { readonly sent: number; readonly dropped: number }
  /** Counts spans as lost that were never made here. */
  readonly lose: (spans: number) => void
}

/** Off unless main says otherwise. */
export class Tracing extends Context.Reference<Tracing>()("ports/Tracing", {
  defaultValue: (): TracingShape => ({ tracer: null, counts: () => ({ sent: 0, dropped: 0 }), lose: () => {} })
}) {}

/** What is said of a span, by the names of the semantic conventions of OpenTelemetry where these have one. */
export type Attributes = Readonly<Record<string, string | number>>

export interface SpanOptions {
  readonly kind?: Tracer.SpanKind
  /** Null, or not given: what is around it. */
  readonly parent?: Tracer.AnySpan | null
  readonly attributes?: Attributes
}

/** That what a span tells of has failed, and how: a status, the tag of an error. */
export const failure = "error.type"

const format = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const isNothing = (id: string): boolean => /^0+$/.test(id)

/**
 * The span that a `traceparent` names; null for none and for what is not one: then a trace begins anew. Source: W3C Trace
 * Context, 3.2, versions after 00 included.
 */
export const spanOf = (traceparent: string | null | undefined): Tracer.ExternalSpan | null => {
  const [, version, traceId, spanId, flags, more] = format.exec(traceparent ?? "") ?? []
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return null
  if (isNothing(traceId!) || isNothing(spanId!)) return null
  return Tracer.externalSpan({ traceId: traceId!, spanId: spanId!, sampled: (Number.parseInt(flags!, 16) & 1) === 1 })
}

/** The `traceparent` that names a span. */
export const traceparentOf = ({ sampled, spanId, traceId }: Tracer.AnySpan): string =>
  `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`

/** The clock of the machine may be set while this runs; less than this is its own inaccuracy, in milliseconds. */
const inaccuracy = 2
let origin = Number.NaN

/** Nanoseconds since 1970, by steps of some microseconds. */
export const nanos = (): bigint => {
  const [millis, elapsed] = [Date.now(), performance.now()]
  if (!(Math.abs(origin + elapsed - millis) < inaccuracy)) origin = millis - elapsed
  return BigInt(Math.round((origin + elapsed) * 1000)) * 1000n
}

/** Begins a span. */
export const begin = (
  tracer: Tracer.Tracer,
  name: string,
  { attributes = {}, kind = "internal", parent = null }: SpanOptions,
  at = nanos()
): Tracer.Span => {
  const span = tracer.span(name, Option.fromNullable(parent), Context.empty(), [], at, kind)
  if (span.sampled) for (const key in attributes) span.attribute(key, attributes[key])
  return span
}

/** Ends a span; `error` says how what it tells of has failed, null that it has not. */
export const end = (span: Tracer.Span, error: string | null = null, at = nanos()): void => {
  if (error !== null) span.attribute(failure, error)
  span.end(at, Exit.void)
}

const errorOf = (exit: Exit.Exit<unknown, unknown>): string | null => {
  if (Exit.isSuccess(exit)) return null
  if (Exit.isInterrupted(exit)) return "interrupted"
  const { cause } = exit
  if (cause._tag !== "Fail") return "defect"
  return typeof cause.error === "object" && cause.error !== null && "_tag" in cause.error
    ? String(cause.error._tag)
    : "failure"
}

/** Spans by the names of functions and statements, of which none are made, stand around what they are of. */
const isMade = (span: Tracer.AnySpan): boolean => !Context.get(span.context, Tracer.DisablePropagation)

/** The span that a context stands in; null for none. */
export const spanAround = (context: Context.Context<never>): Tracer.AnySpan | null => {
  let span = Option.getOrNull(Context.getOption(context, Tracer.ParentSpan))
  while (span !== null && !isMade(span)) span = span._tag === "Span" ? Option.getOrNull(span.parent) : null
  return span
}

/** The effect within a span of its own; as it is where nobody takes spans. */
export const within =
  (name: string, options: SpanOptions = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) => {
      const context = fiber.getFiberRef(FiberRef.currentContext)
      const { tracer } = Context.get(context, Tracing)
      if (tracer === null) return effect
      const span = begin(tracer, name, { ...options, parent: options.parent ?? spanAround(context) })
      const inside = Effect.provideService(effect, Tracer.ParentSpan, span) as Effect.Effect<A, E, R>
      return Effect.onExit(inside, (exit) => Effect.sync(() => end(span, errorOf(exit))))
    })

/** The span around this; null where there is none. */
export const current: Effect.Effect<Tracer.AnySpan | null> = Effect.withFiberRuntime((fiber) =>
  Effect.succeed(spanAround(fiber.getFiberRef(FiberRef.currentContext)))
)

/** The same as a `traceparent`. */
export const currentTraceparent: Effect.Effect<string | null> = Effect.map(current, (span) =>
  span === null ? null : traceparentOf(span)
)

/** Says something of the span around this, where there is one of this process. */
export const note = (attributes: Attributes): Effect.Effect<void> =>
  Effect.map(current, (span) => {
    if (span?._tag !== "Span") return
    for (const key in attributes) span.attribute(key, attributes[key])
  })
