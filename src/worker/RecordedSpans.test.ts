import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { effect } from "../testing/EffectTest.ts"
import { mostSpans, recording, replay } from "./RecordedSpans.ts"

interface Made {
  readonly name: string
  readonly parent: string | null
  readonly start: bigint
  end: bigint
  readonly attributes: Record<string, unknown>
}

/** A tracer whose spans are seen as they are made, named by their names. */
const seeing = () => {
  const made: Array<Made> = []
  const tracer = Tracer.make({
    span: (name, parent, context, links, start, kind) => {
      const attributes: Record<string, unknown> = {}
      const one: Made = {
        name,
        parent: Option.getOrNull(Option.map(parent, (p) => p.spanId)),
        start,
        end: 0n,
        attributes
      }
      made.push(one)
      return {
        ...Tracer.externalSpan({ traceId: "t", spanId: name }),
        _tag: "Span",
        name,
        parent,
        context,
        links,
        kind,
        sampled: true,
        attributes: new Map(),
        status: { _tag: "Started", startTime: start },
        attribute: (key, value) => void (attributes[key] = value),
        end: (at) => void (one.end = at),
        event: () => {},
        addLinks: () => {}
      }
    },
    context: (run) => run()
  })
  return { made, tracer }
}

const recorded = (work: Effect.Effect<unknown, unknown>) =>
  Effect.gen(function* () {
    const { left, spans, tracer } = recording()
    yield* Effect.exit(Effect.withTracerEnabled(Effect.withTracer(work, tracer), true))
    // Spans arrive as copies from another process.
    return { spans: structuredClone(spans), left: left() }
  })

effect("the spans of a child keep their times and are part of the job", () =>
  Effect.gen(function* () {
    const step = (name: string, work: Effect.Effect<unknown, unknown> = Effect.void) =>
      Effect.withSpan(work, name, { attributes: { of: name } })
    const { spans } = yield* recorded(step("all", Effect.zipRight(step("read"), step("write", Effect.fail("/secret")))))
    const { made, tracer } = seeing()
    replay(tracer, Tracer.externalSpan({ traceId: "t", spanId: "job" }), spans)
    expect(made.map(({ attributes, name, parent }) => [parent, name, attributes])).toEqual([
      ["job", "all", { of: "all", "error.type": "failure" }],
      ["all", "read", { of: "read" }],
      ["all", "write", { of: "write", "error.type": "failure" }]
    ])
    const [all, read, write] = made
    expect(all!.start <= read!.start && read!.end <= write!.start && write!.end <= all!.end).toBe(true)
  })
)

effect("of a job with many spans, the first few are kept and the others are counted", () =>
  Effect.gen(function* () {
    const many = Effect.repeatN(Effect.withSpan(Effect.void, "slice"), 1000)
    const { left, spans } = yield* recorded(Effect.withSpan(many, "all"))
    expect(left).toBe(1002 - mostSpans)
    expect(spans.length).toBe(mostSpans)
    expect(spans.every(({ parent }, i) => parent === (i === 0 ? null : 0))).toBe(true)
  })
)
