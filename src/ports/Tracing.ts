import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"

/** The collector of the spans of this process. */
export interface TracingShape {
  /** Creates spans and decides which are sampled; null if spans are not collected, in which case none are created. */
  readonly tracer: Tracer.Tracer | null
  /** Numbers of sampled spans that have ended so far: those that a collector has accepted, and those that were lost. */
  readonly counts: () => { readonly sent: number; readonly dropped: number }
  /** Counts spans as lost that were never created in this process. */
  readonly lose: (spans: number) => void
}

/** Tracing is off unless the main program turns it on. */
export class Tracing extends Context.Reference<Tracing>()("ports/Tracing", {
  defaultValue: (): TracingShape => ({ tracer: null, counts: () => ({ sent: 0, dropped: 0 }), lose: () => {} })
}) {}

/** Attributes of a span, named by the OpenTelemetry semantic conventions if these define a name. */
export type Attributes = Readonly<Record<string, string | number>>

export interface SpanOptions {
  readonly kind?: Tracer.SpanKind
  /** Parent span. Null or missing: the current span, if any. */
  readonly parent?: Tracer.AnySpan | null
  readonly attributes?: Attributes
}

/** Attribute that marks a span's operation as failed and names the failure: a status or the tag of an error. */
export const failure = "error.type"

const format = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const isNothing = (id: string): boolean => /^0+$/.test(id)

/**
 * Returns the span named by a `traceparent`, or null if it is missing or malformed, in which case a new trace begins.
 * Source: W3C Trace Context, 3.2, including versions after 00.
 */
export const spanOf = (traceparent: string | null | undefined): Tracer.ExternalSpan | null => {
  const [, version, traceId, spanId, flags, more] = format.exec(traceparent ?? "") ?? []
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return null
  if (isNothing(traceId!) || isNothing(spanId!)) return null
  return Tracer.externalSpan({ traceId: traceId!, spanId: spanId!, sampled: (Number.parseInt(flags!, 16) & 1) === 1 })
}

/** Returns the `traceparent` that names a span. */
export const traceparentOf = ({ sampled, spanId, traceId }: Tracer.AnySpan): string =>
  `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`

/**
 * Tolerance, in milliseconds, within which the wall clock may differ from `origin` plus elapsed time. A greater
 * difference means that the machine's clock was set.
 */
const inaccuracy = 2
let origin = Number.NaN

/** Returns the time in nanoseconds since 1970, with a resolution of some microseconds. */
export const nanos = (): bigint => {
  const [millis, elapsed] = [Date.now(), performance.now()]
  if (!(Math.abs(origin + elapsed - millis) < inaccuracy)) origin = millis - elapsed
  return BigInt(Math.round((origin + elapsed) * 1000)) * 1000n
}

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

/** Ends a span. `error` names how its operation failed; null: it did not. */
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

/**
 * Returns whether the span is one of ours. Effect also creates spans named after functions and statements; these are
 * not exported, so their parents are used instead.
 */
const isMade = (span: Tracer.AnySpan): boolean => !Context.get(span.context, Tracer.DisablePropagation)

/** Returns the current span of a context, or null if it has none. */
export const spanAround = (context: Context.Context<never>): Tracer.AnySpan | null => {
  let span = Option.getOrNull(Context.getOption(context, Tracer.ParentSpan))
  while (span !== null && !isMade(span)) span = span._tag === "Span" ? Option.getOrNull(span.parent) : null
  return span
}

/** Runs the effect in a new span, or unchanged if spans are not collected. */
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

/** The current span; null if there is none. */
export const current: Effect.Effect<Tracer.AnySpan | null> = Effect.withFiberRuntime((fiber) =>
  Effect.succeed(spanAround(fiber.getFiberRef(FiberRef.currentContext)))
)

/** The current span as a `traceparent`; null if there is none. */
export const currentTraceparent: Effect.Effect<string | null> = Effect.map(current, (span) =>
  span === null ? null : traceparentOf(span)
)

/** Adds attributes to the current span if this process created it. */
export const note = (attributes: Attributes): Effect.Effect<void> =>
  Effect.map(current, (span) => {
    if (span?._tag !== "Span") return
    for (const key in attributes) span.attribute(key, attributes[key])
  })
