import { describe, expect, test } from "bun:test"
import { measured, metres, writer } from "../testing/ShapedFile.ts"
import { GROSS_LIDDED, LIDDED, STATED } from "./MeasureTable.ts"

type Numbers = ReadonlyArray<number>

/** Returns the existing measures rounded to a hundredth of a cubic millimetre. */
const rounded = (measures: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(measures)
      .filter(([, value]) => !Number.isNaN(value))
      .map(([name, value]) => [name, Math.round(value * 1e6) / 1e6 + 0])
  )

const wall = {
  Volume: 1.5,
  GrossVolume: 1.5,
  SurfaceArea: 17.2,
  SideArea: 7.5,
  FootprintArea: 0.6,
  Length: 3,
  Width: 0.2,
  Height: 2.5,
  NetArea: 7.5,
  GrossArea: 7.5
}

describe("a box measures", () => {
  test.each(["metre", "millimetre", "foot"] as const)("the same whatever the unit: %s", async (unit) => {
    const file = writer(unit)
    const [size, at] = [
      [3, 0.2, 2.5],
      [1, 2, 4]
    ].map((list) => list.map((value) => value / metres[unit]))
    file.product("IfcWall", file.placement(at!), file.shape(file.box(size!)))
    const { faults, of } = await measured(file.bytes())
    expect(rounded(of())).toEqual({
      ...wall,
      BottomElevation: 4,
      TopElevation: 6.5,
      CentroidX: 2.5,
      CentroidY: 2.1,
      CentroidZ: 5.25
    })
    expect(faults).toEqual({ missing: [], empty: [], open: [] })
  })
  test.each([
    ["turned", [0, 0, 1], [0.6, 0.8, 0], 0.6],
    ["upside down", [0, 0, -1], [1, 0, 0], 0.6],
    ["laid on its side", [0, 1, 0], [1, 0, 0], 7.5],
    ["askew", [1, 2, 2], [2, 1, -2], (7.5 + 0.6 * 2 + 0.5 * 2) / 3]
  ])("the same %s, but for its footprint", async (_, z, x, footprint) => {
    const file = writer()
    file.product("IfcWall", file.placement([7, 8, 9], z, x), file.shape(file.box([3, 0.2, 2.5])))
    expect(rounded((await measured(file.bytes())).of())).toMatchObject({
      ...wall,
      FootprintArea: Math.round(footprint * 1e6) / 1e6
    })
  })
  test("equally while it is level, even on its end", async () => {
    const file = writer()
    file.product("IfcWall", file.placement([7, 8, 9], [1, 0, 0], [0, 0, 1]), file.shape(file.box([5, 0.2, 2.5])))
    expect(rounded((await measured(file.bytes())).of())).toMatchObject({ Length: 2.5, Width: 0.2, NetArea: 12.5 })
  })
  test.each([
    ["by its placement", [2_600_000, 1_200_000, 400], [0, 0, 0]],
    ["by its corners", [0, 0, 0], [2_600_000, 1_200_000, 400]]
  ])("the same far off %s", async (_, at, corner) => {
    const file = writer("millimetre")
    const far = (list: Numbers) => list.map((value) => value * 1000)
    file.product("IfcWall", file.placement(far(at)), file.shape(file.box([3000, 200, 2500], far(corner))))
    expect(rounded((await measured(file.bytes())).of())).toEqual({
      ...wall,
      BottomElevation: 400,
      TopElevation: 402.5,
      CentroidX: 2_600_001.5,
      CentroidY: 1_200_000.1,
      CentroidZ: 401.25
    })
  })
  test("equally if mapped and mirrored, and eight times as much at twice the scale", async () => {
    const file = writer()
    const map = file.map(file.box([3, 0.2, 2.5]))
    const items = [
      file.mapped(map, [0, 0, 0]),
      file.mapped(map, [0, 0, 0], [-1, 0, 0]),
      file.mapped(map, [0, 0, 0], [1, 0, 0], [0, 1, 0], 2)
    ]
    for (const item of items) file.product("IfcWall", file.placement([0, 0, 0]), file.shape(item))
    const { of } = await measured(file.bytes())
    expect(rounded(of(0))).toMatchObject({ ...wall, CentroidX: 1.5 })
    expect(rounded(of(1))).toMatchObject({ ...wall, CentroidX: -1.5 })
    expect(rounded(of(2))).toMatchObject({ Volume: 12, SurfaceArea: 68.8, Length: 6, CentroidX: 3 })
  })
})

