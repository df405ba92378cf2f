/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { headOf } from "./Head.ts"
import { readEvents } from "./ReadEvents.ts"

test("events are read from pieces, without comments and without what has not arrived whole", () => {
  const first = readEvents('retry: 2000\n\n:\n\nid: 7\nevent: operation.ended\ndata: {"id":"7"}\n\nid: 8\nevent: che')
  expect(first).toEqual({ events: [{ id: "7", type: "operation.ended" }], rest: "id: 8\nevent: che" })
  expect(readEvents(`${first.rest}ck.ended\n\n`)).toEqual({ events: [{ id: "8", type: "check.ended" }], rest: "" })
})

/** A feed as the service pages it: from `oldest` to `newest`, with events that the user does not see. */
const feed = (oldest: number, newest: number, isSeen: (id: number) => boolean = () => true) => {
  let asked = 0
  const ask = async (after: string | null, limit: number) => {
    asked += 1
    const events: Array<number> = []
    let next = Number(after ?? oldest - 1)
    for (let id = next + 1; id <= newest && events.length < limit; id++) {
      next = id
      if (isSeen(id)) events.push(id)
    }
    return { events, next: String(next) }
  }
  return { ask, count: () => asked }
}

test.each([
  ["no events", 1, 0],
  ["one event", 1, 1],
  ["fewer than a page", 1, 150],
  ["exactly a page", 1, 201],
  ["many", 501, 100_000],
  ["very many", 1, 3_000_000]
])("the newest event is found among %s", async (_, oldest, newest) => {
  const { ask, count } = feed(oldest, newest)
  expect(await headOf(ask)).toBe(String(newest))
  expect(count()).toBeLessThan(30)
})

test("events that the user does not see hide no newer ones, and may be the newest", async () => {
  expect(await headOf(feed(1, 90_000, (id) => id % 1000 === 7).ask)).toBe("90000")
  expect(await headOf(feed(1, 90_000, () => false).ask)).toBe("90000")
  expect(await headOf(async () => null)).toBeNull()
})
