import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { openModel } from "../../ifc/ReadModel.ts"
import { type Shapes, shapesOf } from "../../ifc/shapes/Shapes.ts"
import { bytesOf, stepFile } from "../../ifc/testing/SmallFile.ts"
import type { Scene } from "../Scene.ts"
import { measured, metres, writer } from "../testing/ShapedFile.ts"
import { meshesOf, withoutOpenings } from "./Meshes.ts"
import { readerOf } from "./RewrittenFile.ts"

const shapesIn = (bytes: Uint8Array): Shapes => shapesOf(Either.getOrThrow(openModel(bytes, {}, true)))

const sceneOf = async (bytes: Uint8Array): Promise<Scene> => (await meshesOf(bytes, shapesIn(bytes))).scene

/** The least and greatest x, y, z of a product in the scene, to the tenth of a millimetre. */
const boxOf = ({ placements, shapes }: Scene, product: number): ReadonlyArray<number> => {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  for (let at = 0; at < placements.count; at++) {
    if (placements.product[at] !== product) continue
    const matrix = placements.matrix.subarray(at * 16, at * 16 + 16)
    const { positions } = shapes[placements.shape[at]!]!
    for (let corner = 0; corner < positions.length; corner += 3) {
      for (let axis = 0; axis < 3; axis++) {
        let value = matrix[12 + axis]!
        for (let k = 0; k < 3; k++) value += matrix[4 * k + axis]! * positions[corner + k]!
        box[axis] = Math.min(box[axis]!, value)
        box[3 + axis] = Math.max(box[3 + axis]!, value)
      }
    }
  }
  return box.map((value) => Math.round(value * 1e4) / 1e4 + 0)
}

describe("positions of shapes", () => {
  test.each(["metre", "millimetre", "foot"] as const)("in metres and with y up, whatever is a %s", async (unit) => {
    const file = writer(unit)
    const [size, at] = [
      [3, 0.2, 2.5],
      [1, 2, 4]
    ].map((list) => list.map((value) => value / metres[unit]))
    file.product("IfcWall", file.placement(at!), file.shape(file.box(size!)))
    expect(boxOf(await sceneOf(file.bytes()), 0)).toEqual([1, 4, -2.2, 4, 6.5, -2])
  })
  test("below other placements", async () => {
    const file = writer()
    const storey = file.placement([10, 0, 3], [0, 0, 1], [0, 1, 0])
    file.product(
      "IfcWall",
      file.placement([1, 0, 0], undefined, undefined, storey),
      file.shape(file.box([3, 0.2, 2.5]))
    )
    expect(boxOf(await sceneOf(file.bytes()), 0)).toEqual([9.8, 3, -4, 10, 5.5, -1])
  })
  test.each([
    ["its placement", [2_600_000, 1_200_000, 400], [0, 0, 0]],
    ["its corners", [0, 0, 0], [2_600_000, 1_200_000, 400]]
  ])("far off by %s", async (_, at, corner) => {
    const file = writer("millimetre")
    const far = (list: ReadonlyArray<number>) => list.map((value) => value * 1000)
    file.product("IfcWall", file.placement(far(at)), file.shape(file.box([3001, 201, 2501], far(corner))))
    const scene = await sceneOf(file.bytes())
    expect(boxOf(scene, 0)).toEqual([2_600_000, 400, -1_200_000.201, 2_600_003.001, 402.501, -1_200_000])
    expect(Math.max(...scene.shapes[0]!.positions)).toBeLessThan(4000)
  })
})

describe("shared shapes", () => {
  test("are stored once, and moved, turned, mirrored and scaled", async () => {
    const file = writer()
    const map = file.map(file.box([3, 0.2, 2.5]))
    const items = [
      file.mapped(map, [0, 0, 0]),
      file.mapped(map, [5, 0, 0], [0, 1, 0], [-1, 0, 0]),
      file.mapped(map, [9, 0, 0], [-1, 0, 0]),
      file.mapped(map, [0, 9, 0], [1, 0, 0], [0, 1, 0], 2)
    ]
    for (const item of items) file.product("IfcWall", file.placement([0, 0, 0]), file.shape(item))
    const scene = await sceneOf(file.bytes())
    expect(scene.shapes).toHaveLength(1)
    expect([...scene.placements.product]).toEqual([0, 1, 2, 3])
    expect(items.map((_, product) => boxOf(scene, product))).toEqual([
      [0, 0, -0.2, 3, 2.5, 0],
      [4.8, 0, -3, 5, 2.5, 0],
      [6, 0, -0.2, 9, 2.5, 0],
      [0, 0, -9.4, 6, 5, -9]
    ])
  })
  test("may be whole representations of several products", async () => {
    const file = writer()
    const shape = file.shape(file.box([1, 1, 1]))
    for (const x of [0, 2]) file.product("IfcColumn", file.placement([x, 0, 0]), shape)
    const scene = await sceneOf(file.bytes())
    expect(scene.shapes).toHaveLength(1)
    expect([0, 1].map((product) => boxOf(scene, product)[0])).toEqual([0, 2])
  })
})

