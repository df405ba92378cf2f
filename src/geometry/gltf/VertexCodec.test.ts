import { expect, test } from "bun:test"
import * as FastCheck from "effect/FastCheck"
import { MeshoptDecoder } from "meshoptimizer"
import { packedRows } from "./VertexCodec.ts"

/** Rows that continue the previous ones in steps that are zero, small or arbitrary. */
const rows = FastCheck.tuple(
  FastCheck.constantFrom(4, 8, 12, 64),
  FastCheck.nat(700),
  FastCheck.constantFrom(0, 1, 7, 255),
  FastCheck.infiniteStream(FastCheck.nat(255))
).map(([stride, count, most, numbers]) => {
  const bytes = new Uint8Array(count * stride)
  for (let i = 0; i < bytes.length; i++) bytes[i] = (bytes[i - stride] ?? 200) + (numbers.next().value! % (most + 1))
  return { bytes, count, stride }
})

test("meshoptimizer reads packed rows unchanged", async () => {
  await MeshoptDecoder.ready
  FastCheck.assert(
    FastCheck.property(rows, ({ bytes, count, stride }) => {
      const read = new Uint8Array(bytes.length)
      MeshoptDecoder.decodeGltfBuffer(read, count, stride, packedRows(bytes, count, stride), "ATTRIBUTES")
      expect(Buffer.compare(read, bytes)).toBe(0)
    }),
    { numRuns: 40 }
  )
})
