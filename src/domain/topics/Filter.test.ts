import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { parseFilter, parseOrder } from "./Filter.ts"

const read = (text: string) => Either.getOrElse(parseFilter(text), ({ details }): unknown => details)

const compare = (field: string, operator: string, value: unknown) => ({ kind: "compare", field, operator, value })

test.each([
  ["topic_status eq 'Open'", compare("topic_status", "eq", "Open")],
  ["title eq 'It''s (a) test: and/or'", compare("title", "eq", "It's (a) test: and/or")],
  ["priority ne null", compare("priority", "ne", null)],
  ["index ge 3", compare("index", "ge", 3)],
  [
    "creation_date gt 2026-04-28T16:31:12.5+02:00",
    compare("creation_date", "gt", Date.UTC(2026, 3, 28, 14, 31, 12, 500))
  ],
  ["creation_date gt 2026-04-28T16:31:12+0200", compare("creation_date", "gt", Date.UTC(2026, 3, 28, 14, 31, 12))],
  ["modified_date lt 2026-04-28T16:31:12", compare("modified_date", "lt", Date.UTC(2026, 3, 28, 16, 31, 12))],
  ["due_date le '2026-04-28'", compare("due_date", "le", Date.UTC(2026, 3, 28))],
  ["labels/any(label: label eq 'Fire')", { kind: "label", operator: "eq", value: "Fire" }],
  ["labels/any(l:l eq 'Fire')", { kind: "label", operator: "eq", value: "Fire" }],
  ["not (index eq 1)", { kind: "not", part: compare("index", "eq", 1) }]
])("%s is read", (text, condition) => {
  expect(read(text)).toEqual(condition)
})

test("and binds closer than or, parentheses closest", () => {
  const [a, b, c] = [1, 2, 3].map((number) => compare("index", "eq", number))
  expect(read("index eq 1 or index eq 2 and index eq 3")).toEqual({
    kind: "or",
    parts: [a, { kind: "and", parts: [b, c] }]
  })
  expect(read("(index eq 1 or index eq 2)and index eq 3")).toEqual({
    kind: "and",
    parts: [{ kind: "or", parts: [a, b] }, c]
  })
})

test.each([
  ["", `$filter: topics have no member "" to filter by.`],
  ["colour eq 'red'", `$filter: topics have no member "colour" to filter by.`],
  ["title is 'a'", `$filter: "is" is not one of eq, ne, gt, ge, lt, le.`],
  ["title eq 3", "$filter: title is compared with a text in single quotes."],
  ["index eq '3'", "$filter: index is compared with a number."],
  ["due_date eq 'soon'", "$filter: due_date is compared with a date such as 2026-04-28T16:31:12Z."],
  ["title eq 'a' title", `$filter: "title" is unexpected.`],
  ["(title eq 'a'", `$filter: ")" is missing before "".`],
  ["title eq 'a", `$filter: " 'a" cannot be read.`],
  ["labels eq 'a'", `$filter: "/" is missing before "eq".`],
  ["(".repeat(33) + "index eq 1" + ")".repeat(33), "$filter: A filter of topics has at most 32 levels."],
  ["not ".repeat(33) + "index eq 1", "$filter: A filter of topics has at most 32 levels."],
  [
    Array.from({ length: 300 }, () => "index eq 1").join(" or "),
    "$filter: A filter of topics has at most 1,000 words and signs."
  ]
])("%s is refused", (text, details) => {
  expect(read(text)).toBe(details)
})

test("the time to read a filter grows with its length", () => {
  const long = `title eq '${"''".repeat(100_000)}'`
  expect(read(long)).toEqual(compare("title", "eq", "'".repeat(100_000)))
  expect(String(read(`${"x".repeat(200_000)} eq 'a'`))).toContain("topics have no member")
})

test("orders name members and directions", () => {
  expect(parseOrder("creation_date desc, title")).toEqual(
    Either.right([
      { field: "creation_date", descending: true },
      { field: "title", descending: false }
    ])
  )
  expect(Either.isLeft(parseOrder("labels"))).toBe(true)
  expect(Either.isLeft(parseOrder("title up"))).toBe(true)
  expect(Either.isLeft(parseOrder("title,title,title,title,title,title"))).toBe(true)
})
