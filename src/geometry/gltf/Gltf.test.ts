import { describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { validateBytes } from "gltf-validator"
import { fullTest } from "../../testing/Volume.ts"
import { names, pathOf } from "../../ifc/testing/RealModels.ts"
import type { Scene } from "../Scene.ts"
import { boxesOf, furthest } from "../testing/Boxes.ts"
import { decodedView } from "../testing/DecodedView.ts"
import { realMeshes } from "../testing/RealScene.ts"
import { without } from "../Without.ts"
import { writeExchange } from "./Exchange.ts"
import { openGlb } from "./Glb.ts"
import { readExchange } from "./ReadExchange.ts"
import { writeView } from "./View.ts"

// Some of these tests take minutes on a busy machine.
/** The maximum error, in metres, of a side of a product's box. */
const mostAway = 0.000_25

const joined = (parts: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat([...parts]))

const faults = async (bytes: Uint8Array) => {
  const { issues } = await validateBytes(bytes, { maxIssues: 50 })
  return issues.messages.filter(({ severity }) => severity < 2)
}

/** A box from the origin, with one open side if requested. */
const box = (x: number, y: number, z: number, open = false) => {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? x : 0, i & 2 ? y : 0, i & 4 ? z : 0])
  const sides = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5
  ]
  return { positions: Float32Array.from(corners), triangles: Uint32Array.from(open ? sides.slice(6) : sides) }
}

type Placed = readonly [
  product: number,
  shape: number,
  matrix: ReadonlyArray<number>,
  color?: readonly [number, number, number, number]
]

const at = (x: number, y: number, z: number, scale = 1): ReadonlyArray<number> => [
  scale,
  0,
  0,
  0,
  0,
  scale,
  0,
  0,
  0,
  0,
  scale,
  0,
  x,
  y,
  z,
  1
]

const sceneOf = (products: number, shapes: Scene["shapes"], placed: ReadonlyArray<Placed>, spaces = 0): Scene => ({
  products: Array.from({ length: products }, (_, i) => ({
    guid: `guid${i}_`.padEnd(22, "0"),
    class: i % 2 === 0 ? "IfcWall" : "IfcSlab",
    isSpace: i >= products - spaces
  })),
  shapes,
  placements: {
    count: placed.length,
    product: Uint32Array.from(placed, ([product]) => product),
    shape: Uint32Array.from(placed, ([, shape]) => shape),
    matrix: Float64Array.from(placed.flatMap(([, , matrix]) => matrix)),
    color: Uint8Array.from(placed.flatMap(([, , , color = [200, 100, 50, 255]]) => color))
  }
})

/** The second product is a part of a stair in a hall, the third is a part of the hall only. */
const parted = (scene: Scene): Scene => ({
  ...scene,
  products: scene.products.map((product, i) =>
    i === 0 ? product : { ...product, wholes: ["stair", "hall"].slice(i - 1) }
  )
})

/** A rotation by this many degrees about an inclined axis, and a translation to `x`, `y`, `z`. */
const leaning = (degrees: number, x: number, y: number, z: number): ReadonlyArray<number> => {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const [a, b, d] = [2 / 7, 6 / 7, 3 / 7]
  const t = 1 - c
  return [
    [t * a * a + c, t * a * b + s * d, t * a * d - s * b, 0],
    [t * a * b - s * d, t * b * b + c, t * b * d + s * a, 0],
    [t * a * d + s * b, t * b * d - s * a, t * d * d + c, 0],
    [x, y, z, 1]
  ].flat()
}

