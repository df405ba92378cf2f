import { afterEach, expect, spyOn, test } from "bun:test"
import * as IdleHeap from "./IdleHeap.ts"

const gc = spyOn(Bun, "gc")
afterEach(() => {
  gc.mockClear()
})

const collections = async (...jobs: ReadonlyArray<number>): Promise<number> => {
  const collectLater = IdleHeap.make()
  for (const worked of jobs) collectLater(worked)
  expect(gc).not.toHaveBeenCalled()
  await Bun.sleep(1300)
  return gc.mock.calls.length
}

test("what jobs have left is collected once there are none for a while", async () => {
  expect(await collections(20, 20, 20)).toBe(1)
})

test("for little work nothing is", async () => {
  expect(await collections(20, 20)).toBe(0)
})
