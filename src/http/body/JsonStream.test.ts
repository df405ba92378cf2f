import { expect, test } from "bun:test"
import { Effect } from "effect"
import { nextTurn } from "../../runtime/EventLoop.ts"
import { arrayPieces, jsonStream, objectPieces } from "./JsonStream.ts"

test("what is written piece by piece is the same as what is written at once", async () => {
  for (const list of [[], ["a"], Array.from({ length: 20_000 }, (_, i) => `Größe ${i}`)]) {
    const response = jsonStream(arrayPieces(list, (item) => JSON.stringify(item)))
    expect(response.headers.get("content-type")).toBe("application/json")
    expect(await response.json()).toEqual(list)
  }
})

test("objects with lists are written as they are at once, lists in lists too", async () => {
  const plain = (text: string) => JSON.stringify(text)
  for (const head of [{}, { name: 'a "b"', none: null }]) {
    for (const lists of [[], [["a", "b"], [], ["Größe"]]]) {
      const inner = (list: ReadonlyArray<string>) => objectPieces({}, { items: arrayPieces(list, plain) })
      const pieces = objectPieces(head, { lists: arrayPieces(lists, inner), "last one": arrayPieces([], plain) })
      expect(await jsonStream(pieces).text()).toBe(
        JSON.stringify({ ...head, lists: lists.map((items) => ({ items })), "last one": [] })
      )
    }
  }
  expect(await jsonStream(objectPieces({}, {})).text()).toBe("{}")
})

test("pieces are made when the client takes them, and no more once it has gone", async () => {
  let made = 0
  let ended = false
  function* pieces() {
    try {
      for (;;) {
        made++
        yield "x".repeat(1024)
      }
    } finally {
      ended = true
    }
  }
  const reader = jsonStream(pieces()).body!.getReader()
  await reader.read()
  expect(made).toBeGreaterThan(0)
  expect(made).toBeLessThan(200)
  await reader.cancel()
  const before = made
  for (let i = 0; i < 10; i++) await Effect.runPromise(nextTurn)
  expect([made, ended]).toEqual([before, true])
})

test("the event loop turns between two chunks", async () => {
  let turns = 0
  const turn = () => {
    turns++
    if (turns < 1_000_000) timer = setImmediate(turn)
  }
  let timer = setImmediate(turn)
  let chunks = 0
  for await (const _ of jsonStream(arrayPieces(Array(100_000).fill(1), () => '"some text"')).body!) chunks++
  clearImmediate(timer)
  expect(chunks).toBeGreaterThan(10)
  expect(turns).toBeGreaterThanOrEqual(chunks - 1)
})
