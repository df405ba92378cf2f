import { expect, test } from "bun:test"
import { CUBE } from "../testing/TestScene.ts"
import { combined, type Operator } from "./Combine.ts"
import { type Point, PolygonMaker } from "./Polygons.ts"

const within = 1e-6

const cube = () => {
  const maker = new PolygonMaker(within)
  const at = (corner: number): Point => [...CUBE.positions.subarray(3 * corner, 3 * corner + 3)] as unknown as Point
  return Array.from({ length: CUBE.triangles.length / 3 }, (_, i) =>
    maker.triangle([0, 1, 2].map((side) => at(CUBE.triangles[3 * i + side]!)) as [Point, Point, Point])!
  )
}

test.each([
  ["UNION", 12, 12],
  ["DIFFERENCE", 0, 12],
  ["INTERSECTION", 0, 0]
] as const)("the %s of nothing and a cube, and of a cube and nothing", (operator: Operator, first, second) => {
  const count = (...bodies: readonly [ReturnType<typeof cube>, ReturnType<typeof cube>]) =>
    combined(operator, ...bodies, within, { left: 1000 }).length
  expect([count([], cube()), count(cube(), [])]).toEqual([first, second])
})