describe("equal definitions", () => {
  /** Writes two columns of the same shape, the second rotated and far away, with further attributes. */
  const twice = (more: (file: ReturnType<typeof writer>, ids: ReadonlyArray<string>) => void = () => {}) => {
    const file = writer("millimetre")
    const places = [file.placement([0, 0, 0]), file.placement([5e6, 1000, 0], [0, 0, 1], [0, 1, 0])]
    const ids = places.map((place) => {
      const pieces = [file.box([300, 400, 3000]), file.box([900, 400, 200], [0, 0, 3000])]
      return file.product("IfcColumn", place, file.shape(...pieces))
    })
    more(file, ids)
    return file.bytes()
  }

  test("are meshed once and placed at each product", async () => {
    const { placements, shapes } = await sceneOf(twice())
    expect(shapes).toHaveLength(2)
    expect([...placements.product]).toEqual([0, 0, 1, 1])
    expect(boxOf({ placements, shapes, products: [] }, 0)).toEqual([0, 0, -0.4, 0.9, 3.2, 0])
    expect(boxOf({ placements, shapes, products: [] }, 1)).toEqual([4999.6, 0, -1.9, 5000, 3.2, -1])
  })
  test.each([
    [
      "an opening is cut out of one",
      (file: ReturnType<typeof writer>, [, second]: ReadonlyArray<string>) => {
        const hole = file.shape(file.box([100, 400, 3000]))
        file.voids(second!, file.product("IfcOpeningElement", file.placement([5e6, 1000, 0]), hole, ",$"))
      }
    ],
    [
      "one is of another material",
      (file: ReturnType<typeof writer>, [first, second]: ReadonlyArray<string>) => {
        for (const [i, id] of [first!, second!].entries()) {
          const material = file.add(`IFCMATERIAL('Steel ${i}',$,$)`)
          file.add(`IFCRELASSOCIATESMATERIAL('${"7".padEnd(21, "0")}${i}',$,$,$,(${id}),${material})`)
        }
      }
    ],
    ["frames are not known", (file: ReturnType<typeof writer>) => file.add(`IFCGRIDPLACEMENT($,$,$)`)]
  ])("is made each by itself where %s", async (_, more) => {
    const { shapes } = await sceneOf(twice(more))
    expect(shapes).toHaveLength(4)
  })
  test("are cut only at the product whose whole has an opening", async () => {
    const bytes = twice((file, [, second]) => {
      const whole = file.product("IfcElementAssembly", file.placement([0, 0, 0]), "$", ",$,$")
      file.add(`IFCRELAGGREGATES('${"8".padEnd(22, "0")}',$,$,$,${whole},(${second}))`)
      const hole = file.shape(file.box([100, 400, 3000]))
      file.voids(whole, file.product("IfcOpeningElement", file.placement([5e6, 1000, 0]), hole, ",$"))
    })
    expect(shapesIn(bytes).elements.map(({ isCut }) => isCut)).toEqual([false, true])
  })
  test("have the same measures, also without openings", async () => {
    const { of } = await measured(
      twice((file, ids) => {
        for (const id of ids) {
          const hole = file.shape(file.box([100, 400, 1000]))
          file.voids(id, file.product("IfcOpeningElement", file.placement([9e6, 0, 0]), hole, ",$"))
        }
      })
    )
    const { Volume, GrossVolume, Length } = of(0)
    expect(GrossVolume).toBeCloseTo(0.3 * 0.4 * 3 + 0.9 * 0.4 * 0.2, 6)
    expect(of(1)).toMatchObject({ GrossVolume, Length })
    expect(Volume).toBeCloseTo(GrossVolume, 6)
  })
})

