import { describe, expect, test } from "bun:test"
import { measured, writer } from "../testing/ShapedFile.ts"
import { differsFromExtrusion, type Doubt, doubtOf, exceedsGross } from "./Checks.ts"

describe("a volume", () => {
  test.each<readonly [string, number, number, readonly [number, number, number], Doubt | null]>([
    ["of a box", 6, 22, [1, 2, 3], null],
    ["of a sphere", (4 / 3) * Math.PI, 4 * Math.PI, [2, 2, 2], null],
    ["of a long wire", 1e-4, 4, [100, 0.001, 0.001], null],
    ["above its box", 6.01, 22, [1, 2, 3], "box"],
    ["above the sphere of its surface", 4.25, 4 * Math.PI, [2, 2, 2], "surface"],
    ["of a sheet folded onto itself", 0, 22, [1, 2, 3], "surface"]
  ])("%s", (_, volume, surfaceArea, extents, doubt) => {
    expect(doubtOf({ volume, surfaceArea, extents })).toBe(doubt)
  })
  test("must not exceed the gross volume, except for rounding", () => {
    expect([exceedsGross(6.00001, 6), exceedsGross(6.01, 6), exceedsGross(Number.NaN, 6)]).toEqual([false, true, false])
  })
})

type File = ReturnType<typeof writer>

const measuredItems = (schema: string, items: (file: File) => ReadonlyArray<string>) => {
  const file = writer("millimetre", schema)
  file.product("IfcBuildingElementProxy", file.placement([0, 0, 0]), file.shape(...items(file)), ",$")
  return measured(file.bytes())
}

test("an extrusion has the area of its profile times its depth, to 1 %; unknown values are not compared", () => {
  expect([6.01, 6.1, 5.9].map((volume) => differsFromExtrusion(volume, 6))).toEqual([false, true, true])
  expect(differsFromExtrusion(6, Number.NaN)).toBe(false)
})

describe.each(["IFC2X3", "IFC4"])("products in %s without a volume that can be right", (schema) => {
  test("two overlapping items have more volume than their box", async () => {
    const { doubtful, of } = await measuredItems(schema, (file) => [
      file.box([2000, 1000, 1000]),
      file.box([2000, 1000, 1000], [100, 0, 0])
    ])
    expect(doubtful).toEqual(new Map([[0, "box"]]))
    expect([of().Volume, of().GrossVolume]).toEqual([Number.NaN, Number.NaN])
  })
  test("a sheet drawn from both sides has no volume", async () => {
    const sheet = [
      [0, 0, 0],
      [2000, 0, 0],
      [2000, 1000, 0],
      [0, 1000, 0]
    ]
    const { doubtful, of } = await measuredItems(schema, (file) => {
      const faces = file.faces([sheet, sheet.toReversed()])
      return [file.add(`IFCFACEBASEDSURFACEMODEL((${file.add(`IFCCONNECTEDFACESET(${faces})`)}))`)]
    })
    expect(doubtful).toEqual(new Map([[0, "surface"]]))
    expect(of().Volume).toBeNaN()
  })
})

test("extrusions are checked in units of the file, askew and cut by openings", async () => {
  const file = writer("foot")
  const place = file.placement([0, 0, 0])
  const circle = file.add("IFCCIRCLEHOLLOWPROFILEDEF(.AREA.,$,$,3.,0.5)")
  const tube = file.add(`IFCEXTRUDEDAREASOLID(${circle},$,${file.direction([1, 0, 1])},10.)`)
  file.product("IfcBuildingElementProxy", place, file.shape(tube), ",$")
  const wall = file.product("IfcWall", place, file.shape(file.box([10, 1, 10])))
  file.voids(wall, file.product("IfcOpeningElement", place, file.shape(file.box([2, 1, 2], [1, 0, 1]))))
  const { doubtful, of, shapes } = await measured(file.bytes())
  expect(doubtful).toEqual(new Map())
  expect(shapes.elements.map(({ extrusion }) => Math.round(extrusion / 0.3048 ** 3))).toEqual([61, 100])
  expect([of(0).Volume, of(1).Volume, of(1).GrossVolume].map((volume) => Math.round(volume / 0.3048 ** 3))).toEqual([61, 96, 100]) // prettier-ignore
})
