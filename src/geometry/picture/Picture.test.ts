import { describe, expect, test } from "bun:test"
import type { Scene, Shape } from "../Scene.ts"
import { decodePng, type Pixels } from "../testing/DecodePng.ts"
import { box, boxProduct, type Color, CUBE, sceneOf, type TestProduct } from "../testing/TestScene.ts"
import { placeholder } from "./Placeholder.ts"
import { LARGEST_SIDE, picture, type PictureSize, SMALLEST_SIDE, THUMBNAIL } from "./Picture.ts"

const RED: Color = [200, 30, 30, 255]
const GREEN: Color = [30, 160, 30, 255]
const BLUE: Color = [30, 30, 200, 255]
const SMALL: PictureSize = { width: 160, height: 120 }

const drawn = (products: ReadonlyArray<TestProduct>, size: PictureSize = THUMBNAIL): Pixels =>
  decodePng(picture(sceneOf(products), size))

type Channel = 0 | 1 | 2
const isOf = ({ data }: Pixels, at: number, channel: Channel): boolean =>
  [0, 1, 2].every((other) => other === channel || data[at * 3 + channel]! > 1.6 * data[at * 3 + other]!)

/** Returns the number and position of the pixels that are mainly of a colour. */
const areaOf = (pixels: Pixels, channel: Channel) => {
  let [count, left, right, top, bottom] = [0, Infinity, -1, Infinity, -1]
  for (let at = 0; at < pixels.width * pixels.height; at++) {
    if (!isOf(pixels, at, channel)) continue
    count += 1
    left = Math.min(left, at % pixels.width)
    right = Math.max(right, at % pixels.width)
    top = Math.min(top, Math.floor(at / pixels.width))
    bottom = Math.max(bottom, Math.floor(at / pixels.width))
  }
  return { count, left, right, top, bottom }
}

const expectFramed = (products: ReadonlyArray<TestProduct>, size: PictureSize = THUMBNAIL): void => {
  const { left, right, top, bottom } = areaOf(drawn(products, size), 0)
  expect(Math.max(right - left, bottom - top)).toBeGreaterThanOrEqual(0.6 * Math.min(size.width, size.height))
  expect(left).toBeGreaterThan(0)
  expect(top).toBeGreaterThan(0)
  expect(right).toBeLessThan(size.width - 1)
  expect(bottom).toBeLessThan(size.height - 1)
}

/** A ball of one metre around zero: many corners far from the axes and diagonals. */
const ball: Shape = {
  positions: Float32Array.from({ length: 41 * 40 * 3 }, (_, index) => {
    const up = (Math.floor(index / 120) / 40) * Math.PI
    const around = ((Math.floor(index / 3) % 40) / 40) * 2 * Math.PI
    return [Math.sin(up) * Math.cos(around), Math.cos(up), Math.sin(up) * Math.sin(around)][index % 3]!
  }),
  triangles: Uint32Array.from({ length: 40 * 40 * 6 }, (_, index) => {
    const square = Math.floor(index / 6)
    const next = square - (square % 40) + ((square + 1) % 40)
    return [square, square + 40, next, next, square + 40, next + 40][index % 6]!
  })
}

const grid = (count: number, one: (at: number) => TestProduct): ReadonlyArray<TestProduct> =>
  Array.from({ length: count }, (_, at) => one(at))

/** Four walls, a slab and a roof, 10 × 6 × 8 m, with a corner at `at`. */
const house = (x = 0, y = 0, z = 0): ReadonlyArray<TestProduct> => [
  boxProduct([x, y, z], [10, 6, 0.3], RED),
  boxProduct([x, y, z + 7.7], [10, 6, 0.3], RED),
  boxProduct([x, y, z], [0.3, 6, 8], RED),
  boxProduct([x + 9.7, y, z], [0.3, 6, 8], RED),
  boxProduct([x, y - 0.3, z], [10, 0.3, 8], RED, "IfcSlab"),
  boxProduct([x - 0.2, y + 6, z - 0.2], [10.4, 0.3, 8.4], RED, "IfcRoof")
]

