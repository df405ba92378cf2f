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

test("users take turns, however much one of them has waiting", () => {
  const { offer, taken } = world()
  offer("a1", "a2", "a3", "a4", "b1", "b2", "c1")
  expect(taken(8)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4", undefined])
})

test("who comes after a while goes before those who have had turns since, in the order in which these had them", () => {
  const { offer, queue, taken } = world()
  for (const user of ["a", "m", "o", "s"]) queue.passed(user)
  offer("s", "o", "m")
  offer("a", "b")
  expect(taken(6)).toEqual(["b", "a", "m", "o", "s", undefined])
})

test("users who come for the first time, one after the other, keep nobody waiting for more than 64 turns", () => {
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

test("who may not pass keeps nobody waiting, and what is taken out has no turn", () => {
  const { offer, queue } = world()
  offer("a", "b", "c")
  queue.remove("c", "c")
  expect(queue.take((user) => user !== "a")).toBe("b")
  expect(queue.take((user) => user === "c")).toBeUndefined()
  expect(queue.take()).toBe("a")
})

test("no more wait than the limits say, of one user and in all", () => {
  const { offer, queue } = world({ ofUser: 2, inAll: 3 })
  expect(offer("a1", "a2", "a3", "b1", "b2")).toEqual([true, true, false, true, false])
  expect(queue.take()).toBe("a1")
  expect(offer("b2")).toEqual([true])
})