describe("products", () => {
  test("keep their order and all their pieces, spaces last", async () => {
    const file = writer()
    const place = file.placement([0, 0, 0])
    file.product("IfcSpace", place, file.shape(file.box([5, 5, 3])), ",$,.ELEMENT.,$,$")
    file.product("IfcWall", place, file.shape(file.box([3, 0.2, 2.5]), file.box([0.2, 3, 2.5])))
    file.product("IfcCurtainWall", place, "$")
    file.product("IfcSlab", place, file.shape(file.box([5, 5, 0.2])))
    const { elements, scene } = await meshesOf(file.bytes(), shapesIn(file.bytes()))
    expect(scene.products.map((product) => [product.class, product.isSpace])).toEqual([
      ["IfcWall", false],
      ["IfcSlab", false],
      ["IfcSpace", true]
    ])
    expect(elements.map(({ from, to }) => to - from)).toEqual([2, 1, 1])
    for (const [product, { from, to }] of elements.entries()) {
      expect([...scene.placements.product.subarray(from, to)]).toEqual(Array.from({ length: to - from }, () => product))
    }
  })
  test("list the wholes that they are part of, the nearest first, and cycles end", () => {
    const file = writer()
    const place = file.placement([0, 0, 0])
    const shape = file.shape(file.box([1, 1, 1]))
    const [hall, stair, flight, ...circle] = ["2", "3", "4", "5", "6"].map((digit, i) =>
      file.product("IfcElementAssembly", place, i < 2 ? "$" : shape, ",$,$", digit.padStart(22, "0"))
    )
    const aggregate = (whole: string, part: string) =>
      file.add(`IFCRELAGGREGATES('${whole.slice(1).padStart(22, "1")}',$,$,$,${whole},(${part}))`)
    aggregate(hall!, stair!)
    aggregate(stair!, flight!)
    aggregate(circle[0]!, circle[1]!)
    aggregate(circle[1]!, circle[0]!)
    const wholes = shapesIn(file.bytes()).elements.map((element) => element.wholes?.map((guid) => guid.at(-1)))
    expect(wholes).toEqual([["3", "2"], ["6"], ["5"]])
  })
  test("with a repeated GlobalId are kept, the second with a derived one", async () => {
    const file = writer()
    for (const x of [0, 2]) {
      file.product("IfcWall", file.placement([x, 0, 0]), file.shape(file.box([1, 1, 1])), ",$", "0".repeat(22))
    }
    const { placements, products } = await sceneOf(file.bytes())
    expect(new Set(products.map(({ guid }) => guid)).size).toBe(2)
    expect([...placements.product]).toEqual([0, 1])
  })
  test("have the GlobalIds of the model, as spaces have; repeated and missing ones are derived as there", () => {
    const file = writer()
    const shape = file.shape(file.box([1, 1, 1]))
    for (const id of ["0".repeat(22), "0".repeat(22), "", "1".repeat(22)]) {
      file.product("IfcSpace", file.placement([0, 0, 0]), shape, ",$,.ELEMENT.,$,$", id)
    }
    const model = Either.getOrThrow(openModel(file.bytes(), {}, true))
    const found = shapesOf(model).elements.map(({ guid }) => guid)
    expect(found).toEqual(Array.from(model.locations.rowsOfLocations(), ({ guid }) => guid))
    expect(new Set(found).size).toBe(4)
    expect([found[0], found[3]]).toEqual(["0".repeat(22), "1".repeat(22)])
    for (const guid of found) expect(guid).toMatch(/^[0-3][\w$]{21}$/)
  })
  test("with a repeated instance number: the last one counts", async () => {
    const file = writer()
    const place = file.placement([0, 0, 0])
    const first = file.product("IfcWall", place, file.shape(file.box([1, 1, 1])))
    file.again(first, "IfcWall", place, file.shape(file.box([3, 1, 1])))
    const scene = await sceneOf(file.bytes())
    expect(scene.products).toHaveLength(1)
    expect(boxOf(scene, 0)).toEqual([0, 0, -1, 3, 1, 0])
  })
  test("may be more than the engine is asked for at once", async () => {
    const file = writer()
    const shape = file.shape(file.box([1, 1, 1]))
    for (let i = 0; i < 600; i++) file.product("IfcWall", file.placement([2 * i, 0, 0]), shape)
    const heard: Array<number> = []
    const { elements, scene } = await meshesOf(file.bytes(), shapesIn(file.bytes()), (part) => heard.push(part))
    expect(scene.placements.count).toBe(600)
    expect(elements.every(({ from, to }, i) => from === i && to === i + 1)).toBe(true)
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    expect(heard.at(-1)).toBe(1)
  })
  test("have the colours of their styles", async () => {
    const file = writer()
    const box = file.box([1, 1, 1])
    const color = file.add("IFCCOLOURRGB($,1.,0.5,0.)")
    const rendering = file.add(`IFCSURFACESTYLERENDERING(${color},0.75,$,$,$,$,$,$,.FLAT.)`)
    const style = file.add(`IFCSURFACESTYLE($,.BOTH.,(${rendering}))`)
    file.add(`IFCSTYLEDITEM(${box},(${style}),$)`)
    file.product("IfcWall", file.placement([0, 0, 0]), file.shape(box))
    const { placements } = await sceneOf(file.bytes())
    expect([...placements.color]).toEqual([255, 128, 0, 64])
  })
})

