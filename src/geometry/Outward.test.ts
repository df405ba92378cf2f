import { expect, test } from "bun:test"
import { facedOutward } from "./Outward.ts"
import { measure } from "./pieces/Piece.ts"

/** Returns this number of tetrahedra in a row, every second one seen from inside. */
const tetrahedra = (count: number) => {
  const own = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
  const corners = Float64Array.from({ length: 12 * count }, (_, i) => {
    const body = Math.floor(i / 12)
    return own[i % 12]! + (i % 3 === 0 ? 2 * body : 0)
  })
  const sides = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]
  const triangles = Uint32Array.from({ length: 12 * count }, (_, i) => {
    const body = Math.floor(i / 12)
    return 4 * body + (body % 2 === 0 ? sides[i % 12]! : sides[11 - (i % 12)]!)
  })
  return { corners, triangles }
}

test("all bodies of a mesh face outward", () => {
  const { corners, triangles } = tetrahedra(100)
  const faced = facedOutward(corners, triangles)
  const shape = { positions: Float32Array.from(corners), triangles: faced! }
  const asItIs = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)
  expect(measure({ ...shape, triangles }, asItIs, [0, 0, 1], false).volume).toBeCloseTo(0, 6)
  expect(measure(shape, asItIs, [0, 0, 1], false).volume).toBeCloseTo(100 / 6, 6)
})

test("a mesh of too many bodies to compare stays unchanged", () => {
  const { corners, triangles } = tetrahedra(5000)
  expect(facedOutward(corners, triangles)).toBeNull()
})
