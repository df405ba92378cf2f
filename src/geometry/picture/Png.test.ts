import { describe, expect, test } from "bun:test"
import { decodePng } from "../testing/DecodePng.ts"
import { encodePng } from "./Png.ts"

const noise = (width: number, height: number): Uint8Array =>
  Uint8Array.from({ length: width * height * 3 }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 24)
const slope = (width: number, height: number): Uint8Array =>
  Uint8Array.from({ length: width * height * 3 }, (_, at) => (at % (width * 3)) + Math.floor(at / (width * 3)))

describe("a PNG contains its pixels", () => {
  test.each([
    [1, 1],
    [64, 64],
    [3, 100],
    [2048, 64]
  ])("%d × %d", (width, height) => {
    for (const pixels of [noise(width, height), slope(width, height), new Uint8Array(width * height * 3)]) {
      expect(decodePng(encodePng(pixels, width, height))).toEqual({ width, height, data: pixels })
    }
  })
})
