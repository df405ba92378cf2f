import { expect, test } from "bun:test"
import { leastCharacters, mostBytes, passwordFault, prepared } from "./Password.ts"

test.each([
  ["the shortest", "x".repeat(leastCharacters), true],
  ["one character less", "x".repeat(leastCharacters - 1), false],
  ["the longest", "x".repeat(mostBytes), true],
  ["one byte more", "x".repeat(mostBytes + 1), false],
  ["the longest of two bytes each", "ü".repeat(mostBytes / 2), true],
  ["one of those more", "ü".repeat(mostBytes / 2 + 1), false],
  ["eight characters beyond the basic plane", "🏗".repeat(8), true],
  ["four of them, which are eight units", "🏗".repeat(4), false],
  ["blanks", " ".repeat(8), true],
  ["NUL", `12345678\0`, false],
  ["half of a character", "12345678\ud800", false]
])("%s: a password is %p", (_, text, isGood) => expect(passwordFault(text) === null).toBe(isGood))

test("different Unicode forms of a password are equal", () => {
  expect(prepared("Mu\u0308ller")).toBe(prepared("M\u00fcller"))
})