test("a circle is approximated to a third of a percent", async () => {
  const file = writer()
  const profile = file.add(
    `IFCCIRCLEPROFILEDEF(.AREA.,$,${file.add(`IFCAXIS2PLACEMENT2D(${file.point([0, 0])},$)`)},0.3)`
  )
  const solid = `IFCEXTRUDEDAREASOLID(${profile},${file.axes([0, 0, 0])},${file.direction([0, 0, 1])},4.)`
  file.product("IfcColumn", file.placement([0, 0, 0]), file.shape(file.add(solid)))
  const { Height, Length, Volume } = (await measured(file.bytes())).of()
  expect(Volume / (Math.PI * 0.3 ** 2 * 4)).toBeGreaterThan(0.997)
  expect(Volume / (Math.PI * 0.3 ** 2 * 4)).toBeLessThan(1)
  expect(Length).toBeCloseTo(4, 6)
  expect(Height).toBeLessThanOrEqual(0.6001)
})

describe("length, width and height are", () => {
  const sizes = async (name: string, size: Numbers, z?: Numbers, x?: Numbers) => {
    const file = writer()
    file.product(name, file.placement([0, 0, 0], z, x), file.shape(file.box(size)))
    const { Height, Length, Width } = rounded((await measured(file.bytes())).of())
    return [Length, Width, Height]
  }
  test("of a wall along its larger faces; of a short wall only if its class defines the axis", async () => {
    expect(await sizes("IfcWall", [0.2, 5, 2.5])).toEqual([5, 0.2, 2.5])
    expect(await sizes("IfcWall", [0.1, 0.15, 2.5])).toEqual([undefined, undefined, 2.5])
    expect(await sizes("IfcWallStandardCase", [0.1, 0.2, 2.5], [0, 0, 1], [0, 1, 0])).toEqual([0.1, 0.2, 2.5])
  })
  test("of a bar the greatest first, in any direction", async () => {
    for (const name of ["IfcBeam", "IfcColumn", "IfcMember", "IfcPile"]) {
      expect(await sizes(name, [0.2, 0.3, 6], [1, 0, 0], [0, 1, 0])).toEqual([6, 0.3, 0.2])
    }
  })
  test("of other products the longer side first, the height last", async () => {
    expect(await sizes("IfcSlab", [4, 5, 0.2])).toEqual([5, 4, 0.2])
    expect(await sizes("IfcFurnishingElement", [1, 0.5, 2])).toEqual([1, 0.5, 2])
  })
})

describe("openings", () => {
  const opened = async (opening: Numbers, at: Numbers) => {
    const file = writer()
    const place = file.placement([0, 0, 0])
    const wall = file.product("IfcWall", place, file.shape(file.box([3, 0.2, 2.5])))
    file.voids(wall, file.product("IfcOpeningElement", place, file.shape(file.box(opening, at))))
    file.product("IfcWall", file.placement([0, 5, 0]), file.shape(file.box([3, 0.2, 2.5])))
    return measured(file.bytes())
  }
  test("reduce the volume and the side area, but not the gross volume", async () => {
    const { columns, of } = await opened([1, 0.2, 1], [1, 0, 0.5])
    expect(columns.count).toBe(2)
    expect(rounded(of(0))).toMatchObject({ Volume: 1.3, GrossVolume: 1.5, SideArea: 6.5, Length: 3, SurfaceArea: 16 })
    expect(rounded(of(1))).toMatchObject(wall)
  })
  test("that remove the whole product leave only the gross volume", async () => {
    const { faults, of } = await opened([9, 9, 9], [-3, -3, -3])
    expect(faults).toEqual({ missing: [], empty: [0], open: [] })
    expect(rounded(of(0))).toEqual({ GrossVolume: 1.5, GrossArea: 7.5, Length: 3, Width: 0.2 })
    expect(rounded(of(1))).toMatchObject(wall)
  })
})

