/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { type Placement, placementOf, type Point, type Position } from "./Alignment.ts"

const bare = (offset: Point): Position => ({ offset, site: null, map: null })

/** Returns the place of a point of the view file in the view of the first model. */
const placed = ({ angle, move, scale }: Placement, [x, y, z]: Point): Point => [
  scale * (Math.cos(angle) * x - Math.sin(angle) * y) + move[0],
  scale * (Math.sin(angle) * x + Math.cos(angle) * y) + move[1],
  scale * z + move[2]
]

const expectAt = (found: Point, expected: Point, digits = 6) => {
  for (const axis of [0, 1, 2] as const) expect(found[axis]).toBeCloseTo(expected[axis], digits)
}

test("offsets of hundreds of kilometres leave the micrometre", () => {
  const first = bare([512_345.125, 5_412_345.25, 110])
  const model = bare([512_348.625, 5_412_340.251, 113.5])
  const placement = placementOf(first, model, null)
  expect(placement.method).toBe("coordinates")
  expectAt(placed(placement, [0.001, 0.002, 0]), [3.501, -4.997, 3.5])
  expect(placement.far).toEqual([])
})

const map = (eastings: number, northings: number, height: number | null, rotationDegrees: number, scale = 1) => ({
  crs: "EPSG:25832",
  eastings,
  northings,
  height,
  rotationDegrees,
  scale
})

test("maps with other rotations and scales bring a point of both models to one place", () => {
  const first: Position = { offset: [10, 20, 0], site: null, map: map(500_000, 5_400_000, 100, 30, 0.9996) }
  const model: Position = { offset: [-7, 3, 1], site: null, map: map(500_040, 5_400_030, 104, 75, 0.9999) }
  const onMap = ({ map, offset }: Position, view: Point): Point => {
    const [x, y, z] = [0, 1, 2].map((axis) => view[axis]! + offset[axis]!) as [number, number, number]
    const angle = (map!.rotationDegrees * Math.PI) / 180
    return [
      map!.eastings + map!.scale * (Math.cos(angle) * x - Math.sin(angle) * y),
      map!.northings + map!.scale * (Math.sin(angle) * x + Math.cos(angle) * y),
      map!.height! + map!.scale * z
    ]
  }
  const placement = placementOf(first, model, null)
  expect(placement.method).toBe("map")
  for (const point of [
    [0, 0, 0],
    [12.5, -3, 7]
  ] as const)
    expectAt(onMap(first, placed(placement, point)), onMap(model, point))
})

test("equal maps change nothing, and a map without a height is on the same level", () => {
  const first: Position = { offset: [0, 0, 0], site: null, map: map(3, 4, 5, 10) }
  expectAt(placed(placementOf(first, { ...first, offset: [1, 2, 3] }, null), [0, 0, 0]), [1, 2, 3])
  const level: Position = { ...first, map: map(3, 4, null, 10) }
  expectAt(placed(placementOf(first, level, null), [0, 0, 0]), [0, 0, 0])
})

test("maps of different coordinate systems are not compared", () => {
  const first: Position = { ...bare([0, 0, 0]), map: map(0, 0, 0, 0) }
  const model: Position = { ...bare([5, 0, 0]), map: { ...map(50, 0, 0, 0), crs: "EPSG:25833" } }
  const placement = placementOf(first, model, "map")
  expect(placement.method).toBe("coordinates")
  expect(placement.offered).toEqual(["coordinates", "origin"])
})

const site = (latitude: number, longitude: number, elevation: number | null = null) => ({
  latitude,
  longitude,
  elevation
})

test("sites move a model by the lengths of a degree on the ellipsoid", () => {
  const first: Position = { ...bare([0, 0, 0]), site: site(49, 8, 110) }
  const north = placementOf(first, { ...bare([1, 0, 0]), site: site(49.001, 8, 112) }, null)
  expect(north.method).toBe("site")
  // One degree of latitude at 49° is 111 210 m, one of longitude 73 172 m.
  expectAt(north.move, [1, 111.21, 2], 2)
  expectAt(placementOf(first, { ...bare([0, 0, 0]), site: site(49, 8.001) }, null).move, [73.172, 0, 0], 2)
  const edge: Position = { ...bare([0, 0, 0]), site: site(0, 179.9999) }
  expectAt(placementOf(edge, { ...bare([0, 0, 0]), site: site(0, -179.9999) }, null).move, [22.264, 0, 0], 2)
})

test("a position more than ten kilometres away is passed over and told, and the user may choose it", () => {
  const first: Position = { ...bare([0, 0, 0]), site: site(49, 8) }
  const model: Position = { ...bare([10, 0, 0]), site: site(51.5, 0) }
  const near = placementOf(first, model, null)
  expect(near.method).toBe("coordinates")
  expect(near.far.map(({ method }) => method)).toEqual(["site"])
  expect(near.far[0]!.away).toBeGreaterThan(600_000)
  const chosen = placementOf(first, model, "site")
  expect(chosen.method).toBe("site")
  expect(chosen.away).toBeGreaterThan(600_000)
})

test("a model far away by everything it says stands on the first one", () => {
  const placement = placementOf(bare([0, 0, 0]), bare([500_000, 5_400_000, 100]), null)
  expect(placement.method).toBe("origin")
  expect(placement.move).toEqual([0, 0, 0])
  expect(placement.far.map(({ method }) => method)).toEqual(["coordinates"])
  expect(placementOf(bare([0, 0, 0]), bare([500_000, 5_400_000, 100]), "coordinates").away).toBeGreaterThan(5e6)
})
