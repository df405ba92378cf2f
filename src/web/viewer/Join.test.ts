/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { bytesOf, joined, type Placed } from "./Join.ts"
import { partsOf } from "./Parts.ts"
import { pick } from "./Pick.ts"
import { seenOf } from "./Seen.ts"
import { type Batch, cornerOf, type ViewModel } from "./ViewModel.ts"

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
/** An upright triangle one metre wide and high, in steps of a quarter of a metre. */
const triangle = Uint16Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0)

const loose: Batch = {
  isGlass: false,
  corner: [10, 0, 0],
  step: 0.25,
  positions: triangle,
  stride: 3,
  indices: Uint16Array.of(0, 1, 2),
  colors: new Uint8Array(12).fill(255),
  color: [1, 1, 1, 1],
  products: Float32Array.of(0, 0, 0),
  instances: null
}
const placed: Batch = {
  ...loose,
  colors: null,
  products: null,
  instances: { count: 1, matrices: Float32Array.from(identity.with(3, 5)), products: Float32Array.of(1) }
}
const batches = [loose, placed]
const model = (classes: ReadonlyArray<string>): ViewModel => ({
  origin: [500_000, 100, -5_400_000],
  guids: ["a", "b"],
  wholes: { guids: ["whole"], ofProducts: Uint32Array.of(0, 1), above: Uint32Array.of(0) },
  classes,
  classOf: Uint16Array.of(0, 1),
  isSpace: Uint8Array.of(0, 1),
  batches,
  ...partsOf(batches, 2)
})

const one = (prefix: string, place: Partial<Placed> = {}): Placed => ({
  model: model(["IfcWall", "IfcSpace"]),
  prefix,
  scale: 1,
  angle: 0,
  move: [0, 0, 0],
  ...place
})

const cornersOf = ({ batches }: ViewModel, batch: number): ReadonlyArray<ReadonlyArray<number>> =>
  [0, 1, 2].map((index) => {
    const to = new Float64Array(3)
    cornerOf(batches[batch]!, batches[batch]!.indices[index]!, 0, to, 0)
    return [...to]
  })

const everything = { isShown: () => true, isKept: () => true }

test("products of the second model follow those of the first, with names, classes, rooms and wholes of their own", () => {
  const second = { ...one("2.", { move: [3, 0.125, -7] }), model: model(["IfcSpace", "IfcDoor"]) }
  const both = joined([one("1."), second], [500_000, 100, -5_400_000])
  expect(both.guids).toEqual(["1.a", "1.b", "2.a", "2.b"])
  expect([...both.classOf].map((n) => both.classes[n])).toEqual(["IfcWall", "IfcSpace", "IfcSpace", "IfcDoor"])
  expect([...both.isSpace]).toEqual([0, 1, 0, 1])
  expect([...both.batches[2]!.products!]).toEqual([2, 2, 2])
  expect([...both.batches[3]!.instances!.products]).toEqual([3])
  expect([...both.parts.starts]).toEqual([0, 1, 2, 3, 4])
  expect([...both.parts.batch]).toEqual([0, 1, 2, 3])
  expect(seenOf(both.guids, both.wholes).shapesOf(["2.whole"])).toEqual([3])
  // The corner of a batch is a double, so nothing is lost however far away the files are.
  expect(both.batches[2]!.corner).toEqual([13, 0.125, -7])
  expect([...both.boxes.subarray(12, 15)].map((part) => Number(part.toFixed(4)))).toEqual([13, 0.125, -7])
})

test("what is moved is hit at its new place, also if it is flat and kilometres away", () => {
  const move = [8000.3, 12.7, -6000.9] as const
  const both = joined([one("1."), one("2.", { move })], [0, 0, 0])
  const hit = pick(both, { from: [8010.55, 12.95, -5990], along: [0, 0, -1] }, everything)
  expect(hit?.product).toBe(2)
  expect(hit!.point[2]).toBeCloseTo(-6000.9, 6)
  expect(pick(both, { from: [10.25, 0.25, 5], along: [0, 0, -1] }, everything)?.product).toBe(0)
})

test("a turn about the vertical axis and a scale apply to loose and to placed shapes alike", () => {
  const turned = joined([one("1.", { angle: Math.PI / 2, scale: 2, move: [100, 0, 0] })], [0, 0, 0])
  // Counter-clockwise from above: the x axis turns to −z, which is north.
  const expected = [
    [
      [100, 0, -20],
      [100, 0, -22],
      [100, 2, -20]
    ],
    [
      [100, 0, -30],
      [100, 0, -32],
      [100, 2, -30]
    ]
  ]
  for (const [batch, corners] of expected.entries()) {
    for (const [n, corner] of cornersOf(turned, batch).entries())
      for (const axis of [0, 1, 2]) expect(corner[axis]!).toBeCloseTo(corners[n]![axis]!, 5)
  }
  expect(pick(turned, { from: [110, 0.5, -20.5], along: [-1, 0, 0] }, everything)?.product).toBe(0)
  expect(pick(turned, { from: [110, 0.5, -30.5], along: [-1, 0, 0] }, everything)?.product).toBe(1)
})

test("nothing joined is an empty model", () => {
  const none = joined([], [0, 0, 0])
  expect(none.guids).toEqual([])
  expect([...none.parts.starts]).toEqual([0])
})

test("shared buffers count once", () => {
  const { boxes, classOf, isSpace, parts } = model([])
  const held = [boxes, classOf, isSpace, ...Object.values(parts).filter((value) => ArrayBuffer.isView(value))]
  const ownBytes = held.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const shapes = [triangle, loose.indices, loose.colors!, loose.products!, placed.instances!.matrices]
  const expected = shapes.reduce((sum, { byteLength }) => sum + byteLength, ownBytes + 4)
  expect(bytesOf(model([]))).toBe(expected)
})