describe("open shells", () => {
  /** The faces of a cube, seen from outside. */
  const cube = (side: number) => {
    const corner = (i: number): Numbers => [i & 1 ? side : 0, i & 2 ? side : 0, i & 4 ? side : 0]
    const loops = [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 4, 6, 2],
      [1, 3, 7, 5]
    ]
    return loops.map((loop) => loop.map(corner))
  }
  test("have no volume and are reported; closed ones have, whichever way their faces turn", async () => {
    const file = writer()
    const brep = (faces: ReadonlyArray<ReadonlyArray<Numbers>>) =>
      file.shape(file.add(`IFCFACETEDBREP(${file.add(`IFCCLOSEDSHELL(${file.faces(faces)})`)})`))
    const surface = (faces: ReadonlyArray<ReadonlyArray<Numbers>>) =>
      file.shape(file.add(`IFCSHELLBASEDSURFACEMODEL((${file.add(`IFCOPENSHELL(${file.faces(faces)})`)}))`))
    const shapes = [
      brep(cube(2)),
      brep(cube(2).map((loop) => loop.toReversed())),
      surface(cube(2)),
      surface(cube(2).slice(1)),
      surface(cube(2).slice(1, 2))
    ]
    for (const shape of shapes) file.product("IfcBuildingElementProxy", file.placement([0, 0, 0]), shape)
    const { faults, of } = await measured(file.bytes())
    expect(faults).toEqual({ missing: [], empty: [], open: [3, 4] })
    for (const row of [0, 1, 2]) {
      expect(rounded(of(row))).toMatchObject({ Volume: 8, GrossVolume: 8, SurfaceArea: 24, CentroidZ: 1 })
    }
    const open = rounded(of(3))
    expect(open).toMatchObject({ SurfaceArea: 20, CentroidZ: 1.2, Length: 2 })
    expect("Volume" in open || "GrossVolume" in open).toBe(false)
    expect(rounded(of(4))).toMatchObject({ SurfaceArea: 4, Height: 0, CentroidZ: 2 })
  })
})

describe("shapes that lack small faces", () => {
  /** A bar along z, without its upper end. */
  const tube = [
    [[0, 0, 0], [0, 0.2, 0], [0.2, 0.2, 0], [0.2, 0, 0]],
    [[0, 0, 0], [0.2, 0, 0], [0.2, 0, 4], [0, 0, 4]],
    [[0.2, 0, 0], [0.2, 0.2, 0], [0.2, 0.2, 4], [0.2, 0, 4]],
    [[0.2, 0.2, 0], [0, 0.2, 0], [0, 0.2, 4], [0.2, 0.2, 4]],
    [[0, 0.2, 0], [0, 0, 0], [0, 0, 4], [0, 0.2, 4]]
  ] // prettier-ignore
  test("have a volume that is marked as doubtful", async () => {
    const file = writer()
    const place = file.placement([0, 0, 0])
    const open = file.add(`IFCSHELLBASEDSURFACEMODEL((${file.add(`IFCOPENSHELL(${file.faces(tube)})`)}))`)
    file.product("IfcColumn", place, file.shape(open))
    file.product("IfcColumn", place, file.shape(file.box([0.2, 0.2, 4])))
    const { columns, faults, of } = await measured(file.bytes())
    expect(faults).toEqual({ missing: [], empty: [], open: [0] })
    for (const row of [0, 1]) expect(rounded(of(row))).toMatchObject({ Volume: 0.16, GrossVolume: 0.16 })
    expect([...columns.flags]).toEqual([LIDDED | GROSS_LIDDED, 0])
  })
})

