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

/** Spans of one request at the most: writing these takes a millisecond or two of the event loop. */
const batchSize = 300
/** How long a span waits for others. */
const batchTime = "1 second"

interface WrittenSpan {
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: unknown }>
}

interface Written {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<WrittenSpan> }>
  }>
}

/** Source: OTLP 1, trace.proto, Status. */
const isFailed = 2

/** Who says nothing of the outcome leaves it open. */
const shown = (span: WrittenSpan) => ({
  ...span,
  status: span.attributes.some(({ key }) => key === failure) ? { code: isFailed } : {}
})

const batchOf = (data: unknown, resource: TracingOptions["resource"]): Delivery.Batch => {
  const spans = (data as Written).resourceSpans[0]!.scopeSpans[0]!.spans.map(shown)
  const said = Object.entries({ "service.version": version, ...resource })
  const attributes = said.map(([key, stringValue]) => ({ key, value: { stringValue } }))
  const scopeSpans = [{ scope: { name: "plinth", version }, spans }]
  return { spans: spans.length, text: JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans }] }) }
}

const nothing = () => {}

/** A span that nobody will see; what it is the parent of learns that from it. */
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

/** The tracer with a sampler before it: its own takes all. */
const sampling = (inner: Tracer.Tracer, isSampled: Sampler): Tracer.Tracer => {
  const nextId = Ids.make()
  return Tracer.make({
    span: (...asked) => {
      const parent = Option.getOrNull(asked[1])
      const traceId = parent?.traceId ?? nextId(32)
      if (!isSampled(parent, traceId)) return unsampled(traceId, nextId(16), ...asked)
      const span = inner.span(...asked)
      // One that begins a trace would have an id that was not judged.
      return parent === null ? Object.assign(span, { traceId }) : span
    },
    context: (run, fiber) => inner.context(run, fiber)
  })
}

const notWritten = () => HttpBody.empty

/**
 * Spans go to a collector by OTLP over HTTP as JSON. It may be away: nothing waits for it, and what it does not take is
 * counted.
 */
export const layer = ({ headers, resource, sampler, url }: TracingOptions): Layer.Layer<Tracing> =>
  Layer.scoped(
    Tracing,
    Effect.gen(function* () {
      const delivery = yield* Delivery.make({ url, headers: Redacted.value(headers) })
      // The exporter's own buffer has no bound while a collector is away, so it finds one that takes everything at once.
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
