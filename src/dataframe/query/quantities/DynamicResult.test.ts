import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { noFilters } from "../../../domain/products/Filter.ts"
import * as EditedTable from "../../edits/overlay/EditedTable.ts"
import { guidOf, tableOf } from "../../testing/TestContent.ts"
import { dynamicResult, type Together } from "./DynamicResult.ts"
import * as Overlay from "../Overlay.ts"
import * as View from "../View.ts"

// A stair (0) of two flights, a railing and a landing (4) of two slabs; a stair with a shape of its own (7) and a flight.
const table = tableOf({
  products: [
    { shape: false },
    { whole: 0 },
    { whole: 0 },
    { whole: 0 },
    { whole: 0, shape: false },
    { whole: 4 },
    { whole: 4 },
    {},
    { whole: 7 }
  ]
})
const values = Float64Array.of(NaN, 2, 3, 100, NaN, 1, 0.5, NaN, 8)

/** Value and quality of products by their rows, after some were deleted and some could not be measured. */
const shown = (together: Together, deleted: ReadonlyArray<number>, missing: ReadonlyArray<number> = []) => {
  const overlay = Overlay.add(
    Overlay.empty,
    deleted.map((row) => ({ kind: "Deleted" as const, guid: guidOf(row) }))
  )
  const field = {
    name: "Computed.X",
    unit: "Metre",
    values: values.map((value, row) => (missing.includes(row) ? NaN : value)),
    qualityOf: (row: number) => (row === 5 ? ("Approximate" as const) : ("Measured" as const)),
    together
  }
  const view = View.empty("1")
  const pieces = Either.getOrThrow(
    dynamicResult(EditedTable.of(table, overlay), view, { filters: noFilters }, [field], {})
  )
  const { result } = JSON.parse(Buffer.concat([...pieces]).toString()) as {
    readonly result: ReadonlyArray<{
      readonly Guid: string
      readonly "Computed.X": { readonly Value: number | null; readonly Quality: string }
    }>
  }
  return Object.fromEntries(
    result.map(({ Guid, "Computed.X": told }) => [
      Number(Guid.slice(5).replaceAll("_", "")),
      [told.Value, told.Quality]
    ])
  )
}

test("a product without shape has the sum of its parts at all levels; one with a shape has its own value or none", () => {
  expect(shown("sum", [])).toEqual({
    0: [106.5, "Parts"],
    1: [2, "Measured"],
    2: [3, "Measured"],
    3: [100, "Measured"],
    4: [1.5, "Parts"],
    5: [1, "Approximate"],
    6: [0.5, "Measured"],
    7: [null, "Missing"],
    8: [8, "Measured"]
  })
  expect(shown("least", [])).toMatchObject({ 0: [0.5, "Parts"], 4: [0.5, "Parts"] })
  expect(shown("most", [])).toMatchObject({ 0: [100, "Parts"], 4: [1, "Parts"] })
  expect(shown(null, [])).toMatchObject({ 0: [null, "Missing"], 4: [null, "Missing"] })
})

test("deleted parts do not count; parts without a value make the whole incomplete", () => {
  expect(shown("sum", [3])).toMatchObject({ 0: [6.5, "Parts"] })
  expect(shown("sum", [3], [2])).toMatchObject({ 0: [3.5, "PartsIncomplete"], 2: [null, "Missing"] })
  expect(shown("sum", [2, 3], [2])).toMatchObject({ 0: [3.5, "Parts"] })
  expect(shown("sum", [3, 5])).toMatchObject({ 0: [5.5, "Parts"], 4: [0.5, "Parts"] })
  expect(shown("sum", [3], [5])).toMatchObject({ 0: [5.5, "PartsIncomplete"], 4: [0.5, "PartsIncomplete"] })
  expect(shown("sum", [3], [5, 6])).toMatchObject({ 0: [5, "PartsIncomplete"], 4: [null, "Missing"] })
  expect(shown("sum", [3, 4, 5, 6])).toMatchObject({ 0: [5, "Parts"] })
  expect(shown("least", [6])).toMatchObject({ 0: [1, "Parts"] })
  expect(shown("sum", [1, 2, 3, 4, 5, 6])[0]).toEqual([null, "Missing"])
})
