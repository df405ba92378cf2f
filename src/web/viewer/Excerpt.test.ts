/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { excerpt } from "./Excerpt.ts"
import { partsOf } from "./Parts.ts"
import type { Batch, ViewModel } from "./ViewModel.ts"

const triangle = Uint16Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0)
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

const merged: Batch = {
  isGlass: false,
  corner: [10, 0, 0],
  step: 1,
  positions: Uint16Array.of(...triangle, ...triangle),
  stride: 3,
  indices: Uint16Array.of(0, 1, 2, 3, 4, 5),
  colors: new Uint8Array(24).fill(255),
  color: [1, 1, 1, 1],
  products: Float32Array.of(0, 0, 0, 1, 1, 1),
  instances: null
}
const placed: Batch = {
  ...merged,
  positions: triangle,
  indices: Uint16Array.of(0, 1, 2),
  colors: null,
  products: null,
  instances: {
    count: 2,
    matrices: Float32Array.of(...identity, ...identity.with(3, 5)),
    products: Float32Array.of(2, 1)
  }
}
const batches = [merged, placed]
const model: ViewModel = {
  origin: [100, 0, 0],
  guids: ["a", "b", "c"],
  wholes: { guids: [], ofProducts: new Uint32Array(), above: new Uint32Array() },
  classes: [],
  classOf: new Uint16Array(3),
  isSpace: new Uint8Array(3),
  batches,
  ...partsOf(batches, 3)
}

test("an excerpt has only the triangles and instances of its products, transparent and in its place", () => {
  const { batches: found, boxes, origin } = excerpt(model, new Set(["b"]), [90, 0, 0])
  expect(origin).toEqual([90, 0, 0])
  expect([...found[0]!.indices]).toEqual([3, 4, 5])
  expect(Array.from(found[0]!.colors!.subarray(0, 4))).toEqual([255, 255, 255, 115])
  expect([...found[1]!.instances!.products]).toEqual([1])
  expect(found.every(({ isGlass }) => isGlass)).toBe(true)
  // 10 from the origins, 10 from the corner, and 5 from the instance.
  expect(Array.from(boxes.subarray(6, 9))).toEqual([20, 0, 0])
  expect(Array.from(boxes.subarray(9, 12))).toEqual([26, 1, 0])
  expect(boxes[0]).toBe(Infinity)
})

test("an excerpt of nothing has no batches", () => {
  expect(excerpt(model, new Set(["elsewhere"]), model.origin).batches).toEqual([])
})
