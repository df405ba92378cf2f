import { describe, expect, test } from "bun:test"
import type { Shape } from "../Scene.ts"
import { CUBE } from "../testing/TestScene.ts"
import { measure } from "./Piece.ts"

const up = [0, 0, 1] as const
const placed = (...numbers: ReadonlyArray<number>) => Float64Array.from(numbers)
const asItIs = placed(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)

const rounded = (numbers: ReadonlyArray<number>) => numbers.map((number) => Math.round(number * 1e9) / 1e9 + 0)

/** The cube with a square hole in its top, whose side is this fraction of the cube's side. */
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

/** Returns a pipe along z with a square section: a cube without two faces, stretched to a length. */
const pipe = (length: number): Shape => ({
  positions: CUBE.positions.map((value, i) => (i % 3 === 2 ? value * length : value)),
  triangles: CUBE.triangles.filter((_, at) => at >= 12)
})

describe("a shape with holes", () => {
  test.each([
    ["a small one", holed(0.1), asItIs],
    ["a larger one", holed(0.5), asItIs],
    ["one, far off", holed(0.1), placed(0, 1, 0, -1, 0, 0, 0, 0, 1, 5e6, 5e6, 5e6)]
  ])("encloses what flat lids close: %s", (_, shape, matrix) => {
    const piece = measure(shape, matrix, up)
    expect(piece).toMatchObject({ isClosed: false, isSure: true })
    expect(piece.volume).toBeCloseTo(1, 6)
  })
  test("at both ends, facing each other", () => {
    const piece = measure(pipe(40), asItIs, up)
    expect(piece).toMatchObject({ isClosed: false, isSure: true })
    expect(rounded([piece.volume, piece.surfaceArea, ...piece.moment])).toEqual([40, 160, 20, 20, 800])
  })
  test.each([
    ["takes most of a side", holed(0.9)],
    ["takes both ends of what is short", pipe(3)]
  ])("is a sheet where a hole %s", (_, shape) => {
    expect(measure(shape, asItIs, up)).toMatchObject({ isClosed: false, isSure: false })
  })
  test("has no certain volume if a hole is not flat", () => {
    const bent = holed(0.5)
    bent.positions[3 * 8 + 2] = 0.5
    expect(measure(bent, asItIs, up)).toMatchObject({ isClosed: false, isSure: false })
  })
  test("is closed if a corner lies on an edge of a neighbour", () => {
    const positions = Float32Array.of(...CUBE.positions, 0.5, 0, 0)
    const triangles = Uint32Array.of(
      ...CUBE.triangles.subarray(0, 12),
      0,
      8,
      5,
      8,
      1,
      5,
      ...CUBE.triangles.subarray(15)
    )
    const piece = measure({ positions, triangles }, asItIs, up)
    expect(piece).toMatchObject({ isClosed: true, isSure: true })
    expect(rounded([piece.volume, piece.surfaceArea])).toEqual([1, 6])
  })
})

describe("values that are not finite", () => {
  test.each([Number.NaN, Infinity])("a corner at %d removes its triangles", (value) => {
    const positions = Float32Array.of(...CUBE.positions, value, value, value)
    const piece = measure({ positions, triangles: Uint32Array.of(...CUBE.triangles, 0, 1, 8) }, asItIs, up)
    expect(rounded([piece.volume, piece.surfaceArea])).toEqual([1, 6])
    expect(piece).toMatchObject({ isClosed: true, least: [0, 0, 0, 0], most: [1, 1, 1, 1] })
  })
  test("no triangles, and triangles without area, have no area and are not closed", () => {
    for (const triangles of [[], [0, 0, 0], [0, 1, 1]]) {
      const piece = measure({ ...CUBE, triangles: Uint32Array.from(triangles) }, asItIs, up)
      expect(piece).toMatchObject({ volume: 0, surfaceArea: 0, isClosed: false, isSure: false })
    }
  })
})
