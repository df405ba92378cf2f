import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as fc from "effect/FastCheck"
import { effect } from "../testing/EffectTest.ts"
import * as Pull from "./Pull.ts"

/** Lists that come some items at a time, none at all among them. */
const slices = fc.array(fc.array(fc.integer(), { maxLength: 4 }), { maxLength: 5 })
const pullOf = (all: ReadonlyArray<ReadonlyArray<number>>) => Pull.eachOf(() => all, Effect.succeed)
const listOf = (pull: Pull.Pull<unknown>) => Effect.runSync(Pull.all(pull))

effect("concatenated, mapped and filtered lists equal the same operations on arrays, in every run", () =>
  Effect.sync(() =>
    fc.assert(
      fc.property(fc.array(slices, { maxLength: 4 }), (lists) => {
        const [flat, pull] = [lists.flat(2), Pull.concat(lists.map(pullOf))]
        for (const _ of [1, 2]) expect(listOf(pull)).toEqual(flat)
        expect(listOf(Pull.map(pull, String))).toEqual(flat.map(String))
        expect(listOf(Pull.filter(pull, (n) => n > 0))).toEqual(flat.filter((n) => n > 0))
      })
    )
  )
)

effect("an iterable is delivered in portions that are read quickly", () =>
  Effect.gen(function* () {
    const items = Array.from({ length: 300 }, (_, i) => i)
    const pull = Pull.from(() => items.values())
    expect(yield* Pull.all(pull)).toEqual(items)
    const next = yield* pull
    const lengths = [yield* next, yield* next, yield* next, yield* next].map((some) => some?.length)
    expect(lengths).toEqual([128, 128, 44, undefined])
    expect(yield* Pull.all(Pull.from(() => []))).toEqual([])
  })
)

effect("a list is read only as far as it is consumed, and starts after the lists before it", () =>
  Effect.gen(function* () {
    const read: Array<number> = []
    const pull = Pull.concat([
      Pull.make(0),
      Pull.eachOf(
        () => [1, 2, 3],
        (n) => Effect.sync(() => [read.push(n)])
      )
    ])
    const next = yield* pull
    expect([yield* next, [...read]]).toEqual([[0], []])
    expect([yield* next, [...read]]).toEqual([[1], [1]])
    expect([yield* next, yield* next, yield* next, yield* next]).toEqual([[2], [3], null, null])
  })
)

effect("a failure occurs where it is reached; items before it are delivered", () =>
  Effect.gen(function* () {
    const next = yield* Pull.concat<string, string>([Pull.make("a"), Effect.fail("no")])
    expect(yield* next).toEqual(["a"])
    expect(yield* Effect.flip(next)).toBe("no")
  })
)

effect("a list with very many turns does not grow the stack", () =>
  Effect.gen(function* () {
    const many = Array.from({ length: 50_000 }, (_, i) => [i])
    expect(yield* Effect.map(Pull.all(pullOf(many)), (all) => all.length)).toBe(50_000)
    expect(yield* Effect.map(Pull.all(Pull.concat(many.map((some) => Pull.make(...some)))), (all) => all.length)).toBe(
      50_000
    )
  })
)
