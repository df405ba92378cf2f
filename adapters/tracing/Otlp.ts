import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { make as makeTracer } from "@effect/opentelemetry/OtlpTracer"
import { OtlpSerialization } from "@effect/opentelemetry/OtlpSerialization"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import { version } from "../../package.json"
import { failure, Tracing } from "../../src/ports/Tracing.ts"
import type { TracingOptions } from "./Configuration.ts"
import * as Delivery from "./Delivery.ts"
import * as Ids from "./Ids.ts"
import type { Sampler } from "./Sampler.ts"

/** The most spans of one request. Serializing them blocks the event loop for a millisecond or two. */
const batchSize = 300
/** How long a span waits for others before it is sent. */
const batchTime = "1 second"

interface WrittenSpan {
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: unknown }>
}

interface Written {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<WrittenSpan> }>
  }>
}

/** The status code of a failed span. Source: OTLP 1, trace.proto, Status. */
const isFailed = 2

/** Sets the status of a failed span. If no failure is noted, the status stays unset. */
const shown = (span: WrittenSpan) => ({
  ...span,
  status: span.attributes.some(({ key }) => key === failure) ? { code: isFailed } : {}
})

const batchOf = (data: unknown, resource: TracingOptions["resource"]): Delivery.Batch => {
  const spans = (data as Written).resourceSpans[0]!.scopeSpans[0]!.spans.map(shown)
  const attributes = Object.entries({ "service.version": version, ...resource }).map(([key, stringValue]) => ({
    key,
    value: { stringValue }
  }))
  const scopeSpans = [{ scope: { name: "plinth", version }, spans }]
  return { spans: spans.length, text: JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans }] }) }
}

const nothing = () => {}

/** Returns a span that is not exported. Its children learn from it that they are not sampled either. */
const unsampled = (traceId: string, spanId: string, ...[name, parent, context, links, startTime, kind]: Asked) => {
  const span: Tracer.Span = {
    _tag: "Span",
    name,
    spanId,
    traceId,
    parent,
    context,
    status: { _tag: "Started", startTime },
    attributes: new Map(),
    links,
    sampled: false,
    kind,
    end: nothing,
    attribute: nothing,
    event: nothing,
    addLinks: nothing
  }
  return span
}
type Asked = Parameters<Tracer.Tracer["span"]>

/** Returns the tracer with a sampler in front of it; by itself it samples every span. */
const sampling = (inner: Tracer.Tracer, isSampled: Sampler): Tracer.Tracer => {
  const nextId = Ids.make()
  return Tracer.make({
    span: (...asked) => {
      const parent = Option.getOrNull(asked[1])
      const traceId = parent?.traceId ?? nextId(32)
      if (!isSampled(parent, traceId)) return unsampled(traceId, nextId(16), ...asked)
      const span = inner.span(...asked)
      // The inner tracer gives a root span another trace id than the one that was sampled, so it is replaced.
      return parent === null ? Object.assign(span, { traceId }) : span
    },
    context: (run, fiber) => inner.context(run, fiber)
  })
}

const notWritten = () => HttpBody.empty

/**
 * Exports spans to a collector by OTLP over HTTP as JSON. Nothing waits for the collector, which may be away; spans
 * that it does not accept are counted.
 */
export const layer = ({ headers, resource, sampler, url }: TracingOptions): Layer.Layer<Tracing> =>
  Layer.scoped(
    Tracing,
    Effect.gen(function* () {
      const delivery = yield* Delivery.make({ url, headers: Redacted.value(headers) })
      // The exporter's buffer would grow without limit while a collector is away. So this client accepts every batch at
      // once and hands it to `Delivery`, which has a limit.
      const client = HttpClient.make((request) =>
        Effect.sync(() => {
          if (request.body._tag === "Raw") delivery.offer(request.body.body as Delivery.Batch)
          return HttpClientResponse.fromWeb(request, new Response(null, { status: 200 }))
        })
      )
      const tracer = yield* makeTracer({
        url,
        resource: { serviceName: resource["service.name"] },
        exportInterval: batchTime,
        maxBatchSize: batchSize
      }).pipe(
        Effect.provideService(HttpClient.HttpClient, client),
        Effect.provideService(OtlpSerialization, {
          traces: (data) => HttpBody.raw(batchOf(data, resource)),
          metrics: notWritten,
          logs: notWritten
        })
      )
      return { tracer: sampling(tracer, sampler), counts: delivery.counts, lose: delivery.lose }
    })
  )
