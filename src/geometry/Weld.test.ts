import { expect, test } from "bun:test"
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

/** Corners whose coordinates, each times a factor that everybody knows, are one number together. */
const fallen = places((i) => {
  const [x, y] = [0x3f_80_00_00 + i, 0x40_00_00_00 + 7 * i]
  const rest = Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663)
  return [x, y, Math.imul(rest, inverse(83_492_791))]
})
const others = places((i) => [0x3f_80_00_00 + i, 0x40_00_00_00 + 7 * i, i])

const millis = (of: Uint32Array): number => {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3; run++) {
    const startedAt = performance.now()
    expect(weld(of, new Uint32Array()).corners).toHaveLength(corners)
    least = Math.min(least, performance.now() - startedAt)
  }
  return least
}

test("corners that are chosen to fall together are welded as fast as others", () => {
  expect(millis(fallen)).toBeLessThan(10 * millis(others))
})

test("corners on one place become one, and what falls together so is left out", () => {
  const two = new Uint32Array([1, 2, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  const welded = weld(two, new Uint32Array([0, 2, 3, 1, 3, 2, 0, 1, 2]))
  expect(welded.corners).toEqual(new Uint32Array([0, 2, 3]))
  expect(welded.triangles).toEqual(new Uint32Array([0, 1, 2, 0, 2, 1]))
})
