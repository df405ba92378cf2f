/* Checks the volumes of combined solids: unions and differences of solids that touch, and planes that lie in faces. */
import { describe, expect, test } from "bun:test"
import { measured, metres, writer } from "../testing/ShapedFile.ts"
import { inTurns } from "../../testing/Volume.ts"

type Numbers = ReadonlyArray<number>
type File = ReturnType<typeof fileOf>

/** A file whose shapes are written in metres, whatever its unit. */
const fileOf = (unit: keyof typeof metres, schema: string) => {
  const file = writer(unit, schema)
  const scaled = (at: Numbers) => at.map((part) => part / metres[unit])
  const point = (at: Numbers) => file.point(scaled(at))
  const axes = (at: Numbers, z?: Numbers) => file.axes(scaled(at), z)
  const plane = (at: Numbers, z?: Numbers) => file.add(`IFCPLANE(${axes(at, z)})`)
  const line = (...points: ReadonlyArray<Numbers>) => file.add(`IFCPOLYLINE((${points.map(point).join()}))`)
  return {
    ...file,
    box: (size: Numbers, at: Numbers = [0, 0, 0]) => file.box(scaled(size), scaled(at)),
    disk: (radius: number, height: number, at: Numbers) => {
      const [r, h] = scaled([radius, height]).map((value) => value.toFixed(6))
      const profile = file.add(
        `IFCCIRCLEPROFILEDEF(.AREA.,$,${file.add(`IFCAXIS2PLACEMENT2D(${file.point([0, 0])},$)`)},${r})`
      )
      return file.add(`IFCEXTRUDEDAREASOLID(${profile},${axes(at)},${file.direction([0, 0, 1])},${h})`)
    },
    both: (operator: string, one: string, other: string) => file.add(`IFCBOOLEANRESULT(.${operator}.,${one},${other})`),
    clip: (one: string, other: string) => file.add(`IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,${one},${other})`),
    half: (side: "T" | "F", at: Numbers, z?: Numbers) => file.add(`IFCHALFSPACESOLID(${plane(at, z)},.${side}.)`),
    boxed: (side: "T" | "F", at: Numbers) => {
      const box = file.add(`IFCBOUNDINGBOX(${point([0, 0, 0])},1.,1.,1.)`)
      return file.add(`IFCBOXEDHALFSPACE(${plane(at)},.${side}.,${box})`)
    },
    bounded: (at: Numbers, ...points: ReadonlyArray<Numbers>) =>
      file.add(`IFCPOLYGONALBOUNDEDHALFSPACE(${plane(at)},.F.,${axes([0, 0, 0])},${line(...points, points[0]!)})`),
    /** A half space within a square of a metre. */
    inSquare: (side: "T" | "F", at: Numbers, z: Numbers = [0, 0, 1], position: Numbers = [0, 0, 0]) => {
      const square = line([0, 0], [1, 0], [1, 1], [0, 1], [0, 0])
      return file.add(`IFCPOLYGONALBOUNDEDHALFSPACE(${plane(at, z)},.${side}.,${axes(position)},${square})`)
    }
  }
}

const cube = (file: File, at: Numbers = [0, 0, 0]) => file.box([1, 1, 1], at)
const tall = (file: File) => file.box([2, 1, 3])

