import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { compile } from "./Expression.ts"

const found = (source: string, text: string) => Either.getOrThrow(compile(source)).isIn(text)

test.each([
  ["b", "abc", true],
  ["B", "abc", false],
  ["(?i)B", "abc", true],
  ["^b", "abc", false],
  ["a.c", "a\nc", false],
  ["(?s)a.c", "a\nc", true],
  ["a$", "a\n", false],
  ["^.$", "😀", true],
  ["", "", true],
  ["\\Q(\\E", "(", true],
  [String.raw`^\p{Lu}+$`, "ÄB", true],
  ["[[:digit:]]{2}", "a12", true]
])("%p is found in %p: %p", (source, text, expected) => {
  expect(found(source, text)).toBe(expected)
})

test.each([
  "(?:[)]aaaaaaaaaaaaaaaaaaaaaaaaa){999}",
  "(?:aaaaaaaaaaaaaaaaaaaaaaaaa[(]a){999}",
  String.raw`(?:\)aaaaaaaaaaaaaaaaaaaaaaaaa\(){999}`,
  String.raw`(?:\Q)aaaaaaaaaaaaaaaaaaaaaaa(\E){999}`,
  "(?:((((a{10}){10}){10}))b{30}){33}",
  "a{1000}b{0,1000}".repeat(10),
  "(?:a?){1000}".repeat(10),
  `(?:${"(){1000}".repeat(100)})`,
  `(?:${"a".repeat(400)})(?i){600}`,
  `(?:${"a".repeat(400)})?(?i){600}`,
  String.raw`(?:${"a".repeat(400)})\Q\E{400}`,
  `(?i)[${"a-\ufffd".repeat(300)}]`,
  String.raw`(?i)[${String.raw`B-\x{1e900}`.repeat(80)}]`,
  String.raw`(?i)${String.raw`\pL`.repeat(330)}`
])("an expression that compiles to too much is refused: %p", (source) => {
  expect(Either.getOrThrow(Either.flip(compile(source)))).toContain("more than 2,000 instructions")
})

test.each(["[a{1000}]{9}", String.raw`a\{1000}{9}`, String.raw`\Q{1000}{1000}{1000}\E`, "a{1000", "(((a)))"])(
  "a number that repeats nothing does not count: %p",
  (source) => {
    expect(Either.getOrThrow(compile(source)).size).toBeLessThan(100)
  }
)

test.each(["(?:a){1000}", "(?:ab){900}", "(?P<a>a){600}", "(?i)[a-zÀ-ÿ]{900}", String.raw`\p{Lu}{900}`])(
  "an expression that just compiles to few enough is taken: %p",
  (source) => {
    expect(Either.getOrThrow(compile(source)).size).toBeWithin(900, 2001)
  }
)

test("matching takes linear time for expressions on which backtracking engines take exponential time", () => {
  expect(found("(a+)+$", `${"a".repeat(50_000)}b`)).toBeFalse()
  expect(found("(?:a?){30}a{30}c", "a".repeat(50_000))).toBeFalse()
})
