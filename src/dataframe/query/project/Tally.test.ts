import { expect, test } from "bun:test"
import { op, table } from "arquero"
import { Random } from "../../../testing/Random.ts"
import * as Grouping from "./Grouping.ts"
import * as Tally from "./Tally.ts"

const grouped = (codes: ReadonlyArray<number>): Grouping.Grouping => {
  const rows = Uint32Array.from(codes.keys())
  const source = { keys: codes.length, keysOf: (rows: Uint32Array) => rows, valueOf: (row: number) => codes[row]! }
  return Grouping.make(codes.length, [[{ rows, source }]], codes.length)!
}

test("functions of numbers equal those of Arquero's rollup", () => {
  const random = new Random(20261128)
  for (const [length, groups] of [
    [1, 1],
    [500, 7],
    [5000, 5000],
    [20_000, 300]
  ] as const) {
    // prettier-ignore
    const codes = Array.from({ length }, () => random.below(groups))
    const values = Float64Array.from({ length }, () => (random.chance(0.2) ? Number.NaN : random.below(2000) - 1000))
    const grouping = grouped(codes)
    const expected = table({ code: codes, value: [...values] })
      .groupby("code")
      .rollup({
        Sum: op.sum("value"),
        Mean: op.mean("value"),
        Min: op.min("value"),
        Max: op.max("value"),
        measured: op.valid("value")
      }) // prettier-ignore
      .objects() as ReadonlyArray<Record<"code" | "Sum" | "Mean" | "Min" | "Max" | "measured", number>>
    const groupOf = new Map(codes.map((code, i) => [code, grouping.groupOf[i]!]))
    expect(grouping.size).toBe(expected.length)
    for (const kind of ["Sum", "Mean", "Min", "Max"] as const) {
      const tally = Tally.ofNumbers(grouping, values, kind)
      for (const group of expected) {
        const { measured, value } = tally.of(groupOf.get(group.code)!)
        expect(measured).toBe(group.measured)
        if (measured > 0) expect(value).toBeCloseTo(group[kind], 9)
        else expect(value).toBeNull()
      }
    }
  }
})

test("a sum does not depend on the order of its values, and the total equals that of the groups", () => {
  const values = [1e100, 1, -1e100, 0.1, 1e16, 1, -1e16]
  for (const all of [values, values.toReversed()]) {
    const tally = Tally.ofNumbers(grouped(all.map(() => 1)), Float64Array.from(all), "Sum")
    expect(tally.of(0).value).toBeCloseTo(2.1, 12)
    expect(tally.total.value).toBe(tally.of(0).value)
  }
})

test("infinite numbers are not measured, and a result beyond doubles is null", () => {
  const grouping = grouped([1, 1, 1, 2, 2])
  const values = Float64Array.of(Number.POSITIVE_INFINITY, Number.NaN, 3, Number.MAX_VALUE, Number.MAX_VALUE)
  const sum = Tally.ofNumbers(grouping, values, "Sum")
  expect(sum.of(0)).toEqual({ value: 3, measured: 1 })
  expect(sum.of(1)).toEqual({ value: null, measured: 2 })
  expect(sum.total).toEqual({ value: null, measured: 3 })
  expect(Tally.ofNumbers(grouping, values, "Max").total).toEqual({ value: Number.MAX_VALUE, measured: 3 })
})
