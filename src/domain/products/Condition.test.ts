import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { limits } from "../Limits.ts"
import * as Condition from "./Condition.ts"
import * as Filter from "./Filter.ts"

const leaf = { property: "Name", operator: "Equals", value: "a" }
const parsed = (input: unknown) => Either.getOrThrow(Condition.parse(input))
const fault = (input: unknown): string => {
  const { index, reason } = Either.getOrThrow(Either.flip(Condition.parse(input)))
  return `${index} ${reason}`
}
/** Returns a condition of this many levels. */
const nested = (levels: number): unknown => {
  let node: unknown = leaf
  for (let i = 1; i < levels; i++) node = { not: node }
  return node
}

test("a tree keeps its shape, and each leaf has its place in the body", () => {
  const sent = { and: [leaf, { or: [{ NOT: leaf }, { And: [] }] }] }
  expect(parsed(sent)).toEqual({
    and: [{ ...leaf, at: "/where/and/0" }, { or: [{ not: { ...leaf, at: "/where/and/1/or/0/not" } }, { and: [] }] }]
  } as Condition.Condition)
  expect(Condition.sentForm(parsed(sent)!)).toEqual({ and: [leaf, { or: [{ not: leaf }, { and: [] }] }] })
  expect(Condition.leavesOf(parsed(sent)!).map(({ at }) => at)).toEqual(["/where/and/0", "/where/and/1/or/0/not"])
})

test.each([undefined, null])("there is no condition if the tree is %p", (input) => {
  expect(parsed(input)).toBeUndefined()
})

test("members and operators match without regard to case, unknown members are ignored", () => {
  expect(parsed({ PROPERTY: "A", Operator: "greaterTHAN", vaLue: 1, comment: "x" })).toEqual({
    property: "A",
    operator: "GreaterThan",
    value: 1,
    at: "/where"
  })
  expect(Condition.sentForm(parsed({ property: "A", operator: "exists", value: 3 })!)).toEqual({
    property: "A",
    operator: "Exists"
  })
})

test.each([
  ["Equals", null],
  ["NotEquals", true],
  ["In", ["a", 1, null]],
  ["NotIn", []],
  ["Contains", 12],
  ["Contains", ""],
  ["GreaterThan", 1.5],
  ["GreaterThanOrEquals", "1.5"],
  ["LessThan", "b"],
  ["LessThanOrEquals", ""],
  ["Between", [1, "2"]],
  ["StartsWith", "a"],
  ["EndsWith", "a"],
  ["Matches", "(?i)^a.*b$"]
])("%s takes %p", (operator, value) => {
  expect(parsed({ property: "A", operator, value })).toMatchObject({ operator, value })
})

test.each([
  ["Equals", ["a"]],
  ["In", "a"],
  ["NotIn", [{}]],
  ["Contains", null],
  ["GreaterThan", null],
  ["GreaterThan", true],
  ["LessThan", [1]],
  ["LessThanOrEquals", { a: 1 }],
  ["Between", 1],
  ["Between", [1]],
  ["Between", [1, 2, 3]],
  ["Between", [1, null]],
  ["StartsWith", 1],
  ["EndsWith", null],
  ["Matches", 1],
  ["Matches", "("],
  ["Matches", "a(?=b)"],
  ["Matches", "a".repeat(1001)],
  ["Matches", "(a{1000}){1000}"],
  ["Matches", "a{1000}".repeat(20)],
  ["Equals", "a".repeat(64 * 1024 + 1)],
  ["StartsWith", "a".repeat(64 * 1024 + 1)],
  ["Between", ["a", "a".repeat(64 * 1024 + 1)]]
])("%s does not take a wrong value: %#", (operator, value) => {
  expect(fault({ and: [leaf, { property: "A", operator, value }] })).toStartWith("/where/and/1 ")
})

test("IsA applies only to Class, Below only to SpatialLocation and Code", () => {
  expect(parsed({ property: "Class", operator: "IsA", value: "Wall" })).toBeDefined()
  expect(parsed({ property: "Code", operator: "Below", value: "21" })).toBeDefined()
  expect(parsed({ property: "SpatialLocation", operator: "Below", value: "Floor" })).toBeDefined()
  expect(fault({ property: "Name", operator: "IsA", value: "Wall" })).toBe("/where IsA compares Class alone")
  expect(fault({ property: "Code.Name", operator: "Below", value: "a" })).toContain("Below compares")
})

test.each([
  ["/where neither", {}],
  ["/where not an object", []],
  ["/where not an object", "a"],
  ["/where one of and, or, not", { and: [], or: [] }],
  ["/where one of and, or, not", { and: [], ...leaf }],
  ["/where and stands twice", { and: [], AND: [] }],
  ["/where and takes an array", { and: {} }],
  ["/where/not not an object", { not: [] }],
  ["/where/or/1 neither", { or: [leaf, {}] }],
  ["/where property is not a text", { operator: "Equals", value: 1 }],
  ["/where operator is not a text", { property: "A", value: 1 }],
  ["/where value is missing", { property: "A", operator: "Equals" }],
  ["/where/and/0/not unknown operator", { and: [{ not: { ...leaf, operator: "Like" } }] }]
])("a wrong node is named by its pointer: %s", (message, input) => {
  expect(fault(input)).toStartWith(message)
})

describe("limits", () => {
  test("16 levels are accepted, 17 are refused, and a million do not exhaust the stack", () => {
    expect(parsed(nested(limits.conditionLevels.most))).toBeDefined()
    expect(fault(nested(limits.conditionLevels.most + 1))).toContain("levels deep")
    expect(fault(nested(1_000_000))).toContain("levels deep")
  })

  test("200 leaves are accepted, 201 are refused", () => {
    const of = (count: number) => ({ and: Array.from({ length: count }, () => leaf) })
    expect(Condition.leavesOf(parsed(of(200))!)).toHaveLength(200)
    expect(fault(of(201))).toBe("/where/and/200 more than 200 comparisons")
  })

  test("filters and leaves share 10,000 values", () => {
    const filters = Either.getOrThrow(
      Filter.parse([{ property: "A", operator: "In", value: Array.from({ length: 9_998 }, () => 1) }])
    )
    const exists = { property: "A", operator: "Exists" }
    const accepted = (count: number) =>
      Condition.accept(parsed({ and: [exists, ...Array.from({ length: count }, () => leaf)] }), filters)
    expect(Either.isRight(accepted(2))).toBeTrue()
    expect(Either.getOrThrow(Either.flip(accepted(3)))).toMatchObject({ index: "/where/and/3" })
    expect(fault({ ...leaf, operator: "In", value: Array.from({ length: 10_001 }, () => 1) })).toContain("10,000")
  })

  test("all expressions of a condition share 2,000 instructions", () => {
    const matches = { property: "A", operator: "Matches", value: "a{170}" }
    const of = (count: number) => ({ or: Array.from({ length: count }, () => matches) })
    expect(parsed(of(11))).toBeDefined()
    expect(fault(of(12))).toContain("/where/or/11 the expressions compile to more than 2,000")
  })
})

test.each([
  { property: "Na\0me", operator: "Exists" },
  { property: "Name", operator: "StartsWith", value: "\ud800" },
  { property: "Name", operator: "Between", value: ["a", "b\0"] }
])("NUL and lone surrogates are refused by the place of their leaf: %#", (wrong) => {
  const accepted = Condition.accept(parsed({ and: [leaf, { not: wrong }] }), Filter.noFilters)
  expect(Either.getOrThrow(Either.flip(accepted))).toMatchObject({
    index: "/where/and/1/not",
    reason: "holds NUL or a lone surrogate"
  })
})
