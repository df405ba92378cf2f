import { expect, test } from "bun:test"
import * as TurnQueue from "./TurnQueue.ts"

const unlimited: TurnQueue.Limits = { ofUser: Infinity, inAll: Infinity }

/** A queue whose items begin with the letters of their users. */
const world = (limits = unlimited) => {
  const queue = TurnQueue.make<string>(limits)
  return {
    queue,
    offer: (...items: ReadonlyArray<string>) => items.map((item) => queue.offer(item[0]!, item)),
    taken: (count: number) => Array.from({ length: count }, () => queue.take())
  }
}

test("users take turns, however many requests of one user wait", () => {
  const { offer, taken } = world()
  offer("a1", "a2", "a3", "a4", "b1", "b2", "c1")
  expect(taken(8)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4", undefined])
})

test("a user who returns after a while precedes users who have had turns since", () => {
  const { offer, queue, taken } = world()
  for (const user of ["a", "m", "o", "s"]) queue.passed(user)
  offer("s", "o", "m")
  offer("a", "b")
  expect(taken(6)).toEqual(["b", "a", "m", "o", "s", undefined])
})

test("new users who arrive one after the other delay nobody for more than 64 turns", () => {
  const { queue } = world()
  queue.passed("a")
  queue.offer("a", "a")
  const order: Array<string | undefined> = []
  for (let turn = 0; turn < 100; turn++) {
    queue.offer(`new ${turn}`, `new ${turn}`)
    order.push(queue.take())
  }
  expect(order.indexOf("a")).toBeGreaterThan(32)
  expect(order.indexOf("a")).toBeLessThanOrEqual(64)
})

test("a blocked request delays nobody, and a removed one gets no turn", () => {
  const { offer, queue } = world()
  offer("a", "b", "c")
  queue.remove("c", "c")
  expect(queue.take((user) => user !== "a")).toBe("b")
  expect(queue.take((user) => user === "c")).toBeUndefined()
  expect(queue.take()).toBe("a")
})

test("the number of waiting requests is limited, of one user and of all users", () => {
  const { offer, queue } = world({ ofUser: 2, inAll: 3 })
  expect(offer("a1", "a2", "a3", "b1", "b2")).toEqual([true, true, false, true, false])
  expect(queue.take()).toBe("a1")
  expect(offer("b2")).toEqual([true])
})
