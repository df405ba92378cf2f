import { expect, test } from "bun:test"
import type { Scene } from "../Scene.ts"
import { CUBE } from "../testing/TestScene.ts"
import { cameraOf } from "./Camera.ts"
import { extremesOf } from "./Extremes.ts"
import { MOST_TRIANGLES, partsOf } from "./Parts.ts"
import { subjectOf } from "./Subject.ts"

const SAMPLES = { width: 1280, height: 960 }

/** Cubes of one product, with the given sides, each somewhere in a cube of 10 m. */
const cubes = (sides: ReadonlyArray<number>): Scene => {
  const matrix = new Float64Array(sides.length * 16)
  sides.forEach((side, at) => {
    for (const row of [0, 5, 10]) matrix[at * 16 + row] = side
    matrix.set([at % 10, Math.floor(at / 10) % 10, Math.floor(at / 100) % 10, 1], at * 16 + 12)
  })
  return {
    products: [{ guid: "a", class: "IfcWall", isSpace: false }],
    shapes: [CUBE],
    placements: {
      count: sides.length,
      product: new Uint32Array(sides.length),
      shape: new Uint32Array(sides.length),
      matrix,
      color: new Uint8Array(sides.length * 4).fill(255)
    }
  }
}

const seen = (scene: Scene): Uint32Array => {
  const extremes = extremesOf(scene.shapes)
  const subject = subjectOf(scene, extremes)!
  const camera = cameraOf(scene, extremes, subject, SAMPLES)
  return partsOf(scene, extremes, subject.drawn, camera, SAMPLES).placements
}

test("the smallest parts are dropped above the limit of triangles; of equal ones the first are kept", () => {
  const large = 150_000
  const placements = seen(cubes(Array.from({ length: 200_000 }, (_, at) => (at % 4 === 3 ? 0.1 : 1))))
  expect(placements.length * 12).toBeGreaterThan(MOST_TRIANGLES - 12)
  expect(placements.length * 12).toBeLessThan(MOST_TRIANGLES + 12)
  expect(placements.filter((at) => at % 4 !== 3)).toHaveLength(large)
})

test("parts smaller than a sample are left out", () => {
  expect([...seen(cubes([1, 0.001, 1, 1e-9, 0.1]))]).toEqual([0, 2, 4])
})