describe("the building fills the picture", () => {
  test.each<readonly [string, ReadonlyArray<TestProduct>]>([
    ["alone", house()],
    ["a single wall", [boxProduct([5, 0, 5], [4, 3, 0.2], RED)]],
    ["a screw", [boxProduct([5, 0, 5], [0.004, 0.02, 0.004], RED)]],
    ["a dome", [{ parts: [{ shape: ball, matrix: box([9, 9, 9], [5, 5, 5], RED).matrix, color: RED }] }]],
    ["beside something 1 km away", [...house(), boxProduct([1000, 0, 1000], [1, 1, 1], GREEN)]],
    ["with one house, beside something 1 km away", [house()[0]!, boxProduct([-1000, 0, 0], [1, 1, 1], GREEN)]],
    [
      "between things far away on all sides",
      [
        ...house(),
        boxProduct([1e3, 0, 0], [1, 1, 1], GREEN),
        boxProduct([-1e3, 0, 0], [1, 1, 1], GREEN),
        boxProduct([0, 1e3, 0], [1, 1, 1], GREEN),
        boxProduct([0, 0, 2e3], [30, 30, 30], GREEN)
      ]
    ],
    ["on a thin ground plate", [...house(), boxProduct([-500, -0.4, -500], [1000, 0.1, 1000], GREEN, "IfcSlab")]],
    ["on a plate three times as long", [...house(), boxProduct([-10, -0.4, -8], [30, 0.1, 24], GREEN, "IfcSlab")]],
    ["on land", [...house(), boxProduct([-300, -40, -300], [600, 39, 600], GREEN, "IfcSite")]],
    ["in a box around everything", [...house(), boxProduct([-500, -1, -500], [1000, 500, 1000], GREEN)]],
    ["a plate alone", [boxProduct([0, 0, 0], [40, 0.1, 40], RED, "IfcSlab")]],
    ["land alone", [boxProduct([0, 0, 0], [400, 10, 400], RED, "IfcSite")]],
    [
      "full of furniture",
      [
        ...grid(40, (at) => boxProduct([at * 1.5, 0, at % 2 === 0 ? 0 : 30], [1.5, 8, 0.3], RED)),
        boxProduct([0, 7.7, 0], [60, 0.3, 30.3], RED, "IfcRoof"),
        ...grid(3000, (at) => boxProduct([(at % 10) * 0.8, 0, Math.floor(at / 10) / 50], [0.5, 0.5, 0.5], GREEN))
      ]
    ],
    [
      "a long bridge",
      [
        ...grid(60, (at) => boxProduct([at * 10, 8, 0], [10, 1, 8], RED, "IfcSlab")),
        ...grid(13, (at) => boxProduct([at * 49, 0, 3], [2, 8, 2], RED, "IfcColumn"))
      ]
    ],
    [
      "a bridge of one deck",
      [
        boxProduct([0, 5, 0], [60, 0.5, 8], RED, "IfcSlab"),
        boxProduct([0, 0, 0], [1, 5, 8], RED),
        boxProduct([59, 0, 0], [1, 5, 8], RED)
      ]
    ],
    ["a flat road", grid(50, (at) => boxProduct([at * 20, at * 0.1, at * 3], [20, 0.2, 7], RED, "IfcPavement"))],
    ["a tower", grid(60, (at) => boxProduct([0, at * 3.5, 0], [25, 3.4, 25], RED))],
    ["of georeferenced coordinates", house(4_468_005.25, 520, -5_333_001.75)],
    ["one of them georeferenced, one left at zero", [...house(4e6, 500, -5e6), boxProduct([0, 0, 0], [1, 1, 1], GREEN)]]
  ])("%s", (_, products) => expectFramed(products))

  test.each([
    [2048, 64],
    [64, 2048],
    [64, 64],
    [500, 500]
  ])("of %d × %d pixels", (width, height) => expectFramed(house(), { width, height }))
})

test("a few metres look the same wherever they are", () => {
  const here = drawn(house(), SMALL)
  const there = drawn(house(4_194_304, 512, -8_388_608), SMALL)
  let different = 0
  for (let at = 0; at < here.data.length; at++) if (Math.abs(here.data[at]! - there.data[at]!) > 8) different += 1
  expect(different / here.data.length).toBeLessThan(0.001)
})

