import { expect, test } from "bun:test"
import type { Scalar } from "../../domain/products/Filter.ts"
import { ranked, rankedKeys, sortedBy, unsorted } from "./RankedField.ts"

/** One part, in which each row has its own key, and a counter of the values that were read. */
const partOf = (values: ReadonlyArray<Scalar>, rows = values.length) => {
  const part = {
    reads: 0,
    rows: unsorted(rows),
    source: {
      keys: values.length,
      keysOf: (rows: Uint32Array) => rows,
      valueOf: (key: number): Scalar => {
        part.reads++
        return values[key]!
      }
    }
  }
  return part
}

test("equal values of several tables have one code, in the order of section 6 of the contract", () => {
  const parts = [partOf(["b", 2, null, "B", true]), partOf([false, -0, "", "\u{10000}", "\uffee", 0, "B"])]
  const field = ranked(parts)
  const order = sortedBy(unsorted(field.codes.length), field, false)
  const shown = Array.from(order, (i) => field.valueOf(field.codes[i]!))
  expect(shown).toEqual([0, 0, 2, "B", "B", "b", "\uffee", "\u{10000}", false, true, null, null])
  expect([...sortedBy(unsorted(12), field, true)].slice(-2)).toEqual([2, 7])
})

test("each value of the selected products is read once", () => {
  const numbers = partOf(Array.from({ length: 100_000 }, (_, i) => i * 0.5), 99_000) // prettier-ignore
  const texts = partOf(Array.from({ length: 100_000 }, (_, i) => `text ${i}`))
  expect(ranked([numbers, texts]).size).toBe(199_000 + 3)
  expect([numbers.reads, texts.reads]).toEqual([99_000, 100_000])
  const keyed = [numbers, texts].map(({ rows, source }) => ({ ...source, size: rows.length, isThere: null }))
  expect(rankedKeys(keyed, 198_999)).toBeNull()
  expect(rankedKeys(keyed, 199_000)).not.toBeNull()
})