/** The volume of each solid, and its surface if a second value is needed. */
const cases: ReadonlyArray<readonly [string, (file: File) => string, volume: number, surface?: number]> = [
  ["a union that touches in a face", (file) => file.both("UNION", cube(file), cube(file, [1, 0, 0])), 2, 10],
  [
    "a union that touches in a part of a face",
    (file) => file.both("UNION", cube(file), file.box([1, 0.5, 0.5], [1, 0.25, 0.25])),
    1.25,
    8
  ],
  [
    "a union that touches up to the corner of a face",
    (file) => file.both("UNION", cube(file), file.box([1, 0.5, 0.5], [1, 0, 0])),
    1.25,
    8
  ],
  ["a union that touches in an edge", (file) => file.both("UNION", cube(file), cube(file, [1, 1, 0])), 2, 12],
  [
    "a union that touches below, on top and beside",
    (file) =>
      file.both(
        "UNION",
        file.both("UNION", cube(file), cube(file, [0, 0, 1])),
        file.both("UNION", cube(file, [1, 0, 0]), cube(file, [1, 0, 1]))
      ),
    4,
    16
  ],
  [
    "a union of three in a row",
    (file) => file.both("UNION", file.both("UNION", cube(file), cube(file, [1, 0, 0])), cube(file, [2, 0, 0])),
    3,
    14
  ],
  [
    "a union of a disk on a plate",
    (file) => file.both("UNION", file.box([4, 4, 1]), file.disk(1, 2, [2, 2, 1])),
    16 + 2 * Math.PI
  ],
  [
    "a union of disks upon each other",
    (file) => file.both("UNION", file.disk(1, 2, [2, 2, 1]), file.disk(1, 1, [2, 2, 3])),
    3 * Math.PI
  ],
  [
    "a union that overlaps, with faces in one plane",
    (file) => file.both("UNION", file.box([2, 1, 1]), file.box([2, 1, 1], [1, 0, 0])),
    3,
    14
  ],
  ["a union with itself", (file) => file.both("UNION", cube(file), cube(file)), 1, 6],
  ["a union of two that are apart", (file) => file.both("UNION", cube(file), cube(file, [5, 0, 0])), 2, 12],
  ["a union with one inside", (file) => file.both("UNION", file.box([3, 3, 3]), cube(file, [1, 1, 1])), 27, 54],
  ["a difference that touches in a face", (file) => file.both("DIFFERENCE", cube(file), cube(file, [1, 0, 0])), 1, 6],
  [
    "a difference that touches in a part of a face",
    (file) => file.both("DIFFERENCE", cube(file), file.box([1, 0.5, 0.5], [1, 0, 0])),
    1,
    6
  ],
  [
    "a difference with faces in one plane",
    (file) => file.both("DIFFERENCE", file.box([2, 1, 1]), file.box([1, 0.5, 1], [1, 0, 0])),
    1.5
  ],
  ["a difference with one inside", (file) => file.both("DIFFERENCE", file.box([3, 3, 3]), cube(file, [1, 1, 1])), 26],
  [
    "an intersection with faces in one plane",
    (file) => file.both("INTERSECTION", file.box([2, 1, 1]), cube(file, [1, 0, 0])),
    1
  ],
  ["an intersection with a half space", (file) => file.both("INTERSECTION", tall(file), file.half("F", [0, 0, 2])), 2],
  ["cut by the plane of its bottom", (file) => file.clip(tall(file), file.half("T", [0, 0, 0])), 6, 22],
  [
    "cut by the planes of its bottom and top",
    (file) => file.clip(file.clip(tall(file), file.half("T", [0, 0, 0])), file.half("F", [0, 0, 3])),
    6,
    22
  ],
  ["cut by the plane of a side", (file) => file.clip(tall(file), file.half("F", [2, 0, 0], [1, 0, 0])), 6, 22],
  ["cut through two edges", (file) => file.clip(cube(file), file.half("F", [0, 0, 1], [1, 0, 1])), 0.5],
  [
    "cut by a plane whose location is far away",
    (file) => file.clip(tall(file), file.half("F", [100_000, 200_000, 2])),
    4
  ],
  ["a long one, cut", (file) => file.clip(file.box([300, 1, 3]), file.half("F", [0, 0, 2])), 600],
  ["cut by a half space with a box", (file) => file.clip(tall(file), file.boxed("F", [0, 0, 2])), 4],
  ["cut by the other half space with a box", (file) => file.clip(tall(file), file.boxed("T", [0, 0, 2])), 2],
  [
    "a union cut by a half space with a box",
    (file) => file.clip(file.both("UNION", tall(file), file.box([2, 1, 3], [2, 0, 0])), file.boxed("F", [0, 0, 2])),
    8
  ],
  [
    "cut within an outline up to its sides",
    (file) => file.clip(tall(file), file.bounded([0, 0, 2], [0, 0], [1, 0], [1, 1], [0, 1])),
    5
  ],
  ["a high one, cut within an outline", (file) => file.clip(file.box([2, 1, 300]), file.inSquare("F", [0, 0, 2])), 302],
  [
    "a deep one, cut within an outline from below",
    (file) => file.clip(file.box([2, 1, 300], [0, 0, -300]), file.inSquare("T", [0, 0, -2])),
    302
  ],
  [
    "cut within an outline far below it",
    (file) => file.clip(file.box([2, 1, 3], [0, 0, 1500]), file.inSquare("F", [0, 0, 1502])),
    5
  ],
  [
    "cut within an outline below a plane that is far above it",
    (file) => file.clip(tall(file), file.inSquare("T", [0, 0, 5000])),
    3
  ],
  [
    "cut within an outline by a plane that slopes",
    (file) => file.clip(file.box([2, 1, 300]), file.inSquare("F", [0, 0, 2], [1, 0, 1])),
    301.5
  ],
  [
    "cut within an outline by a plane that is upright",
    (file) => file.clip(tall(file), file.inSquare("F", [0.5, 0, 0], [1, 0, 0])),
    4.5
  ],
  [
    "cut within an outline by a plane that is almost upright",
    (file) => file.clip(tall(file), file.inSquare("F", [0.5, 0, 0], [1, 0, 1e-5])),
    4.5
  ],
  [
    "a union cut within an outline by a plane that is upright",
    (file) =>
      file.clip(file.both("UNION", cube(file), cube(file, [1, 0, 0])), file.inSquare("F", [0.5, 0, 0], [1, 0, 0])),
    1.5
  ],
  [
    "a union with a larger one, cut within an outline far from the first",
    (file) =>
      file.clip(
        file.both("UNION", cube(file), file.box([20, 1, 1], [1, 0, 0])),
        file.bounded([0, 0, 0.5], [15, 0], [17, 0], [17, 1], [15, 1])
      ),
    20
  ],
  [
    "a union with a larger one, cut by a plane",
    (file) => file.clip(file.both("UNION", cube(file), file.box([20, 1, 1], [1, 0, 0])), file.half("F", [0, 0, 0.5])),
    10.5
  ],
  [
    "a union cut within an outline",
    (file) =>
      file.clip(
        file.both("UNION", tall(file), file.box([2, 1, 3], [2, 0, 0])),
        file.bounded([0, 0, 2], [1, 0], [3, 0], [3, 1], [1, 1])
      ),
    10
  ]
]

