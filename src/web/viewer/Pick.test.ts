/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { partsOf } from "./Parts.ts"
import { pick, type Ray, snapped } from "./Pick.ts"
import { isKept, mostPlanes, planesOf } from "./Section.ts"
import { makeStates } from "./States.ts"
import { stepsOf } from "./Steps.ts"
import { type Batch, boxAround, type ViewModel } from "./ViewModel.ts"

const plain = { isGlass: false, corner: [0, 0, 0], color: [1, 1, 1, 1], step: 0.5, stride: 3 } as const

/** Two squares of 2 m at z = 0 and z = −1, the nearer one product 0. */
const squares: Batch = {
  ...plain,
  positions: Uint16Array.from([0, 0, 2, 4, 0, 2, 4, 4, 2, 0, 4, 2, 0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0]),
  corner: [0, 0, -1],
  indices: Uint16Array.from([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]),
  colors: new Uint8Array(32),
  products: Float32Array.from([0, 0, 0, 0, 1, 1, 1, 1]),
  instances: null
}
/** A triangle twice, at x = 10 and, turned by a quarter about Z, at x = 20. */
const twice: Batch = {
  ...plain,
  positions: Uint16Array.from([0, 0, 0, 2, 0, 0, 0, 2, 0]),
  step: 1,
  indices: Uint16Array.from([0, 1, 2]),
  colors: null,
  products: null,
  instances: {
    count: 2,
    matrices: Float32Array.from([1, 0, 0, 10, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 20, 1, 0, 0, 0, 0, 0, 1, 0]),
    products: Float32Array.from([2, 1])
  }
}
const batches = [squares, twice]
const model: ViewModel = {
  origin: [0, 0, 0],
  guids: ["a", "b", "c"],
  classes: ["IfcWall"],
  classOf: new Uint16Array(3),
  wholes: { guids: [], ofProducts: new Uint32Array(), above: new Uint32Array() },
  isSpace: Uint8Array.of(0, 0, 1),
  batches,
  ...partsOf(batches, 3)
}
const through = { isShown: () => true, isKept: () => true }
const from = (x: number, y: number): Ray => ({ from: [x, y, 5], along: [0, 0, -1] })

test("parts are runs of triangles and instances, by product, in boxes of their own", () => {
  const { parts } = model
  expect([...parts.starts]).toEqual([0, 1, 3, 4])
  expect([...parts.product]).toEqual([0, 1, 1, 2])
  expect([...parts.batch]).toEqual([0, 0, 1, 1])
  expect([...parts.boxes.subarray(12, 18)]).toEqual([18, 0, 0, 20, 2, 0])
  expect([...boxAround(model.boxes)!]).toEqual([0, 0, -1, 20, 2, 0])
  expect(boxAround(model.boxes, [])).toBeNull()
  expect([...boxAround(model.boxes, [0, 99])!]).toEqual([0, 0, 0, 2, 2, 0])
})

test("the nearest product is hit, with point and normal; hidden or cut ones are ignored", () => {
  expect(pick(model, from(1, 0.5), through)).toMatchObject({
    product: 0,
    point: [1, 0.5, 0],
    normal: [0, 0, 1],
    distance: 5
  })
  expect(pick(model, from(1, 0.5), { ...through, isShown: (i) => i !== 0 })).toMatchObject({
    product: 1,
    point: [1, 0.5, -1]
  })
  expect(pick(model, from(1, 0.5), { ...through, isKept: (_x, _y, z) => z < -0.5 })?.product).toBe(1)
  const behind = pick(model, { from: [1, 0.5, -5], along: [0, 0, 1] }, through)
  expect(behind?.product).toBe(1)
  expect(behind?.normal[2]).toBe(-1)
  expect(pick(model, from(-1, 0.5), through)).toBeNull()
})

test("instances are hit at their places", () => {
  expect(pick(model, from(10.5, 0.5), through)?.product).toBe(2)
  expect(pick(model, from(19.5, 0.5), through)?.product).toBe(1)
  expect(pick(model, from(20.5, 0.5), through)).toBeNull()
})