describe("doors and windows", () => {
  test("have the sizes that the file states and the volume of their shape, and nothing without a shape", async () => {
    const file = writer("millimetre")
    const place = file.placement([0, 0, 1000])
    const shape = file.shape(file.box([900, 100, 2000]))
    file.product("IfcDoor", place, shape, ",2100.,1000.,$,$,$")
    file.product("IfcWindow", place, "$", ",1200.,800.,$,$,$")
    file.product("IfcWindow", place, shape, ",$,$,$,$,$")
    const { columns, of } = await measured(file.bytes())
    const where = { BottomElevation: 1, TopElevation: 3, CentroidX: 0.45, CentroidY: 0.05, CentroidZ: 2 }
    expect(rounded(of(0))).toEqual({
      ...where,
      Volume: 0.18,
      GrossVolume: 0.18,
      Width: 1,
      Height: 2.1,
      SideArea: 2.1,
      NetArea: 2.1,
      GrossArea: 2.1
    })
    expect(rounded(of(1))).toEqual({})
    expect(rounded(of(2))).toEqual({ ...where, Volume: 0.18, GrossVolume: 0.18 })
    expect([...columns.flags]).toEqual([STATED, 0, 0])
  })
})

describe("products", () => {
  test("of several bodies have the sum of these", async () => {
    const file = writer()
    const bodies = [file.box([3, 0.2, 2.5]), file.box([1, 1, 1], [0, 4, -1])]
    file.product("IfcWall", file.placement([0, 0, 0]), file.shape(...bodies))
    expect(rounded((await measured(file.bytes())).of())).toMatchObject({
      Volume: 2.5,
      SurfaceArea: 23.2,
      Height: 3.5,
      BottomElevation: -1,
      TopElevation: 2.5,
      CentroidX: 1.1
    })
  })
  test("with the same body twice count it once", async () => {
    const file = writer()
    const box = file.box([3, 0.2, 2.5])
    const twice = file.add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${file.representation(box)},${file.representation(box)}))`)
    file.product("IfcWall", file.placement([0, 0, 0]), twice)
    file.product("IfcWall", file.placement([0, 5, 0]), file.shape(box, box))
    const { of } = await measured(file.bytes())
    for (const row of [0, 1]) expect(rounded(of(row))).toMatchObject(wall)
  })
  test("with a window have a footprint of their base only, without holes", async () => {
    const file = writer()
    const place = file.placement([0, 0, 0])
    const wall = file.product("IfcWall", place, file.shape(file.box([3, 0.2, 2.5])))
    file.voids(wall, file.product("IfcOpeningElement", place, file.shape(file.box([1, 0.2, 1], [1, 0, 1]))))
    const slab = file.product("IfcSlab", place, file.shape(file.box([3, 3, 0.2])), ",.FLOOR.")
    file.voids(slab, file.product("IfcOpeningElement", place, file.shape(file.box([1, 1, 0.2], [1, 1, 0]))))
    const { of } = await measured(file.bytes())
    expect(of(0).FootprintArea).toBeCloseTo(0.6, 6)
    expect(of(1).FootprintArea).toBeCloseTo(8, 6)
  })
  test("with the same shape elsewhere have its sizes and their own positions", async () => {
    const file = writer()
    const shape = file.shape(file.box([3, 0.2, 2.5]))
    for (const z of [0, 3, 6]) file.product("IfcWall", file.placement([z, 0, z]), shape)
    const { of } = await measured(file.bytes())
    for (const [row, z] of [0, 3, 6].entries()) {
      expect(rounded(of(row))).toMatchObject({ ...wall, BottomElevation: z, TopElevation: z + 2.5, CentroidX: z + 1.5 })
    }
  })
  test("without a shape, and spaces, have no measures", async () => {
    const file = writer()
    const place = file.placement([0, 0, 0])
    file.product("IfcSpace", place, file.shape(file.box([5, 5, 3])), ",$,.ELEMENT.,$,$")
    file.product("IfcCurtainWall", place, "$")
    const { columns, faults, of } = await measured(file.bytes())
    expect(columns.count).toBe(1)
    expect(rounded(of())).toEqual({})
    expect(faults).toEqual({ missing: [], empty: [], open: [] })
  })
})
