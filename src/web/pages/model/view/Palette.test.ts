import { expect, test } from "bun:test"
import { legendOf, mostNamed, ranges } from "./Palette.ts"

const many = (count: number) => Array.from({ length: count }, (_, i) => `g${i}`)

test("values are ordered by their number of products, then come the values beyond the colours, then products without value", () => {
  const values = Array.from({ length: mostNamed + 2 }, (_, i) => [`v${i}`, many(i + 1)] as const)
  const legend = legendOf(new Map<string | null, ReadonlyArray<string>>([...values, [null, many(3)]]))
  expect(legend.map(({ kind }) => kind)).toEqual([...Array(mostNamed).fill("value"), "others", "none"])
  expect(legend.map(({ guids }) => guids.length)).toEqual([9, 8, 7, 6, 5, 4, 3, 3, 3])
  expect(new Set(legend.map(({ color }) => color.join())).size).toBe(legend.length)
})

test("many numbers are grouped in ranges in ascending order, with every product in one", () => {
  const legend = legendOf(new Map(Array.from({ length: 100 }, (_, i) => [i, [`g${i}`]] as const)))
  expect(legend.map(({ kind }) => kind)).toEqual(Array(ranges).fill("range"))
  expect(legend.reduce((sum, { guids }) => sum + guids.length, 0)).toBe(100)
  expect(legend.at(-1)!.guids).toContain("g99")
})

test("few numbers have a colour each from less to more, and without values there is no legend", () => {
  const of = (numbers: ReadonlyArray<number>) => legendOf(new Map(numbers.map((n) => [n, [`g${n}`]] as const)))
  const few = of([2, 10, 1])
  expect(few.map(({ label }) => label)).toEqual(["1", "2", "10"])
  const many = of(Array.from({ length: 100 }, (_, n) => n))
  expect([few[0]!.color, few.at(-1)!.color]).toEqual([many[0]!.color, many.at(-1)!.color])
  expect(new Set(of([1, 2, 3, 4, 5, 6]).map(({ color }) => color.join())).size).toBe(6)
  expect(of([7]).map(({ label }) => label)).toEqual(["7"])
  expect(legendOf(new Map())).toEqual([])
})
