import { describe, expect, test } from "bun:test"
import type { Shape } from "../Scene.ts"
import { CUBE } from "../testing/TestScene.ts"
import { coarsened } from "./Coarse.ts"

/** `count` × `count` squares of two triangles each over a square of one metre, corners not shared. */
const sheet = (count: number): Shape => {
  const positions: Array<number> = []
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const [a, b, c, d] = [column / count, (column + 1) / count, row / count, (row + 1) / count]
      positions.push(a, 0, c, b, 0, c, b, 0, d, a, 0, c, b, 0, d, a, 0, d)
    }
  }
  return {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from({ length: positions.length / 3 }, (_, at) => at)
  }
}

describe("simplified shapes", () => {
  test("corners in one cell are merged", () => {
    const { positions, triangles } = coarsened(sheet(100), 0.1)
    expect(positions.length / 3).toBeLessThanOrEqual(11 * 11)
    expect(triangles.length / 3).toBeLessThan(300)
    expect(Math.max(...positions)).toBeGreaterThan(0.9)
  })

  test("a coarse shape stays unchanged", () => {
    expect(coarsened(CUBE, 0.01).triangles).toEqual(CUBE.triangles)
  })

  test("corners that are not finite are removed with their triangles", () => {
    const { positions, triangles } = coarsened(
      {
        positions: Float32Array.of(NaN, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, Infinity, 0, 0),
        triangles: Uint32Array.of(0, 1, 2, 1, 2, 3, 2, 3, 4, 1, 2, 99, 1, 1, 2)
      },
      0.001
    )
    expect([...triangles]).toEqual([0, 1, 2])
    expect(positions).toHaveLength(9)
  })

  test("a shape in one point, and one without triangles, are empty", () => {
    expect(coarsened({ positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) }, 0).triangles).toHaveLength(
      0
    )
    expect(coarsened({ positions: new Float32Array(0), triangles: new Uint32Array(0) }, 1).triangles).toHaveLength(0)
  })
})
