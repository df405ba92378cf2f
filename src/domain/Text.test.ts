import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { compareNames, Description, Name } from "./Text.ts"

const reads = (schema: Schema.Schema<string>, text: string) =>
  Either.getOrNull(Schema.decodeUnknownEither(schema)(text))

describe("names", () => {
  test.each([
    ["spaces around it are cut off", "  Town hall ", "Town hall"],
    ["255 characters are read", "x".repeat(255), "x".repeat(255)],
    ["255 characters of two units each are read", "🏠".repeat(255), "🏠".repeat(255)],
    ["an empty one is refused", "", null],
    ["one of spaces is refused", "  ", null],
    ["256 characters are refused", "x".repeat(256), null],
    ["256 characters of two units each are refused", "🏠".repeat(256), null],
    ["NUL is refused", "a\0b", null],
    ["a lone surrogate is refused", "a\ud800b", null]
  ])("%s", (_, text, name) => expect(reads(Name, text)).toBe(name))
})

test("a description keeps its spaces and ends at 4,000 characters", () => {
  expect(reads(Description, " x ")).toBe(" x ")
  expect(reads(Description, "é".repeat(4001))).toBeNull()
})

test("names are ordered by code points of the lower-cased text, then of the text, then by id", () => {
  const names = ["b", "A", "a", "B", "\u{1F3E0}", "\uFFFD", "é", "z"].map((name, i) => [name, String(i)] as const)
  expect(names.toSorted(compareNames).map(([name]) => name)).toEqual([
    "A",
    "a",
    "B",
    "b",
    "z",
    "é",
    "\uFFFD",
    "\u{1F3E0}"
  ])
  expect(
    [
      ["x", "10"],
      ["x", "9"]
    ].toSorted((a, b) => compareNames([a[0]!, a[1]!], [b[0]!, b[1]!]))[0]
  ).toEqual(["x", "9"])
})
