import { expect, test } from "bun:test"
import { jsonPieces } from "./JsonPieces.ts"

test("the pieces together are the object, and a piece of several entries is shorter than 64 KB", () => {
  const long = "x".repeat(20_000)
  const lists = {
    none: [],
    few: [1, 2],
    many: Array.from({ length: 50_000 }, (_, i) => i),
    long: [long, long, long, long, long]
  }
  const pieces = [...jsonPieces({ a: 1, b: [2] }, lists)]
  expect(JSON.parse(pieces.join(""))).toEqual({ a: 1, b: [2], ...lists })
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(64 * 1024)
  expect(JSON.parse([...jsonPieces({}, { list: new Set(["a"]) })].join(""))).toEqual({ list: ["a"] })
  expect(JSON.parse([...jsonPieces({}, {})].join(""))).toEqual({})
})
