import { afterEach, expect, spyOn, test } from "bun:test"
import * as Garbage from "./Garbage.ts"

const gc = spyOn(Bun, "gc")
afterEach(() => {
  gc.mockClear()
})

const collections = async (...jobs: ReadonlyArray<number>): Promise<number> => {
  const collectLater = Garbage.afterJobs()
  for (const worked of jobs) collectLater(worked)
  expect(gc).not.toHaveBeenCalled()
  await Bun.sleep(1300)
  return gc.mock.calls.length
}

test("what jobs have left is collected once there are none for a while", async () => {
  expect(await collections(20, 20, 20)).toBe(1)
})

test("a heap is collected each time that it has grown by 128 MB since it held least, or since it was collected", () => {
  const megabytes = [100, 200, 90, 210, 219, 300, 340, 100, 200, 230]
  let at = 0
  const look = Garbage.look(() => (megabytes[at++] ?? 0) * 1024 * 1024)
  const collected = megabytes.slice(1).filter(() => {
    const before = gc.mock.calls.length
    look()
    return gc.mock.calls.length > before
  })
  expect(collected).toEqual([219, 230])
})

test("for little work nothing is", async () => {
  expect(await collections(20, 20)).toBe(0)
})