test("measures snap to corners, then to edges", () => {
  const near = (x: number, y: number, isKept: (x: number) => boolean = () => true) =>
    snapped(pick(model, from(x, y), through)!, 0.1, isKept)
  expect(near(1.95, 1.95)).toEqual({ kind: "vertex", point: [2, 2, 0] })
  expect(near(1.95, 0.6)).toMatchObject({ kind: "edge", point: [2, 0.6, 0] })
  expect(near(1.4, 0.6)).toMatchObject({ kind: "face" })
  // The square is two triangles: where they meet is no edge of it.
  expect(near(1.05, 1)).toMatchObject({ kind: "face" })
  // Corners beyond a section plane attract nothing.
  expect(near(1.93, 1.96)).toMatchObject({ kind: "vertex" })
  expect(near(1.93, 1.96, (x) => x < 1.99)).toMatchObject({ kind: "edge", point: [1.93, 2, 0] })
})

test("planes cut where they stand in the model, twelve of them and two of a storey", () => {
  const planes = planesOf([{ point: [101, 0, 0], normal: [2, 0, 0] }], { from: 10, to: 13 }, [100, 10, 0])
  expect(isKept(planes, 0.9, 1, 0)).toBe(true)
  expect(isKept(planes, 1.1, 1, 0)).toBe(false)
  expect(isKept(planes, 0, 3.1, 0)).toBe(false)
  expect(isKept(planes, 0, -0.1, 0)).toBe(false)
  const many = Array.from({ length: mostPlanes + 3 }, () => ({ point: [0, 0, 0], normal: [0, 1, 0] }) as const)
  expect(planesOf(many, { from: 0, to: 1 }, [0, 0, 0])).toHaveLength(mostPlanes + 2)
  expect(planesOf([{ point: [0, 0, 0], normal: [0, 0, 0] }], null, [0, 0, 0])).toEqual([])
})

test("spaces are hidden until they are asked for; hidden, isolated and faint things come back together", () => {
  const states = makeStates(model.isSpace)
  const shown = () => [0, 1, 2].filter(states.isShown)
  expect(shown()).toEqual([0, 1])
  states.showSpaces(true)
  states.hide([1, 77, -1])
  expect(shown()).toEqual([0, 2])
  expect([states.areHidden([1]), states.areHidden([0, 1]), states.areHidden([])]).toEqual([true, false, false])
  states.isolate([1, 2])
  expect(shown()).toEqual([2])
  expect([states.areAlone([2, 1]), states.areAlone([2])]).toEqual([true, false])
  states.ghost([0])
  states.select([0])
  states.color(new Map([[0, [9, 8, 7]]]))
  states.showAll()
  expect(shown()).toEqual([0, 1, 2])
  expect([...states.texels.subarray(0, 4)]).toEqual([9, 8, 7, 6])
  states.select([])
  states.color(null)
  expect(states.texels[3]).toBe(0)
})

test("a picture in steps draws every triangle once, a part of all in the first step, and glass last", () => {
  const things = [
    { triangles: 1000, isGlass: true, isWhole: false },
    ...Array.from({ length: 6 }, (_, i) => ({ triangles: 500 + i, isGlass: false, isWhole: i % 2 === 0 }))
  ]
  const seen = things.map((_, i) => i)
  expect(stepsOf(things, seen, 1e6)).toHaveLength(1)
  const steps = stepsOf(things, seen, 400)
  const drawn = steps.flat()
  for (const [i, { triangles }] of things.entries()) {
    const ranges = drawn.filter(({ batch }) => batch === i).toSorted((a, b) => a.from - b.from)
    let next = 0
    for (const { count, from } of ranges) {
      expect(from).toBe(next)
      next += count
    }
    expect(next).toBe(3 * triangles)
  }
  expect(steps[0]!.map(({ batch }) => batch)).toEqual(expect.arrayContaining([2, 4, 6]))
  const glass = drawn.findIndex(({ batch }) => batch === 0)
  expect(drawn.slice(glass).every(({ batch }) => batch === 0)).toBe(true)
})
