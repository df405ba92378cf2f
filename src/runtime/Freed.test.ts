import { expect, test } from "bun:test"
import { free } from "./Freed.ts"

test("the whole buffer of bytes is freed, once; shared memory is kept", () => {
  const bytes = new Uint8Array(100)
  free(bytes.subarray(10, 20))
  free(bytes)
  expect([bytes.length, bytes.buffer.detached]).toEqual([0, true])
  const shared = new Uint8Array(new SharedArrayBuffer(100))
  free(shared)
  expect(shared.length).toBe(100)
})
