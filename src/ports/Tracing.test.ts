import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"
import { effect } from "../testing/EffectTest.ts"
import { currentTraceparent, nanos, spanOf, traceparentOf } from "./Tracing.ts"

const [trace, span] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"]

test.each(["00", "01"])("a traceparent with flags %s is read and written unchanged", (flags) => {
  const text = `00-${trace}-${span}-${flags}`
  expect(spanOf(text)).toMatchObject({ traceId: trace, spanId: span, sampled: flags === "01" })
  expect(traceparentOf(spanOf(text)!)).toBe(text)
})

test("additional fields of later versions are ignored", () => {
  expect(spanOf(`cc-${trace}-${span}-03-what-will-come`)).toMatchObject({ traceId: trace, sampled: true })
})

test.each([
  null,
  undefined,
  "",
  "garbage",
  `00-${trace}-${span}`,
  `00-${trace}-${span}-01-more`,
  `ff-${trace}-${span}-01`,
  `00-${"0".repeat(32)}-${span}-01`,
  `00-${trace}-${"0".repeat(16)}-01`,
  `00-${trace.toUpperCase()}-${span}-01`
])("%p names none", (text) => {
  expect(spanOf(text)).toBeNull()
})

effect("an invalid span context is no context", () =>
  Effect.gen(function* () {
    const text = `00-${trace}-${span}-01`
    const within = Effect.withSpan(currentTraceparent, "inner").pipe(Effect.withSpan("outer"))
    const found = Effect.provideService(within, Tracer.ParentSpan, spanOf(text)!)
    expect(yield* Effect.withTracerEnabled(found, false)).toBe(text)
    expect(yield* Effect.withTracerEnabled(within, false)).toBeNull()
  })
)

test("nanoseconds never decrease and follow the machine's clock", () => {
  const times = Array.from({ length: 1000 }, nanos)
  expect(times.every((time, i) => i === 0 || time >= times[i - 1]!)).toBe(true)
  const before = Date.now()
  const millis = Number(nanos() / 1_000_000n)
  expect(millis).toBeWithin(before - 5, Date.now() + 5)
})
