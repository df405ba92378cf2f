import { expect, test } from "bun:test"
import * as Tracer from "effect/Tracer"
import { make, type SamplerName, samplerNames } from "./Sampler.ts"

const ids = Array.from({ length: 4000 }, () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex"))
const parent = (sampled: boolean) => Tracer.externalSpan({ traceId: "1".repeat(32), spanId: "2".repeat(16), sampled })

test.each(samplerNames)("%s: without a trace, in a sampled one, in an unsampled one", (name) => {
  const isSampled = make(name, 0.25)
  const part = (of: Tracer.AnySpan | null) => ids.filter((id) => isSampled(of, id)).length / ids.length
  const about = (value: number) => (Math.abs(value - 0.25) < 0.05 ? "a quarter" : value)
  const expected: Record<SamplerName, ReadonlyArray<unknown>> = {
    always_on: [1, 1, 1],
    always_off: [0, 0, 0],
    traceidratio: ["a quarter", "a quarter", "a quarter"],
    parentbased_always_on: [1, 1, 0],
    parentbased_always_off: [0, 1, 0],
    parentbased_traceidratio: ["a quarter", 1, 0]
  }
  expect([null, parent(true), parent(false)].map(part).map(about)).toEqual([...expected[name]] as never)
})

test("a smaller fraction is a subset of a larger one; 0 is none and 1 is all", () => {
  const [small, large] = [make("traceidratio", 0.1), make("traceidratio", 0.5)]
  expect(ids.filter((id) => small(null, id) && !large(null, id))).toEqual([])
  expect(ids.filter((id) => make("traceidratio", 0)(null, id))).toEqual([])
  expect(ids.every((id) => make("traceidratio", 1)(null, id))).toBe(true)
})
