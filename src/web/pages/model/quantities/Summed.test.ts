import { expect, test } from "bun:test"
import { compared, difference, summed } from "./Summed.ts"

const product = (keys: ReadonlyArray<string | null>, ...values: ReadonlyArray<number | null>) => ({ keys, values })

test("sums are made by the first keys, and products without value are counted but not measured", () => {
  const products = [
    product(["Wall", "A"], 2, null),
    product(["Wall", "B"], null, 1),
    product(["Door", "A"], null, null)
  ]
  expect(summed(products, 1, 2)).toEqual({
    groups: [
      {
        keys: ["Wall"],
        count: 2,
        measures: [
          { value: 2, measured: 1 },
          { value: 1, measured: 1 }
        ]
      },
      {
        keys: ["Door"],
        count: 1,
        measures: [
          { value: null, measured: 0 },
          { value: null, measured: 0 }
        ]
      }
    ],
    totals: {
      count: 3,
      measures: [
        { value: 2, measured: 1 },
        { value: 1, measured: 1 }
      ]
    }
  })
  expect(summed(products, 2, 2).groups.length).toBe(3)
})

test("groups of two versions are joined, and those that only one has count as nothing in the other", () => {
  const older = summed([product(["Wall"], 2), product(["Door"], 1), product(["Slab"], 7)], 1, 1)
  const newer = summed(
    [product(["Wall"], 5), product(["Wall"], 4), product(["Roof"], null), product(["Slab"], 7)],
    1,
    1
  )
  const { rows, total } = compared(older, newer, 1)
  expect(rows.map(({ keys, sums }) => [keys[0], difference(sums[0]!)])).toEqual([
    ["Wall", 7],
    ["Door", -1],
    ["Roof", null],
    ["Slab", 0]
  ])
  expect(rows.map(({ count }) => count)).toEqual([
    { before: 1, after: 2 },
    { before: 1, after: 0 },
    { before: 0, after: 1 },
    { before: 1, after: 1 }
  ])
  expect(total).toEqual({ count: { before: 3, after: 4 }, sums: [{ before: 10, after: 16 }] })
})