const ways = [
  ["IFC2X3", "millimetre"],
  ["IFC4", "metre"],
  ["IFC4X3", "foot"]
] as const

describe("the volume of", () => {
  test.each(inTurns(cases, ways).map(([one, way]) => [`${one[0]}, ${way[0]}, ${way[1]}`, one, way] as const))(
    "%s",
    async (...[, [, item, volume, surface], [schema, unit]]) => {
      const file = fileOf(unit, schema)
      const place = file.placement([0, 0, 0])
      file.product("IfcBuildingElementProxy", place, file.shape(item(file)), ",$")
      const { faults, of } = await measured(file.bytes())
      expect(of().Volume / volume).toBeCloseTo(1, 2)
      if (surface !== undefined) expect(of().SurfaceArea / surface).toBeCloseTo(1, 4)
      expect(faults).toEqual({ missing: [], empty: [], open: [] })
    }
  )
})

test("a mapped union is placed at each of its products, mirrored and scaled", async () => {
  const file = fileOf("metre", "IFC4")
  const map = file.map(file.both("UNION", cube(file), cube(file, [1, 0, 0])))
  for (const item of [file.mapped(map, [10, 0, 0]), file.mapped(map, [0, 5, 0], [-1, 0, 0], [0, 1, 0], 2)]) {
    file.product("IfcBuildingElementProxy", file.placement([0, 0, 1]), file.shape(item), ",$")
  }
  const { of } = await measured(file.bytes())
  const rounded = [0, 1].map((row) =>
    [of(row).Volume, of(row).CentroidX, of(row).CentroidY, of(row).CentroidZ].map(
      (value) => Math.round(value * 1e4) / 1e4
    )
  )
  expect(rounded).toEqual([
    [2, 11, 0.5, 1.5],
    [16, -2, 6, 2]
  ])
})