const turned = [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 3, 4, 5, 1]
const mirrored = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9, 9, 9, 1]
const skewed = [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 2, 0, 20, 0, 0, 1]
const cases: Readonly<Record<string, Scene>> = {
  nothing: sceneOf(0, [], []),
  "products without a shape": sceneOf(3, [box(1, 1, 1)], []),
  "one triangle": sceneOf(
    1,
    [{ positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) }],
    [[0, 0, at(0, 0, 0)]]
  ),
  "shapes that are shared, turned, mirrored and skewed": sceneOf(
    5,
    [box(1, 2, 3), box(0.1, 0.1, 30)],
    [
      [0, 0, at(1, 2, 3)],
      [1, 0, turned],
      [2, 0, mirrored],
      [3, 0, skewed],
      [4, 1, at(0, 0, 0)],
      [4, 0, turned, [1, 2, 3, 77]]
    ]
  ),
  "far from the origin, in millimetres": sceneOf(
    2,
    [box(1000, 2000, 3000)],
    [
      [0, 0, at(4_500_000.125, 33.5, -5_400_000.25, 0.001)],
      [1, 0, at(4_500_010.5, 33.5, -5_400_000.25, 0.001)]
    ]
  ),
  "tiny and huge": sceneOf(
    2,
    [box(0.0004, 0.0004, 0.0004), box(3000, 1, 2500)],
    [
      [0, 0, at(1, 1, 1)],
      [1, 1, at(0, 0, 0)]
    ]
  ),
  "a space in a box": sceneOf(
    2,
    [box(4, 3, 4), box(5, 3, 5)],
    [
      [0, 1, at(0, 0, 0)],
      [1, 0, at(0.5, 0, 0.5), [9, 9, 9, 255]]
    ],
    1
  ),
  "many of one": sceneOf(
    900,
    [box(0.2, 0.3, 0.4)],
    Array.from({ length: 900 }, (_, i): Placed => [i, 0, at(i % 30, Math.floor(i / 30), 0)])
  ),
  "turned by 30 and 45 degrees, up to 25 m long": sceneOf(
    200,
    Array.from({ length: 100 }, (_, i) => box(25 - i * 0.2447, 0.2 + i * 0.0137, 0.3 + i * 0.0713)),
    Array.from({ length: 200 }, (_, i): Placed => [i, i % 100, leaning(i < 100 ? 30 : 45, i * 0.1234, i * 0.0567, 0)])
  ),
  "many of one, each turned otherwise, in two parts": sceneOf(
    900,
    [box(7.400515, 0.210485, 4.330315), box(0.1, 2.345, 0.1)],
    Array.from({ length: 1800 }, (_, i): Placed => {
      const product = Math.floor(i / 2)
      const place = leaning(product * 0.4, (product % 30) * 1.234, Math.floor(product / 30) * 7.654, 0)
      const beside = place.with(12, place[12]! + place[0]! / 3).with(13, place[13]! + place[1]! / 3)
      return [product, i % 2, i % 2 === 0 ? place : beside.with(14, place[14]! + place[2]! / 3)]
    })
  ),
  "what is no number": sceneOf(
    3,
    [
      box(1, 1, 1),
      { positions: Float32Array.of(0, 0, 0, Number.NaN, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) },
      { positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) }
    ],
    [
      [0, 0, at(0, 0, 0)],
      [1, 1, at(0, 0, 0)],
      [2, 2, at(0, 0, 0)]
    ]
  ),
  "parts of what has no shape": parted(
    sceneOf(
      3,
      [box(1, 1, 1)],
      [0, 1, 2].map((i): Placed => [i, 0, at(3 * i, 0, 0)])
    )
  )
}

