import { expect, test } from "bun:test"
import { faultOf } from "./Chunks.ts"

const chunk = (type: number, ...content: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(12)
  head.writeUInt32LE(type)
  head.writeBigInt64LE(BigInt(body.length), 4)
  return Buffer.concat([head, body])
}
const header = (version: string) => Buffer.from(`3D Geometry File Format ${version.padStart(8)}`)
const endOfTable = (() => {
  const head = Buffer.alloc(12)
  head.writeUInt32LE(0xffff_ffff)
  // A short chunk has its value in place of a length.
  head.writeBigInt64LE(123n, 4)
  return head
})()
const end = chunk(0x7fff, Buffer.alloc(8))
const table = chunk(0x1000_0013, chunk(0x2000_8070, Buffer.from("an object")), endOfTable)
const comment = chunk(1, Buffer.from("a comment"))
const whole = Buffer.concat([header("80"), comment, table, end])
const tableAt = 32 + comment.length

test("consecutive chunks up to the end are valid", () => {
  expect(faultOf(whole)).toBeNull()
  // A chunk beyond the end belongs to no container.
  expect(faultOf(Buffer.concat([whole, Buffer.from("more")]))).toBeNull()
})

test("a chunk that does not fit is found at its offset", () => {
  const longer = (at: number, length: bigint): Buffer => {
    const copy = Buffer.from(whole)
    copy.writeBigInt64LE(length, at + 4)
    return copy
  }
  expect(faultOf(longer(tableAt, 1n << 40n))).toBe(tableAt)
  expect(faultOf(longer(tableAt, -5n))).toBe(tableAt)
  expect(faultOf(longer(tableAt + 12, 1000n))).toBe(tableAt + 12)
  expect(faultOf(longer(tableAt + 12, 5n))).toBe(tableAt + 12 + 12 + 5)
  expect(faultOf(whole.subarray(0, whole.length - 3))).toBe(whole.length - end.length)
  expect(faultOf(whole.subarray(0, tableAt))).toBe(tableAt)
  expect(faultOf(Buffer.concat([whole.subarray(0, 40), Buffer.from("x"), whole.subarray(40)]))).not.toBeNull()
})

test("files of Rhino before 5 are left to the library", () => {
  expect(faultOf(Buffer.concat([header("4"), Buffer.alloc(100, 255)]))).toBeNull()
  expect(faultOf(header("none"))).toBeNull()
})
