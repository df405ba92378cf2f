import { expect, test } from "bun:test"
import { bodyOf, type BulkCell, inverseOf, refusalsOf } from "./BulkCells.ts"

const cell = (guid: string, field: string, value: BulkCell["value"], more: Partial<BulkCell> = {}): BulkCell => ({
  guid,
  field,
  set: null,
  text: String(value ?? ""),
  value,
  wrong: null,
  ...more
})

test("the body sets, clears and refers to what is chosen, and leaves wrong cells out", () => {
  expect(
    bodyOf([
      cell("a", "Tag", "T"),
      cell("b", "Tag", null),
      cell("a", "FireRating", "F30", { set: "Pset_WallCommon" }),
      cell("b", "FireRating", null, { set: "Pset_WallCommon" }),
      cell("a", "SpatialLocation", "floor"),
      cell("b", "SpatialLocation", null),
      cell("a", "MaterialLayerSet", "brick"),
      cell("b", "MaterialLayerSet", null),
      cell("c", "Tag", "x", { wrong: "no" })
    ])
  ).toEqual({
    addOrUpdate: {
      Tag: { a: "T" },
      FireRating: { a: { PropertySet: "Pset_WallCommon", Value: "F30" } },
      SpatialLocation: { a: { SpatialLocationId: "floor" }, b: { SpatialLocationId: "" } },
      Material: { a: { MaterialId: "brick" } }
    },
    update: { Tag: { b: null }, FireRating: { b: { PropertySet: "Pset_WallCommon", Value: null } } },
    delete: { Material: { b: "" } }
  })
})

test("an error is found at its cell by the sent name and the faulty member", () => {
  const cells = [cell("a", "Width", "x"), cell("a", "WidthClear", "y"), cell("b", "MaterialLayerSet", "z")]
  const error = { error: "InvalidValue" as const }
  const { isCut, of } = refusalsOf(cells, [
    { ...error, guid: "a", field: "WidthClear.Value", description: "one" },
    { ...error, guid: "b", field: "Material.MaterialId", description: "two" },
    { error: "TooManyErrors", guid: "", field: "", description: "" }
  ])
  expect([...of]).toEqual([
    [cells[1]!, "one"],
    [cells[2]!, "two"]
  ])
  expect(isCut).toBe(true)
})

test("changes are taken back: what was added goes, what was changed gets its value again", () => {
  const change = (field: string, before: string | null, after: string | null, kind = "Changed") =>
    ({ guid: "a", field, before, after, change: kind }) as never
  expect(
    inverseOf([
      change("Name", "old", "new"),
      change("Pset.Kind", null, "new"),
      change("Pset.New", null, "new", "Added"),
      change("Pset.Gone", "old", null, "Removed"),
      change("SpatialLocation", null, "floor", "Added"),
      change("Material", null, "brick", "Added"),
      change("Code", null, "c1", "Added"),
      change("Code", "c2", null, "Removed")
    ])
  ).toEqual({
    update: { Name: { a: "old" }, "Pset.Kind": { a: null } },
    delete: { "Pset.New": { a: "" }, Material: { a: "" }, Code: { a: ["c1"] } },
    addOrUpdate: { "Pset.Gone": { a: "old" }, SpatialLocation: { a: { SpatialLocationId: "" } } },
    add: { Code: { a: ["c2"] } }
  })
  expect(inverseOf([change("Material", null, "brick")])).toBe(null)
})
