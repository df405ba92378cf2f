import { expect, test } from "bun:test"
import { readRleBitPackedHybrid } from "hyparquet/src/encoding.js"
import { Random } from "../testing/Random.ts"
import { hybrid, widthOf } from "./Hybrid.ts"

const read = (bytes: Uint8Array, count: number, width: number): ReadonlyArray<number> => {
  const values = Array.from({ length: count }, () => 0)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  readRleBitPackedHybrid({ view, offset: 0 }, width, values, bytes.length)
  return values
}

test("runs and packed codes of every bit width are read back unchanged", () => {
  const random = new Random(1)
  for (let i = 0; i < 2000; i++) {
    const distinct = 1 + random.below(2 ** random.below(18))
    const values = new Uint32Array(random.below(300))
    for (let at = 0; at < values.length;) {
      const end = Math.min(values.length, at + (random.chance(0.5) ? 1 : 1 + random.below(40)))
      values.fill(random.below(distinct), at, end)
      at = end
    }
    const width = widthOf(distinct)
    expect(read(hybrid(values, values.length, width), values.length, width)).toEqual([...values])
  }
})

test("the encoded length is minimal for codes that never repeat and for codes that always do", () => {
  const count = 100_000
  const width = widthOf(count)
  expect(width).toBe(17)
  const each = Uint32Array.from({ length: count }, (_, i) => i)
  expect(hybrid(each, count, width).length).toBe((count * width) / 8 + 3)
  expect(hybrid(new Uint32Array(count), count, width).length).toBe(3 + 3)
  // The worst: nine equal ones and one other in turn.
  const turns = Uint32Array.from({ length: count }, (_, i) => (i % 17 < 9 ? 1 : i))
  expect(read(hybrid(turns, count, width), count, width)).toEqual([...turns])
  expect(hybrid(turns, 0, width).length).toBe(0)
})

test("a single value has a bit width of at least one", () => {
  expect([1, 2, 3, 4, 5].map(widthOf)).toEqual([1, 1, 2, 2, 3])
})
