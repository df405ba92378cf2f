import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { accept, parse, SentFilters } from "./Filter.ts"
import { CalculateQuantities } from "../operations/Operation.ts"

const equals = (value: unknown): object => ({ property: "Name", operator: "Equals", value })

const parsed = (sent: unknown): ReadonlyArray<unknown> => Either.getOrThrow(parse(sent))

describe("parsing filters", () => {
  test.each([
    ["absent", undefined],
    ["null", null],
    ["an empty list", []],
    ["an empty map", {}]
  ])("%s: no filter", (_, input) => {
    expect(parsed(input)).toEqual([])
  })

  test("each entry of a map is a Contains filter, and its keys are exact", () => {
    expect(parsed({ Class: "Wall", class: 1, Property: true })).toEqual([
      { property: "Class", operator: "Contains", value: "Wall" },
      { property: "class", operator: "Contains", value: 1 },
      { property: "Property", operator: "Contains", value: true }
    ])
  })

  test("members and operators match without regard to case, unknown members are ignored", () => {
    const sent = [{ Property: "A", OPERATOR: "notEQUALS", vaLue: 1, other: 2 }]
    expect(parsed(sent)).toEqual([{ property: "A", operator: "NotEquals", value: 1 }])
  })

  test.each<[string, unknown, number]>([
    ["a text", "Name=1", 0],
    ["a number", 5, 0],
    ["a filter that is no object", [equals(1), "x"], 1],
    ["a filter that is a list", [[]], 0],
    ["no property", [{ operator: "Equals", value: 1 }], 0],
    ["a property that is no text", [{ property: 1, operator: "Equals", value: 1 }], 0],
    ["no operator", [{ property: "A", value: 1 }], 0],
    ["an unknown operator", [equals(1), { property: "A", operator: "Like", value: 1 }], 1],
    ["no value", [{ property: "A", operator: "Equals" }], 0],
    ["one member in two spellings", [{ property: "A", Property: "A", operator: "Equals", value: 1 }], 0],
    ["Equals with a list", [equals([1])], 0],
    ["Equals with an object", [equals({})], 0],
    ["Equals with infinity", [equals(Number.POSITIVE_INFINITY)], 0],
    ["In without a list", [{ property: "A", operator: "In", value: "x" }], 0],
    ["NotIn with null", [{ property: "A", operator: "NotIn", value: null }], 0],
    ["In with a list in the list", [{ property: "A", operator: "In", value: [1, [2]] }], 0],
    ["Contains null", [{ property: "A", operator: "Contains", value: null }], 0],
    ["a map with null", { A: "x", B: null }, 1],
    ["a map with a list", { A: ["x"] }, 0],
    ["101 filters", Array.from({ length: 101 }, () => equals(1)), 100],
    ["10,001 values", [equals(1), { property: "A", operator: "In", value: Array(10_000).fill(1) }], 1],
    ["a text over 64 KB", [equals("x".repeat(65_537))], 0],
    ["a text over 64 KB in a list", [{ property: "A", operator: "In", value: ["é".repeat(32_769)] }], 0],
    ["a property over 64 KB", [{ property: "x".repeat(65_537), operator: "Equals", value: 1 }], 0]
  ])("%s is refused by its index", (_, input, index) => {
    const parsed = parse(input)
    expect(Either.isLeft(parsed) && parsed.left._tag).toBe("InvalidFilter")
    expect(Either.isLeft(parsed) && parsed.left.index).toBe(index)
  })

  test("100 filters, 10,000 values and 64 KB are accepted", () => {
    expect(Either.isRight(parse(Array.from({ length: 100 }, () => equals(1))))).toBe(true)
    expect(Either.isRight(parse([{ property: "A", operator: "In", value: Array(10_000).fill(1) }]))).toBe(true)
    expect(Either.isRight(parse([equals("x".repeat(65_536))]))).toBe(true)
  })
})

test("filters are parsed when the body is decoded; a fault is reported when they are used", () => {
  const decode = Schema.decodeUnknownSync(SentFilters)
  expect(Either.getOrThrow(accept(decode({ Class: "Wall" })))).toHaveLength(1)
  // Errors from other threads are plain objects without their class.
  const refused = accept(structuredClone(decode([equals(1), "x"])))
  expect(Either.isLeft(refused) && refused.left).toMatchObject({
    _tag: "InvalidFilter",
    index: 1,
    reason: "not an object"
  })
})

test.each<[string, unknown, number]>([
  ["NUL in a value", [equals(1), equals("a\0")], 1],
  ["a lone surrogate in a value", [equals("\ud800")], 0],
  ["a lone surrogate in a list", [{ property: "A", operator: "In", value: [1, "\udc00"] }], 0],
  ["NUL in the name of a property", { "A\0": "x" }, 0]
])("%s is refused, but stays readable in what is stored", (_, sent, index) => {
  const filters = Schema.decodeUnknownSync(SentFilters)(sent)
  expect(Either.getOrThrow(Either.flip(accept(filters)))).toMatchObject({
    index,
    reason: "holds NUL or a lone surrogate"
  })
  expect(Either.isRight(parse(sent))).toBe(true)
})

describe("the filters of a stored operation can be read", () => {
  const command = (filters: unknown): unknown => ({
    _tag: "CalculateQuantities",
    calculators: ["Count"],
    filters,
    source: { projectVersionId: "1", modelVersionId: "1", sharedDataVersionId: "1" },
    table: "tables/1",
    view: "{}"
  })
  const decode = Schema.decodeUnknownSync(CalculateQuantities)
  const one = [{ property: "Name", operator: "Contains", value: "x" }]

  test.each<[string, unknown, ReadonlyArray<unknown> | undefined]>([
    ["as they are kept", one, one],
    ["as a map was sent", { Name: "x" }, one],
    ["as a list was sent, in any case", [{ Property: "Name", OPERATOR: "contains", value: "x" }], one],
    ["as none were sent", null, []],
    ["where they stand in a blob", undefined, undefined]
  ])("%s", (_, filters, expected) => {
    const decoded = decode(JSON.parse(JSON.stringify(command(filters))))
    expect(decoded.filters as ReadonlyArray<unknown> | undefined).toEqual(expected)
    expect(decode(JSON.parse(JSON.stringify(Schema.encodeSync(CalculateQuantities)(decoded))))).toEqual(decoded)
  })
})
