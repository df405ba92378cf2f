import { expect, test } from "bun:test"
import { shiftOf, slotOfThree } from "./Spread.ts"
import { weld } from "./Weld.ts"

const corners = 20_000

/** The inverse of an odd number modulo 2^32. */
const inverse = (odd: number): number => {
  let found = odd
  for (let i = 0; i < 5; i++) found = Math.imul(found, 2 - Math.imul(odd, found))
  return found
}

const places = (of: (i: number) => readonly [number, number, number]): Uint32Array =>
  Uint32Array.from({ length: corners * 3 }, (_, i) => of(Math.floor(i / 3))[i % 3]!)

/** Corners whose coordinates, each multiplied by a publicly known factor, add up to the same number. */
const fallen = places((i) => {
  const [x, y] = [0x3f_80_00_00 + i, 0x40_00_00_00 + 7 * i]
  const rest = Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663)
  return [x, y, Math.imul(rest, inverse(83_492_791))]
})
const others = places((i) => [0x3f_80_00_00 + i, 0x40_00_00_00 + 7 * i, i])

test("corners with colliding hashes are compared no more often than others", () => {
  const shift = shiftOf(65_536)
  const slots = (places: Uint32Array) =>
    new Set(
      Array.from({ length: corners }, (_, i) =>
        slotOfThree(places[3 * i]!, places[3 * i + 1]!, places[3 * i + 2]!, shift)
      )
    ).size
  for (const places of [fallen, others]) {
    expect(weld(places, new Uint32Array()).corners).toHaveLength(corners)
    expect(slots(places)).toBeGreaterThan(corners / 2)
  }
})

test("equal corners are merged, and triangles that collapse are removed", () => {
  const two = new Uint32Array([1, 2, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  const welded = weld(two, new Uint32Array([0, 2, 3, 1, 3, 2, 0, 1, 2]))
  expect(welded.corners).toEqual(new Uint32Array([0, 2, 3]))
  expect(welded.triangles).toEqual(new Uint32Array([0, 1, 2, 0, 2, 1]))
})
