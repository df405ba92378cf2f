import { expect, test } from "bun:test"
import * as fc from "effect/FastCheck"
import * as BodyBytes from "./BodyBytes.ts"

const bytes = (length: number, first: number) => Uint8Array.from({ length }, (_, i) => first + i)

/** Pieces of a body, some with a buffer of their own, others as views of a larger buffer. */
const piece = fc
  .record({
    length: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 70_000 })),
    isOwn: fc.boolean()
  })
  .map(({ isOwn, length }) => (isOwn ? bytes(length, length) : bytes(length + 5, length).subarray(2, length + 2)))

test("pieces of any size are joined in order, and each piece owns its buffer", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const expected = Buffer.concat(pieces)
      const body = BodyBytes.gather()
      for (const one of pieces) body.add(one)
      expect(body.length()).toBe(expected.length)
      const gathered = body.end()
      expect(gathered.length).toBe(expected.length)
      for (const { buffer, length } of gathered.pieces) expect(buffer.byteLength).toBe(length)
      expect(Buffer.compare(BodyBytes.joined(gathered), expected)).toBe(0)
    })
  )
})

test("large pieces are kept without copying; small ones share a few blocks", () => {
  const large = bytes(20_000, 1)
  const kept = BodyBytes.gather()
  kept.add(large)
  expect(kept.end().pieces).toEqual([large])
  expect(kept.end().pieces[0]).toBe(large)
  const crumbs = BodyBytes.gather()
  for (let i = 0; i < 300_000; i++) crumbs.add(bytes(1, i))
  const { pieces } = crumbs.end()
  expect(pieces.length).toBeLessThan(25)
  const mixed = BodyBytes.gather()
  for (let i = 0; i < 200; i++) for (const length of [1, 16 * 1024]) mixed.add(bytes(length, i))
  expect(mixed.end().pieces.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)).toBe(200 * (16 * 1024 + 1))
})

test("dropped bytes are freed at once", () => {
  const large = bytes(20_000, 1)
  const body = BodyBytes.gather()
  body.add(bytes(3, 1))
  body.add(large)
  body.drop()
  expect(large.length).toBe(0)
})