describe("nearer parts hide farther ones", () => {
  const front = boxProduct([0, 0, 10], [10, 10, 0.2], RED)
  const back = boxProduct([0, 0, 9], [10, 10, 0.2], BLUE)
  const areas = [
    [front, back],
    [back, front]
  ].map((products) => {
    const pixels = drawn(products)
    return [areaOf(pixels, 0).count, areaOf(pixels, 2).count] as const
  })

  test("in any order", () => expect(areas[0]).toEqual(areas[1]))

  test("except protruding parts", () => expect(areas[0]![0]).toBeGreaterThan(3 * areas[0]![1]))
})

const turned = ({ positions, triangles }: Shape): Shape => ({
  positions,
  triangles: Uint32Array.from(triangles, (_, at) => triangles[at - (at % 3) + 2 - (at % 3)]!)
})

describe("faces are drawn from both sides", () => {
  const asIs = drawn([{ parts: [{ ...box([0, 0, 0], [1, 1, 1], RED) }] }], SMALL)

  test("with reversed corners", () => {
    expect(drawn([{ parts: [{ ...box([0, 0, 0], [1, 1, 1], RED), shape: turned(CUBE) }] }], SMALL)).toEqual(asIs)
  })

  test("with a mirroring matrix", () => {
    const matrix = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1]
    expect(drawn([{ parts: [{ shape: CUBE, matrix, color: RED }] }], SMALL)).toEqual(asIs)
  })
})

/** Returns the colour of the middle pixel. */
const middle = ({ width, height, data }: Pixels): ReadonlyArray<number> => {
  const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 3
  return [...data.subarray(at, at + 3)]
}

describe("colours", () => {
  test("a face in full light keeps its colour", () => {
    const [red, green, blue] = middle(drawn([boxProduct([0, 0, 0], [10, 0.1, 10], [180, 120, 60, 255])]))
    expect(Math.abs(red! - 180)).toBeLessThan(8)
    expect(Math.abs(green! - 120)).toBeLessThan(8)
    expect(Math.abs(blue! - 60)).toBeLessThan(8)
  })

  test("faces are shaded by their orientation, the top lightest, then the left side", () => {
    const { width, data } = drawn([boxProduct([0, 0, 0], [10, 10, 10], [128, 128, 128, 255])], THUMBNAIL)
    const at = (x: number, y: number) => data[(y * width + x) * 3]!
    const [above, left, right] = [at(330, 130), at(280, 260), at(410, 260)]
    expect(above).toBeGreaterThan(left + 8)
    expect(left).toBeGreaterThan(right + 8)
  })

  test("glass shows what is behind it, in any order", () => {
    const wall = boxProduct([0, 0, 0], [10, 10, 0.2], RED)
    const pane = (opacity: number) => boxProduct([0, 0, 0.2], [10, 10, 0.01], [30, 30, 200, opacity])
    const [clear] = [middle(drawn([wall, pane(38)]))]
    expect(clear).toEqual(middle(drawn([wall])))
    const half = drawn([wall, pane(128)])
    expect(half).toEqual(drawn([pane(128), wall]))
    const [solid, bare] = [middle(drawn([wall, pane(255)])), middle(drawn([wall]))]
    middle(half).forEach((value, at) => expect(Math.abs(value - (solid[at]! + bare[at]!) / 2)).toBeLessThan(4))
  })

  test("of several panes the nearest is drawn", () => {
    const wall = boxProduct([0, 0, 0], [10, 10, 0.2], RED)
    const pane = (z: number) => boxProduct([0, 0, z], [10, 10, 0.01], [30, 30, 200, 128])
    expect(middle(drawn([wall, pane(0.3), pane(0.4)]))).toEqual(middle(drawn([wall, pane(0.4), pane(0.3)])))
    expect(middle(drawn([wall, pane(0.3), pane(0.4)]))).toEqual(middle(drawn([wall, pane(0.4)])))
  })

  test("spaces are never drawn", () => {
    const space = { ...boxProduct([0, 0, 0], [10, 6, 8], BLUE, "IfcSpace"), isSpace: true }
    expect(picture(sceneOf([...house(), space]), SMALL)).toEqual(picture(sceneOf(house()), SMALL))
  })
})