describe.each(Object.entries(cases))("%s", (name, scene) => {
  const drawn =
    name === "what is no number" ? without(scene, new Set([scene.products[1]!.guid, scene.products[2]!.guid])) : scene

  test("is read back unchanged from an exchange file", async () => {
    const file = joined(writeExchange(scene).parts)
    expect(await faults(file)).toEqual([])
    const back = readExchange(file)
    expect(furthest(boxesOf(back), boxesOf(drawn))).toBeLessThan(mostAway)
    const known = new Map(scene.products.map((product) => [product.guid, product]))
    for (const product of back.products) expect(product).toEqual(known.get(product.guid)!)
    const colors = (of: Scene) =>
      [
        ...new Set(
          Array.from({ length: of.placements.count }, (_, i) => of.placements.color.slice(4 * i, 4 * i + 4).join())
        )
      ].toSorted()
    expect(colors(back)).toEqual(colors(drawn))
    expect(Buffer.compare(joined(writeExchange(scene).parts), file)).toBe(0)
    if (drawn.placements.count === 0) return
    const derived = await decodedView(joined((await writeView(without(back, new Set()))).parts))
    expect(furthest(derived.boxes, boxesOf(drawn))).toBeLessThan(mostAway)
  })

  test("is read back from a view file, compressed or not", async () => {
    for (const isCompressed of [true, false]) {
      const { parts, triangles } = await writeView(scene, isCompressed)
      const file = joined(parts)
      expect(await faults(file)).toEqual([])
      if (drawn.placements.count === 0) continue
      const found = await decodedView(file)
      expect(furthest(found.boxes, boxesOf(drawn))).toBeLessThan(mostAway)
      expect(found.triangles).toBe(triangles)
      expect(found.hidden).toEqual(drawn.products.filter(({ isSpace }) => isSpace).map(({ guid }) => guid))
    }
  })
})

test("parts that are repeated together are drawn in one call", async () => {
  const { json } = openGlb(joined((await writeView(cases["many of one, each turned otherwise, in two parts"]!)).parts))
  expect((json as { readonly nodes: ReadonlyArray<unknown> }).nodes).toHaveLength(2)
})

test("omitted products are in neither file", async () => {
  const scene = cases["shapes that are shared, turned, mirrored and skewed"]!
  const left = without(scene, new Set([scene.products[1]!.guid, scene.products[4]!.guid]))
  const kept = [0, 2, 3].map((i) => scene.products[i]!.guid)
  expect([...boxesOf(readExchange(joined(writeExchange(left).parts))).keys()].toSorted()).toEqual(kept)
  expect([...(await decodedView(joined((await writeView(left)).parts))).boxes.keys()].toSorted()).toEqual(kept)
})

test("bytes of any other content are refused", () => {
  const file = joined(writeExchange(cases["one triangle"]!).parts)
  for (const bytes of [
    new Uint8Array(),
    file.subarray(0, 30),
    Buffer.from("glTF but nothing else"),
    file.subarray(1)
  ]) {
    expect(() => openGlb(bytes)).toThrow("It")
  }
})

/** The memory for stored triangles is checked only for models with at least this many triangles. */
const many = 100_000
const large = new Set<string>(["mini-project.ifc", "janesville-restaurant.ifc"])

/** Models whose files take many seconds to write and validate. */
const long = new Set(["janesville-restaurant.ifc", "mini-project.ifc"])

for (const name of names) {
  const run = !existsSync(pathOf(name)) ? test.skip : long.has(name) ? fullTest : test
  run(
    `${name} in both files: no error, every product's box within 0.25 mm, bytes in proportion to triangles`,
    async () => {
      const { scene } = (await realMeshes(name)).meshes
      const boxes = boxesOf(scene)
      const exchange = joined(writeExchange(scene).parts)
      expect(await faults(exchange)).toEqual([])
      expect(furthest(boxesOf(readExchange(exchange)), boxes)).toBeLessThan(mostAway)
      const { parts, triangles } = await writeView(scene)
      const view = joined(parts)
      expect(await faults(view)).toEqual([])
      expect(furthest((await decodedView(view)).boxes, boxes)).toBeLessThan(mostAway)
      expect(await faults(joined((await writeView(scene, false)).parts))).toEqual([])
      expect(triangles >= many).toBe(large.has(name))
      if (triangles < many) return
      expect((view.length / triangles) * many).toBeLessThan(370_000)
      expect((Bun.gzipSync(view).length / triangles) * many).toBeLessThan(130_000)
    }
  )
}
