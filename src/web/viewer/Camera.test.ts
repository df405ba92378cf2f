/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import {
  axesOf,
  type Camera,
  depthsOf,
  fitted,
  homeward,
  panned,
  placeInPicture,
  rayThrough,
  turned,
  zoomed
} from "./Camera.ts"
import type { Vector } from "./ViewModel.ts"

const box = [-5, 0, -3, 5, 8, 3]
const [width, height] = [800, 500]
const home = fitted(homeward, box, width, height)

test("a point on a ray is projected to the pixel of the ray", () => {
  for (const [x, y] of [
    [0, 0],
    [400, 250],
    [731, 12]
  ] as const) {
    const { along, from } = rayThrough(home, x, y, width, height)
    const point: Vector = [from[0] + 7 * along[0], from[1] + 7 * along[1], from[2] + 7 * along[2]]
    const place = placeInPicture(home, point, width, height)!
    expect(place.x).toBeCloseTo(x, 6)
    expect(place.y).toBeCloseTo(y, 6)
    const behind: Vector = [from[0] - along[0], from[1] - along[1], from[2] - along[2]]
    expect(placeInPicture(home, behind, width, height)).toBeNull()
  }
})

test("a fitted box is within the picture and fills it, upright or lying", () => {
  for (const [w, h] of [
    [800, 500],
    [300, 900]
  ] as const) {
    const camera = fitted(home, box, w, h)
    const places = Array.from({ length: 8 }, (_, i) =>
      placeInPicture(camera, [box[i & 1 ? 3 : 0]!, box[i & 2 ? 4 : 1]!, box[i & 4 ? 5 : 2]!], w, h)!
    )
    const over = Math.max(
      ...places.map(({ x }) => Math.abs(x / w - 0.5)),
      ...places.map(({ y }) => Math.abs(y / h - 0.5))
    )
    expect(over).toBeCloseTo(0.475, 6)
    // The free space is the same on both sides.
    const [left, top] = [places.map(({ x }) => x / w), places.map(({ y }) => y / h)]
    const rests = [left, top].map((all) => Math.min(...all) + Math.max(...all) - 1)
    expect(Math.min(...rests.map(Math.abs))).toBeLessThan(1e-9)
  }
})

test("many boxes are fitted by their corners, which leaves less room than the box around them", () => {
  const diagonal = [-5, 0, -3, -4, 1, -2, 4, 7, 2, 5, 8, 3]
  const [narrow, wide] = [fitted(home, diagonal, width, height), fitted(home, box, width, height)]
  expect(narrow.distance).toBeLessThan(wide.distance)
  expect(fitted(home, [], width, height)).toBe(home)
  const empty = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  expect(fitted(home, empty, width, height)).toBe(home)
})

test("zooming keeps the point under the pointer in its place", () => {
  const point: Vector = [3, 7, -2]
  const before = placeInPicture(home, point, width, height)!
  const after = placeInPicture(zoomed(home, 0.3, point), point, width, height)!
  expect(after.x).toBeCloseTo(before.x, 6)
  expect(after.y).toBeCloseTo(before.y, 6)
})

test("the picture follows the pointer while panning", () => {
  const before = placeInPicture(home, home.target, width, height)!
  const after = placeInPicture(panned(home, 30, -20, width, height), home.target, width, height)!
  expect([after.x - before.x, after.y - before.y].map((n) => Math.round(n * 1e6) / 1e6)).toEqual([30, -20])
})

test("the camera never turns over, and its axes are orthogonal", () => {
  const camera = turned(home, 40, 900)
  expect(camera.pitch).toBeLessThan(Math.PI / 2)
  const { back, right, up } = axesOf(camera)
  const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
  for (const product of [dot(back, right), dot(back, up), dot(right, up)]) expect(product).toBeCloseTo(0, 12)
  for (const axis of [back, right, up]) expect(Math.hypot(...axis)).toBeCloseTo(1, 12)
})

test("a camera is plain JSON, and visible points lie between its depths", () => {
  expect(JSON.parse(JSON.stringify(home)) as Camera).toEqual(home)
  const { far, near } = depthsOf(home, box)
  expect(near).toBeGreaterThan(0)
  expect(near).toBeLessThan(home.distance)
  expect(far).toBeGreaterThan(home.distance)
  expect(depthsOf(zoomed(home, 1e-9), box).near).toBeGreaterThan(0)
})