describe("an empty picture shows a placeholder", () => {
  const empty = placeholder(SMALL.width, SMALL.height)
  const broken = (matrix: ReadonlyArray<number>): TestProduct => ({ parts: [{ shape: CUBE, matrix, color: RED }] })
  const flat: Shape = { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0), triangles: Uint32Array.of(0, 1, 2) }
  const bare: Shape = { positions: new Float32Array(0), triangles: new Uint32Array(0) }
  const unit = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

  test.each<readonly [string, ReadonlyArray<TestProduct>]>([
    ["no products", []],
    ["spaces only", [{ ...boxProduct([0, 0, 0], [1, 1, 1], RED), isSpace: true }]],
    ["clear glass only", [boxProduct([0, 0, 0], [1, 1, 1], [30, 30, 200, 38])]],
    ["a matrix of NaN", [broken(Array.from({ length: 16 }, () => NaN))]],
    ["a matrix of zeros", [broken(Array.from({ length: 16 }, () => 0))]],
    ["a place beyond all", [broken([...unit.slice(0, 12), 1e300, 0, 0, 1])]],
    ["a size beyond all", [broken(unit.map((value) => value * 1e200))]],
    ["a triangle that is a line", [{ parts: [{ shape: flat, matrix: unit, color: RED }] }]],
    ["a shape without triangles", [{ parts: [{ shape: bare, matrix: unit, color: RED }] }]]
  ])("%s", (_, products) => expect(drawn(products, SMALL).data).toEqual(empty))

  test("the placeholder is not only a background", () => expect(new Set(empty).size).toBeGreaterThan(40))
})

test("invalid shapes do not affect the others", () => {
  const shape: Shape = {
    positions: Float32Array.of(...CUBE.positions, NaN, 0, 0, Infinity, 1, 1, 1e30, 1, NaN),
    triangles: Uint32Array.of(...CUBE.triangles, 0, 1, 8, 1, 2, 9, 3, 4, 10, 5, 5, 5, 0, 1, 4_000_000_000, 7)
  }
  const whole = drawn([boxProduct([0, 0, 0], [3, 4, 5], RED)], SMALL)
  const part = box([0, 0, 0], [3, 4, 5], RED)
  const lost = boxProduct([NaN, 0, 0], [1, 1, 1], GREEN)
  expect(drawn([lost, { parts: [{ ...part, shape }] }, lost], SMALL)).toEqual(whole)
})

test("ground below the camera is clipped, not left out", () => {
  const land = boxProduct([-5e3, -1.3, -5e3], [1e4, 1, 1e4], GREEN, "IfcSite")
  const pixels = drawn([...house(), land], SMALL)
  expect(areaOf(pixels, 1).bottom).toBe(SMALL.height - 1)
  expect(areaOf(pixels, 1).count).toBeGreaterThan(0.3 * SMALL.width * SMALL.height)
})

test("drawing of thousands of layers is limited", () => {
  const walls = (count: number) => [
    ...grid(count, (at) => boxProduct([0, 0, at / 1000], [10, 10, 0.0005], RED)),
    boxProduct([0, 0, count / 1000], [10, 10, 0.0005], BLUE)
  ]
  const size = { width: SMALLEST_SIDE, height: SMALLEST_SIDE }
  expect(areaOf(drawn(walls(100), size), 2).count).toBeGreaterThan(500)
  const [red, blue] = ([0, 2] as const).map((channel) => areaOf(drawn(walls(2000), size), channel).count)
  expect(red).toBeGreaterThan(500)
  expect(blue).toBe(0)
})

test("the same scene gives the same bytes", () => {
  const scene: Scene = sceneOf([...house(), boxProduct([0, 0, 8], [10, 6, 0.1], [30, 30, 200, 100])])
  expect(picture(scene, SMALL)).toEqual(picture(scene, SMALL))
})

describe("sizes", () => {
  test.each([
    [SMALLEST_SIDE, SMALLEST_SIDE],
    [SMALLEST_SIDE, 333],
    [LARGEST_SIDE, LARGEST_SIDE]
  ])("%d × %d", (width, height) => {
    const pixels = drawn(house(), { width, height })
    expect([pixels.width, pixels.height]).toEqual([width, height])
    expect(areaOf(pixels, 0).count).toBeGreaterThan(0.25 * Math.min(width, height) ** 2)
  })
})
