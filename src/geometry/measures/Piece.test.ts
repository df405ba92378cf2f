import { describe, expect, test } from "bun:test"
import type { Shape } from "../Scene.ts"
import { CUBE } from "../testing/TestScene.ts"
import { measure } from "./Piece.ts"

const up = [0, 0, 1] as const
const placed = (...numbers: ReadonlyArray<number>) => Float64Array.from(numbers)
const asItIs = placed(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)

const rounded = (numbers: ReadonlyArray<number>) => numbers.map((number) => Math.round(number * 1e9) / 1e9 + 0)

/** The cube with a square hole in its top, of this part of its side. */
const holed = (part: number): Shape => {
  const [a, b] = [0.5 - part / 2, 0.5 + part / 2]
  const ring = [
    [0, 0, 1, 0, b, a, a, a],
    [1, 0, 1, 1, b, b, b, a],
    [1, 1, 0, 1, a, b, b, b],
    [0, 1, 0, 0, a, a, a, b]
  ]
  const positions = [...CUBE.positions]
  const triangles = [...CUBE.triangles].filter((_, at) => at < 6 || at >= 12)
  for (const corners of ring) {
    const first = positions.length / 3
    for (let at = 0; at < 8; at += 2) positions.push(corners[at]!, corners[at + 1]!, 1)
    triangles.push(first, first + 1, first + 2, first, first + 2, first + 3)
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) }
}

test("a cube", () => {
  const piece = measure(CUBE, asItIs, up)
  expect(piece).toMatchObject({ isClosed: true, isSure: true, least: [0, 0, 0, 0], most: [1, 1, 1, 1] })
  expect(rounded([piece.volume, piece.surfaceArea, piece.footprintArea])).toEqual([1, 6, 1])
  expect(rounded(piece.moment)).toEqual([0.5, 0.5, 0.5])
  expect(rounded(piece.surfaceMoment)).toEqual([3, 3, 3])
})

test.each([
  ["mirrored", placed(-1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 1, [-0.5, 0.5, 0.5]],
  ["stretched", placed(3, 0, 0, 0, 2, 0, 0, 0, 0.5, 0, 0, 0), 3, [4.5, 3, 0.75]],
  ["sheared", placed(1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0), 1, [1, 0.5, 0.5]],
  ["far off", placed(1, 0, 0, 0, 1, 0, 0, 0, 1, 5e6, -5e6, 0), 1, [5_000_000.5, -4_999_999.5, 0.5]]
])("a cube that is %s", (_, matrix, volume, moment) => {
  const piece = measure(CUBE, matrix, up)
  expect(piece.isClosed).toBe(true)
  expect(rounded([piece.volume])).toEqual([volume])
  expect(piece.moment.map((part) => Math.round(part * 1e6) / 1e6)).toEqual(moment)
})

describe("a cube with a hole in it", () => {
  test("is open, and its volume counts as long as the hole can hide next to nothing", () => {
    const [small, large] = [measure(holed(0.1), asItIs, up), measure(holed(0.5), asItIs, up)]
    expect([small.isClosed, small.isSure]).toEqual([false, true])
    expect(small.volume).toBeGreaterThan(0.995)
    expect(small.volume).toBeLessThan(1.005)
    expect([large.isClosed, large.isSure]).toEqual([false, false])
  })
  test("wherever it stands", () => {
    const far = placed(0, 1, 0, -1, 0, 0, 0, 0, 1, 5e6, 5e6, 5e6)
    expect(measure(holed(0.1), far, up).volume).toBeCloseTo(measure(holed(0.1), asItIs, up).volume, 6)
  })
})

describe("what is no number", () => {
  test.each([Number.NaN, Infinity])("a corner at %d takes its triangles with it", (value) => {
    const positions = Float32Array.of(...CUBE.positions, value, value, value)
    const piece = measure({ positions, triangles: Uint32Array.of(...CUBE.triangles, 0, 1, 8) }, asItIs, up)
    expect(rounded([piece.volume, piece.surfaceArea])).toEqual([1, 6])
    expect(piece).toMatchObject({ isClosed: true, least: [0, 0, 0, 0], most: [1, 1, 1, 1] })
  })
  test("nothing, and triangles of no area, have no area and are not closed", () => {
    for (const triangles of [[], [0, 0, 0], [0, 1, 1]]) {
      const piece = measure({ ...CUBE, triangles: Uint32Array.from(triangles) }, asItIs, up)
      expect(piece).toMatchObject({ volume: 0, surfaceArea: 0, isClosed: false, isSure: false })
    }
  })
})