describe("shapes that cannot be meshed", () => {
  test("are missing, with or without openings, and the rest of the file is not affected", async () => {
    const file = writer()
    const place = file.placement([0, 0, 0])
    const box = file.shape(file.box([1, 1, 1]))
    file.product("IfcWall", place, "#99999")
    file.product("IfcWall", place, file.shape("#99998"))
    file.product("IfcWall", place, file.shape(file.box([0, 0, 0])))
    file.product("IfcWall", place, file.shape(file.box([Number.NaN, 1, 1])))
    file.product("IfcWall", place, file.shape(file.box([1e300, 1e300, 1])))
    file.product("IfcWall", place, file.shape(file.add("IFCFACETEDBREP($)")))
    file.product("IfcWall", "#99997", box)
    file.product("IfcWall", place, box)
    for (const shape of [file.shape(file.box([0, 0, 0])), file.shape(file.add("IFCFACETEDBREP($)"))]) {
      file.voids(file.product("IfcWall", place, shape), file.product("IfcOpeningElement", place, box))
    }
    const { faults, of } = await measured(file.bytes())
    expect(faults).toEqual({ missing: [0, 1, 2, 3, 4, 5, 8, 9], empty: [], open: [] })
    for (const row of [6, 7]) expect(of(row).Volume).toBeCloseTo(1, 12)
  })
  test("a placement relative to itself ends", async () => {
    const file = writer()
    const origin = file.axes([1, 0, 0])
    const place = file.add(`IFCLOCALPLACEMENT(#${Number(origin.slice(1)) + 2},${origin})`)
    file.add(`IFCLOCALPLACEMENT(${place},${origin})`)
    file.product("IfcWall", place, file.shape(file.box([1, 1, 1])))
    expect((await measured(file.bytes())).of().Volume).toBeCloseTo(1, 12)
  })
  test.each(["", "garbage", stepFile("").replace("IFC4", "OTHER"), stepFile("#1=IFCWALL(")])(
    "a file that the engine does not read: %p",
    async (text) => {
      const file = writer()
      file.product("IfcWall", file.placement([0, 0, 0]), file.shape(file.box([1, 1, 1])))
      const { elements, scene } = await meshesOf(bytesOf(text), shapesIn(file.bytes()))
      expect(elements.map(({ from, to }) => [from, to])).toEqual([[-1, -1]])
      expect(scene.placements.count).toBe(0)
    }
  )
})

test.each([
  ["as it is written", (text: string) => text],
  [
    "with comments that hold numbers",
    (text: string) => text.replace("=IFCRELVOIDS", " /* #1 */ = /* #99=; */ IFCRELVOIDS")
  ],
  ["with zeros before its number", (text: string) => text.replace(/#(\d+=IFCRELVOIDS)/, "#000$1")]
])("without openings a file is read as long, and only they are gone: %s", (_, written) => {
  const file = writer()
  const place = file.placement([0, 0, 0])
  const wall = file.product("IfcWall", place, file.shape(file.box([3, 0.2, 2.5])))
  const opening = file.product("IfcOpeningElement", place, file.shape(file.box([1, 0.2, 1])))
  file.voids(wall, opening)
  const bytes = Buffer.from(written(Buffer.from(file.bytes()).toString()))
  const before = bytes.toString()
  const { elements, rewritten } = withoutOpenings(shapesIn(bytes))
  const text = Buffer.from(readerOf(bytes, rewritten)(0, 1_000_000)).toString()
  expect(elements).toHaveLength(1)
  expect(text).toBe(before.replace(/^.*IFCRELVOIDSELEMENT.*;/m, (found) => " ".repeat(found.length)))
  expect(text).not.toBe(before)
  expect(bytes.toString()).toBe(before)
})
