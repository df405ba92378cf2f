import { heapSize } from "bun:jsc"
import { expect, test } from "bun:test"
import * as IdleHeap from "./IdleHeap.ts"

const megabyte = 1024 * 1024

test("what jobs have left is given back once there are none for a while", async () => {
  const collectLater = IdleHeap.make()
  const before = heapSize()
  const held = Array.from({ length: 64 }, () => new Uint8Array(megabyte))
  expect(heapSize() - before).toBeGreaterThan(32 * megabyte)
  held.length = 0
  collectLater()
  await Bun.sleep(2000)
  expect(heapSize() - before).toBeLessThan(16 * megabyte)
})
