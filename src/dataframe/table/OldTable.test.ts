import { expect, test } from "bun:test"
import { gunzipSync } from "node:zlib"
import * as Either from "effect/Either"
import * as EditedTable from "../edits/overlay/EditedTable.ts"
import * as Overlay from "../query/Overlay.ts"
import * as Page from "../query/answer/Page.ts"
import * as View from "../query/View.ts"
import { FieldNames } from "../../domain/products/FieldNames.ts"
import { filtersOf, guidOf } from "../testing/TestContent.ts"
import { open } from "./ProductTable.ts"

/** A container of format 1 with three products, as the release 0.1.0 wrote it. */
const old =
  "H4sIAAAAAAACA81WzW7TQBC2HdqkLUhNEYhjtCcORnIiDhAOpKG0DWqTQlN6KBa4zrqx4tiV7YKqKlIOHDgi3oCfwmvwBhx5Dd4A" +
  "ZrOzzWI5UZNWgolGn2dm59uZWcf21kat3lxXFFVRlJ/3f5xmABcVlP63Cr+IORYo2n2OlW203yK+QnyH8Q7a7zkefuDY/4j+VcRP" +
  "iE8wjnZlF+3PGM8hfkFUMC7se4inifhpYr+viBWMC/s2ouh7UfCMlBPSDVrUWztyW6RMjJhG8aZwGChEJ5Hdpl0LVtRWH90F2/as" +
  "KKIRKe+RmmPvWp4HTrhaCYKQmDo58t2YRU+Ib3Up5G3SOKSwpuP6bKONx/W15vpOvdYEXxxsu6Rc1EngOBGNSdnoAYVH/YO4vQNE" +
  "pHyn2BtRP+xwgLV7gW3FbuAbsgA9VrBBX1NWZXx8yMxVj5Wqk0MrpD7fwlQmF97gYBANq8Nahw7+6py5deIEYReMyPUPPDYHzzqm" +
  "IV/XtWIaupYHfYti/SPPg0rbrt3xaRQJhxNaNuuQ2z0TfifEDlqu4/LWB3UsA32VVQIRyreQ1wy2cVvQtOQiy8XhpOC6pyeTiilJ" +
  "VSmpmpaUulNJ2qlEesOR7Zn6XgnU0Ium2Tvf/H+jGPCnz0j+TALVCc70jDOvKJrEo0k4NefSMHcGYzOJter/wJnnOYJTxunnqQ7y" +
  "2PxmkWP2opxLw/PJYix7wd4V6V7KSuc9jaRxzl8ap3bGeW0MZ2ZKzsUxuVek65kRM2azy4Hewv8Rs69jnXNjctJEleJsfuL+ZPw3" +
  "ML4grdWknNwITg11AdeI+5PVdhPzr0pr5Z7nRnDmJjxL0YOW4J1P1DlOWK06aBV0E3QL9CnoDuhz0F32ngR9AZp8xxns7fkyIUaq" +
  "t5jqLTWcQtymBfZabbzxmyuNxrPtLetBYb/ePEf/eeUfi6qp/Bz4007VJnsOXYJ8Z1+m+K0nVJw5i/Uxfh7B771fDyd+llys/qnl" +
  "D4SB5B7ACwAA"
const bytes = new Uint8Array(gunzipSync(Buffer.from(old, "base64")))

const view = View.empty("1")
const page = (names: ReadonlyArray<string>, filters: unknown = [], table = open(bytes)) =>
  JSON.parse(
    new TextDecoder().decode(
      Either.getOrThrow(
        Page.query(table, view, { fields: FieldNames.make(names), filters: filtersOf(filters), page: 1, pageSize: 9 })
      )
    )
  ).result as ReadonlyArray<Record<string, unknown>>

test("a table of format 1 keeps its values, attributes, locations and materials", () => {
  const rows = page([
    "Name",
    "Class",
    "Tag",
    "PredefinedType",
    "S.P",
    "S.N",
    "T.P",
    "SpatialLocation.Floor",
    "Material.Layers"
  ])
  expect(
    rows.map((row) => Object.values(row).map((cell) => (cell as { Value?: unknown } | null)?.Value ?? cell))
  ).toEqual([
    ["Own", "IfcWall", expect.anything(), expect.anything(), "a; b", 2, expect.anything(), "Level", ""],
    [
      "Of the type",
      "IfcDoor",
      expect.anything(),
      "DOOR",
      expect.anything(),
      expect.anything(),
      expect.anything(),
      null,
      "Oak"
    ],
    ["", "IfcWall", "T", expect.anything(), expect.anything(), expect.anything(), true, null, ""]
  ])
  expect(page(["Guid"], [{ property: "S.P", operator: "Equals", value: "b" }])).toEqual([{ Guid: guidOf(0) }])
})

test("codes of types show in the libraries in which a product has no code of its own", () => {
  expect(page(["Code.Identification"]).map((row) => row["Code.Identification"])).toEqual(["A2; B1", "A1; B1", null])
})

test("groups and sizes are empty and can be filtered by", () => {
  expect(page(["Groups", "Groups.Name", "OverallHeight"])[0]).toEqual({
    Groups: [],
    "Groups.Name": null,
    OverallHeight: { PropertySet: null, Value: null, PropertyId: null }
  })
  for (const property of ["Groups", "Groups.Name", "OverallHeight"]) {
    expect(page(["Guid"], [{ property, operator: "Equals", value: null }])).toHaveLength(3)
  }
})

test("edits apply to it", () => {
  const edit = { kind: "Attribute", guid: guidOf(2), name: "Name", now: "New" } as const
  const table = EditedTable.of(open(bytes), Overlay.add(Overlay.empty, [edit]))
  expect(page(["Name"], [], table).map(({ Name }) => Name)).toEqual(["Own", "Of the type", "New"])
})

test("a table in shared memory stays in shared memory", () => {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  expect(open(shared).container.buffer).toBeInstanceOf(SharedArrayBuffer)
})
