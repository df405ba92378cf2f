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

test("garbage is collected after a period without jobs", async () => {
  expect(await collections(20, 20, 20)).toBe(1)
})

test("the heap is collected if it has grown by 128 MB since its minimum, or by 16 MB in ten seconds", () => {
  const seen = [100, 200, 90, 210, 219, 300, 340, 100, 110, 127, 140] as const
  const seconds = [0, 1, 2, 3, 4, 5, 6, 7, 15, 16, 17] as const
  let at = 0
  const look = Garbage.look({ bytes: () => seen[at]! * 1024 * 1024, now: () => seconds[at]! * 1000 })
  const collected = seen.flatMap((megabytes, i) => {
    const before = gc.mock.calls.length
    at = i
    look()
    return gc.mock.calls.length > before ? [megabytes] : []
  })
  expect(collected).toEqual([219, 127])
})

test("a heap that has hardly grown is not collected", async () => {
  expect(await collections(20, 20)).toBe(0)
})
