import { expect } from "bun:test"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Trace from "../../src/ports/Tracing.ts"
import { effect } from "../../src/testing/EffectTest.ts"
import type { TracingOptions } from "./Configuration.ts"
import { mostWaiting } from "./Delivery.ts"
import * as Otlp from "./Otlp.ts"
import * as Sampler from "./Sampler.ts"
import * as Collector from "./testing/Collector.ts"

const optionsFor = (url: string): TracingOptions => ({
  url: `${url}/v1/traces`,
  headers: Redacted.make({ "x-tenant": "house" }),
  resource: { "service.name": "test" },
  sampler: Sampler.make("parentbased_always_on", 1)
})

const collector = (answer?: () => Response | Promise<Response>) =>
  Effect.acquireRelease(
    Effect.sync(() => Collector.start(answer)),
    ({ stop }) => Effect.promise(() => stop())
  )

/** Runs work, exports its spans, closes the scope, and returns the counts and the lines of the log. */
const tracing = (options: TracingOptions, work: Effect.Effect<unknown>) => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void lines.push(String(message)))
  return Effect.gen(function* () {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(Otlp.layer(options), scope)
    yield* Effect.provide(work, context)
    yield* Scope.close(scope, Exit.void)
    return { ...Context.get(context, Trace.Tracing).counts(), lines }
  }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
}

const spanned = (name: string, parent: string | null = null) =>
  Trace.within(name, { parent: Trace.spanOf(parent), attributes: { part: name } })

effect(
  "spans are exported unchanged and in order, with the attributes of the process and without source locations",
  () =>
    Effect.gen(function* () {
      const { headers, resources, spans, texts, url } = yield* collector()
      const inner = Effect.zipRight(Trace.note({ rows: 3 }), Effect.fail({ _tag: "NoRoom", path: "/secret" }))
      const work = Effect.ignore(spanned("inner")(inner)).pipe(
        Effect.zipRight(Effect.exit(spanned("dead")(Effect.die(new Error("/secret"))))),
        spanned("outer", `00-${"a".repeat(32)}-${"b".repeat(16)}-01`)
      )
      const before = Date.now()
      const { dropped, sent } = yield* tracing(optionsFor(url), work)
      expect({ dropped, sent }).toEqual({ dropped: 0, sent: 3 })
      const of = (name: string) => spans.find((span) => span.name === name)!
      const [outer, first, dead] = [of("outer"), of("inner"), of("dead")]
      expect(outer).toMatchObject({ traceId: "a".repeat(32), parentSpanId: "b".repeat(16), failed: false, kind: 1 })
      expect(first).toMatchObject({ parentSpanId: outer.spanId, traceId: outer.traceId, failed: true })
      expect(first.attributes).toEqual({ part: "inner", rows: 3, "error.type": "NoRoom" })
      expect(dead.attributes).toEqual({ part: "dead", "error.type": "defect" })
      expect(outer.start <= first.start && first.end <= dead.start && dead.end <= outer.end).toBe(true)
      expect(Number(outer.start / 1_000_000n)).toBeWithin(before - 1000, Date.now() + 1000)
      expect(resources[0]).toMatchObject({ "service.name": "test", "service.version": expect.any(String) })
      expect(headers[0]!.get("x-tenant")).toBe("house")
      expect(headers[0]!.get("content-type")).toBe("application/json")
      expect(texts.join()).not.toMatch(/secret|stacktrace|span\.label|status\.interrupted/)
    })
)

effect("unsampled spans and their children are not sent, but have trace ids", () =>
  Effect.gen(function* () {
    const { spans, url } = yield* collector()
    const seen: Array<string> = []
    const look = Effect.map(Trace.current, (span) => void seen.push(Trace.traceparentOf(span!)))
    const parts = spanned("inner")(Effect.zipRight(Trace.note({ rows: 3 }), look))
    const { dropped, sent } = yield* tracing(
      optionsFor(url),
      spanned("outer", `00-${"a".repeat(32)}-${"b".repeat(16)}-00`)(parts)
    )
    expect({ dropped, sent, spans }).toEqual({ dropped: 0, sent: 0, spans: [] })
    expect(seen[0]).toMatch(/^00-a{32}-(?!b{16})[\da-f]{16}-00$/)
  })
)

effect("with partial sampling, only the id of a trace decides whether it is sampled", () =>
  Effect.gen(function* () {
    const { spans, url } = yield* collector()
    const sampler = Sampler.make("traceidratio", 0.5)
    const many = Effect.repeatN(spanned("outer")(spanned("inner")(Effect.void)), 199)
    const { sent } = yield* tracing({ ...optionsFor(url), sampler }, many)
    expect(sent).toBe(spans.length)
    expect(sent).toBeGreaterThan(100)
    expect(sent).toBeLessThan(300)
    expect(spans.filter(({ traceId }) => !sampler(null, traceId))).toEqual([])
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(sent / 2)
  })
)

effect("spans refused temporarily are sent again; those refused for good are dropped and counted", () =>
  Effect.gen(function* () {
    const answers = [503, 503]
    const busy = yield* collector(() => new Response(null, { status: answers.pop() ?? 200 }))
    const wait = Effect.sync(() => busy.spans.length).pipe(
      Effect.delay("20 millis"),
      Effect.repeat({ until: (some) => some > 0 })
    )
    expect(yield* tracing(optionsFor(busy.url), Effect.zipRight(spanned("one")(Effect.void), wait))).toMatchObject({
      sent: 1,
      dropped: 0
    })
    const refusing = yield* collector(() => new Response(null, { status: 401 }))
    expect(yield* tracing(optionsFor(refusing.url), spanned("one")(Effect.void))).toMatchObject({ sent: 0, dropped: 1 })
  })
)

effect("spans that a collector reports as rejected are counted as dropped", () =>
  Effect.gen(function* () {
    for (const [body, dropped] of [
      ['{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}', 2],
      ['{"partialSuccess":{"rejectedSpans":1}}', 1],
      ['{"partialSuccess":{"rejectedSpans":"99"}}', 3],
      ['{"partialSuccess":{"rejectedSpans":"-1"}}', 0],
      ['{"partialSuccess":{}}', 0],
      ["null", 0],
      ["", 0]
    ] as const) {
      const { url } = yield* collector(() => new Response(body))
      const three = Effect.repeatN(spanned("one")(Effect.void), 2)
      expect(yield* tracing(optionsFor(url), three)).toMatchObject({ sent: 3 - dropped, dropped })
    }
  })
)

effect("an unavailable or silent collector delays neither work nor shutdown, and memory is bounded", () =>
  Effect.gen(function* () {
    const silent = yield* collector(() => new Promise<Response>(() => {}))
    for (const url of ["http://127.0.0.1:9", silent.url]) {
      const many = spanned("one")(Effect.void).pipe(Effect.repeatN(3 * mostWaiting))
      const { dropped, lines, sent } = yield* tracing(optionsFor(url), Effect.zipRight(many, Effect.sleep("50 millis")))
      expect(sent).toBe(0)
      expect(dropped).toBe(3 * mostWaiting + 1)
      expect(lines.some((line) => line.startsWith("Spans are left at the end"))).toBe(true)
    }
  })
)
