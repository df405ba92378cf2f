import { expect, test } from "bun:test"
import { conditionOf } from "../filter/Conditions.ts"
import { listIn, listText, measureName, measureOf, narrowed, rowsOf } from "./Sheet.ts"

const group = (keys: ReadonlyArray<unknown>, count: number, value: number | null, measured: number) => ({
  keys,
  count,
  measures: [{ value, measured }]
})

test("rows have subtotals above their parts, the largest first", () => {
  const rows = rowsOf(
    [
      [group(["IfcDoor"], 1, null, 0), group(["IfcWall"], 3, 5, 2)],
      [group(["IfcDoor", "A"], 1, null, 0), group(["IfcWall", "A"], 1, 2, 1), group(["IfcWall", null], 2, 3, 1)]
    ],
    ["Class", "SpatialLocation.Floor"]
  )
  expect(rows.map(({ count, path, sums }) => [path[0]!.value, count, sums[0]])).toEqual([
    ["IfcWall", 3, { value: 5, measured: 2 }],
    ["IfcDoor", 1, { value: null, measured: 0 }]
  ])
  expect(rows[0]!.children.map(({ path }) => path[1]!.value)).toEqual([null, "A"])
})

test("layers name a material set without a name, and sets of one name are one row", () => {
  const [named, layers, none] = rowsOf(
    [
      [
        group(["Wall 30", "a"], 1, 4, 1),
        group(["Wall 30", "b"], 1, 2, 1),
        group([null, "Oak 20"], 1, 3, 1),
        group([null, ""], 2, 1, 1)
      ]
    ],
    ["MaterialLayerSet.Name"]
  )
  expect(named).toMatchObject({
    count: 2,
    path: [{ field: "MaterialLayerSet.Name", value: "Wall 30" }],
    sums: [{ value: 6, measured: 2 }]
  })
  expect(layers!.path).toEqual([{ field: "MaterialLayerSet.Layers", value: "Oak 20" }])
  expect(none!.path).toEqual([{ field: "MaterialLayerSet.Name", value: null }])
})

test("a row replaces the filters on its fields", () => {
  const class_ = conditionOf("Class", "IsA", "Wall")
  const name = conditionOf("Name", "Contains", "a")
  expect(narrowed([class_, name], [{ field: "Class", value: "IfcDoor" }])).toEqual([
    name,
    conditionOf("Class", "Equals", "IfcDoor")
  ])
  expect(narrowed([], [{ field: "MaterialLayerSet.Name", value: null }])).toHaveLength(2)
})

test("lists and measures are written in addresses", () => {
  for (const names of [[], ["NetVolume"], ["NetVolume", "Sum:Width, clear"]]) {
    expect(listIn(listText(names))).toEqual(names)
    expect(names.map((name) => measureName(measureOf(name)))).toEqual(names)
  }
  expect(listIn("[broken")).toEqual([])
})
