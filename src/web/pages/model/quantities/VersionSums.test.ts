import { expect, test } from "bun:test"
import { summed } from "./Summed.ts"
import { type Column, commonUnits, versionOf } from "./VersionSums.ts"

const cell = (Value: unknown, Unit: string | null = null) => ({ PropertySet: "Pset_A", Value, Unit })
const property = (name: string): Column => ({ fields: () => [name] })

const layered = (Guid: string, Name: string | null, Layers: string) => ({
  Guid,
  "MaterialLayerSet.Name": Name,
  "MaterialLayerSet.Layers": Layers
})

test("numbers of one property in different units are not added, within a version or between two", () => {
  const rows = [{ Guid: "a" }, { Guid: "b" }]
  const of = (...cells: ReadonlyArray<unknown>) =>
    versionOf(
      rows,
      cells.map((Width, n) => ({ Guid: rows[n]!.Guid, Width })),
      [],
      [property("Width")]
    )
  const metres = of(cell(1, "Metre"), cell("a text", "Second"))
  expect(commonUnits([metres, of(cell(2, "Metre"), cell(null))], ["Width"])).toEqual({ units: ["Metre"] })
  expect(commonUnits([metres, of(cell(2, "Second"))], ["Width"])).toEqual({ apart: "Width" })
  expect(commonUnits([of(cell(1, "Metre"), cell(2))], ["Width"])).toEqual({ apart: "Width" })
  expect(commonUnits([of(cell(1), cell(2))], ["Width"])).toEqual({ units: [null] })
})

test("values are those of the products that match, and only their units count", () => {
  const values = [
    { Guid: "a", Width: cell(1, "Metre") },
    { Guid: "b", Width: cell(2, "Second") }
  ]
  const version = versionOf([{ Guid: "a", Class: "IfcDoor" }, { Guid: "c" }], values, ["Class"], [property("Width")])
  expect([...version.products]).toEqual([
    ["a", { keys: [{ field: "Class", value: "IfcDoor" }], values: [1] }],
    ["c", { keys: [{ field: "Class", value: null }], values: [null] }]
  ])
  expect(commonUnits([version], ["Width"])).toEqual({ units: ["Metre"] })
})

test("material sets of one name are one group, whatever their layers", () => {
  const rows = [layered("a", "Wall", "Brick 100"), layered("b", "Wall", "Brick 120"), layered("c", null, "Brick 100")]
  const { products } = versionOf(rows, [], ["MaterialLayerSet.Name"], [])
  expect(summed([...products.values()], Infinity, 0).groups.map(({ count, keys }) => [count, keys])).toEqual([
    [2, [{ field: "MaterialLayerSet.Name", value: "Wall" }]],
    [1, [{ field: "MaterialLayerSet.Layers", value: "Brick 100" }]]
  ])
})

test("the first field of a product with a number in the unit of the column is its value", () => {
  const rows = ["a", "b", "c"].map((Guid) => ({ Guid, Class: Guid === "c" ? "IfcDoor" : "IfcWall" }))
  const values = [
    { Guid: "a", Old: cell(1, "CubicMetre"), New: cell(2, "CubicMetre") },
    { Guid: "b", Old: cell(3, "Kilogram"), New: cell(4, "CubicMetre") },
    { Guid: "c", Old: cell(5, "CubicMetre") }
  ]
  const volume: Column = {
    fields: (_, className) => (className === "IfcWall" ? ["Old", "New"] : []),
    unit: "CubicMetre"
  }
  const version = versionOf(rows, values, [], [volume])
  expect([...version.products.values()].map(({ values: [value] }) => value)).toEqual([1, 4, null])
  expect(commonUnits([version], ["NetVolume"])).toEqual({ units: ["CubicMetre"] })
})
