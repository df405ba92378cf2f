import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { compilePattern } from "./XsdPattern.ts"

const matches = (source: string, text: string): boolean => Either.getOrThrow(compilePattern(source)).matches(text)
const reasonOf = (source: string): string => Either.getOrThrow(Either.flip(compilePattern(source)))

test.each([
  ["a", "a", "ba", "ab"],
  ["DT[0-9]{2}", "DT01", "XDT01", "DT012"],
  ["^a$", "^a$", "a"],
  ["a|bc", "bc", "ac", "abc"],
  ["(ab)+", "abab", "aba"],
  ["[A-Z-[IO]]", "H", "I", "O"],
  ["[\\p{L}-[a-z-[x]]]", "x", "y"],
  ["[^a-c]", "d", "b"],
  ["[^a-z-[A]]", "B", "A", "b"],
  ["[a-]", "-", "b"],
  ["[-a]", "-", "b"],
  ["[+--]", ",", "."],
  ["\\d+", "1२", "a"],
  ["\\D", "a", "२"],
  ["\\w+", "Größe1", "a b", "a-b"],
  ["\\i\\c*", "_a-1.b", "1a", "-a"],
  ["\\I\\C", "1 ", "a "],
  ["\\p{Lu}\\P{Lu}", "Äa", "aa"],
  ["\\p{IsBasicLatin}+", "abc", "abcä"],
  ["\\P{IsGreek}", "a", "α"],
  ["a.c", "a😀c", "a\nc", "a\rc"],
  ["\\s", "\t", "\u00a0"],
  ["a{2}", "aa", "a", "aaa"],
  ["a{2,}", "aaa", "a"],
  ["a{1,2}", "aa", "aaa"],
  ["a{0}", "", "a"],
  ["\\.\\\\\\|\\-\\^\\?\\*\\+\\{\\}\\(\\)\\[\\]", ".\\|-^?*+{}()[]", "."],
  ["a\\/b", "a/b", "ab"],
  ["", "", "a"]
])("the pattern %j matches %j and not what follows", (source, text, ...others) => {
  expect(matches(source, text)).toBe(true)
  for (const other of others) expect(matches(source, other as string)).toBe(false)
})

test.each([
  ["a+?", "lazy"],
  ["a{2}{3}", "repetition"],
  ["(?:a)", "(?"],
  ["(a", "no ) after"],
  ["a)", "no ( before"],
  ["[]", "empty"],
  ["[a", "ends too early"],
  ["[z-a]", "wrong order"],
  ["[a-\\d]", "a class"],
  ["[a[b]", "stands in a class"],
  ["a{,2}", "number of repetitions"],
  ["a{3,2}", "wrong order"],
  ["a{1001}", "1,000 times"],
  ["*a", "follows nothing"],
  ["a]", "stands alone"],
  ["\\b", "\\b"],
  ["\\1", "\\1"],
  ["\\p{Nope}", "no category"],
  ["\\p{IsNope}", "no category"],
  ["a\\", "ends too early"],
  ["x".repeat(1001), "over 1,000 characters"],
  ["(((a{100}){100}){100})", "10,000 instructions"],
  ["(".repeat(300) + ")".repeat(300), "deeper"]
])("the pattern %j is refused with the reason", (source, reason) => {
  expect(reasonOf(source)).toContain(reason)
})

test("nested repetitions take time in proportion to the text", () => {
  // The regular expressions of JavaScript would take some 2^40 steps for this text.
  expect(matches("(a+)+b", "a".repeat(40))).toBe(false)
  expect(matches("(a|aa)+(a*)*b", "a".repeat(10_000))).toBe(false)
})

/** Patterns that have the same meaning in JavaScript if they have the flag v and are anchored. */
const alphabet = ["a", "b", "A", "1", " ", "-", ".", "é"]
const pieces = ["a", "b", ".", "[ab]", "[^a]", "\\d", "\\w", "(a|b)", "(ab)", "[a-b-[b]]", "[^a-b]"]
const inJavaScript = new Map([
  [".", "[^\\n\\r]"],
  ["\\d", "\\p{Nd}"],
  ["\\w", "[^\\p{P}\\p{Z}\\p{C}]"],
  ["[a-b-[b]]", "[[a-b]--[b]]"]
])

test("random patterns match the same as in JavaScript", () => {
  let seed = 7
  const random = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * most)
  }
  for (let i = 0; i < 2000; i++) {
    const parts = Array.from({ length: 1 + random(4) }, () => {
      const piece = pieces[random(pieces.length)]!
      return [piece, ["", "", "*", "+", "?", "{1,2}"][random(6)]!] as const
    })
    const source = parts.map(([piece, times]) => piece + times).join("")
    const same = parts.map(([piece, times]) => (inJavaScript.get(piece) ?? piece) + times).join("")
    const text = Array.from({ length: random(6) }, () => alphabet[random(alphabet.length)]!).join("")
    expect([source, text, matches(source, text)]).toEqual([source, text, new RegExp(`^(?:${same})$`, "v").test(text)])
  }
})
