import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import type { Edit } from "../../domain/edits/Edit.ts"
import * as EditedTable from "../edits/overlay/EditedTable.ts"
import { filtersOf, guidOf, tableOf } from "../testing/TestContent.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import * as Dictionary from "./Dictionary.ts"
import * as Fields from "./Fields.ts"
import * as Matcher from "./Matcher.ts"
import * as Overlay from "./Overlay.ts"
import { select } from "./Selection.ts"
import * as View from "./View.ts"

const view = View.empty("1")
const found = (table: ProductTable, property: string, value: unknown) =>
  Array.from(
    Either.getOrThrow(select(table, view, { filters: filtersOf([{ property, operator: "Equals", value }]) })).indices(),
    (row) => row
  )

describe("items of a list that contain the separator", () => {
  const list = (...items: ReadonlyArray<string>) => [["S|P", { value: items.join("; "), items }] as const]
  const table = tableOf({
    products: [
      { cells: list("Oak; oiled", "Ash") },
      { cells: list("Oak", "oiled; Ash") },
      { cells: [["S|P", { value: "Oak; oiled; Ash", several: true }]] },
      { cells: [["S|P", "Oak; oiled; Ash"]] }
    ]
  })
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
    ["Oak; oiled; Ash", [0, 1, 2, 3]],
    ["Oak; oiled", [0]],
    ["oiled; Ash", [1]],
    ["Oak", [1, 2]],
    ["oiled", [2]],
    ["Ash", [0, 2]]
  ]

  test.each(cases)("%s", (value, rows) => expect(found(table, "P", value)).toEqual([...rows]))

  test("match equally through Arquero and on the bytes", () => {
    const { column } = table.properties[0]!
    for (const [value] of cases) {
      const matcher = Matcher.make(filtersOf([{ property: "P", operator: "Equals", value }])[0]!)
      expect(Dictionary.inBytes(column, matcher)).toEqual(Dictionary.byArquero(column, matcher))
    }
  })

  test("are kept beside edits and restored with them", () => {
    const now = { value: ["Elm; raw", "Ash"], type: "Enum", quantity: false, unit: null } as const
    const edit: Edit = { kind: "Property", guid: guidOf(3), set: "S", name: "P", now }
    const edited = EditedTable.of(table, Overlay.add(Overlay.empty, [edit]))
    expect(["Oak; oiled", "Elm; raw", "Elm", "Ash"].map((value) => found(edited, "P", value))).toEqual([
      [0],
      [3],
      [],
      [0, 2, 3]
    ])
  })

  test("are distinguished from a text that begins with their lengths", () => {
    const put = (row: number, ...value: ReadonlyArray<string>): Edit => {
      const now = { value, type: "Enum", quantity: false, unit: null } as const
      return { kind: "Property", guid: guidOf(row), set: "S", name: "P", now }
    }
    const edits = [put(0, "a", "b; c"), put(1, "1,4;a", "b", "c")]
    const edited = EditedTable.of(table, Overlay.add(Overlay.empty, edits))
    expect(["b; c", "1,4;a"].map((value) => found(edited, "P", value))).toEqual([[0], [1]])
  })
})

describe("integers beyond the precision of doubles", () => {
  const cell = (value: string) => [["S|P", { value, digits: true }] as const]
  const table = tableOf({
    products: [
      { cells: cell("9007199254740993") },
      { cells: cell("9007199254740995") },
      { cells: [["S|P", { value: 9_007_199_254_740_992, integer: true }]] }
    ]
  })

  test("never equal each other, nor the nearest number", () => {
    expect(found(table, "P", "9007199254740993")).toEqual([0])
    expect(found(table, "P", "9007199254740995")).toEqual([1])
    expect(found(table, "P", "9007199254740992")).toEqual([2])
  })

  test("are integers", () => {
    const answer = new TextDecoder().decode(Either.getOrThrow(Fields.query(table, view, { page: 1, pageSize: 99 })))
    expect(answer).toContain('{"name":"P","dataType":"Integer","unit":null,"enumerationValues":null}')
  })
})

describe("groups", () => {
  const groups = ["Cold; water", "Phase 2"].map((name, i) => ({ guid: `0group${i}`, name, class: "IfcGroup" }))
  const table = tableOf({ groups, groupSets: [[0, 1], [0]], products: [{ groupSet: 0 }, { groupSet: 1 }, {}] })
  test.each<[string, unknown, ReadonlyArray<number>]>([
    ["Groups.Name", "Phase 2", [0]],
    ["Groups.Name", "Cold; water", [0, 1]],
    ["Groups.Name", "Cold; water; Phase 2", [0]],
    ["Groups.Name", null, [2]],
    ["Groups", "0group1", [0]],
    ["Groups", null, [2]],
    ["Groups.Class", "IfcGroup", [0, 1]]
  ])("%s equals %p", (property, value, rows) => expect(found(table, property, value)).toEqual([...rows]))
})
