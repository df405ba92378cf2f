import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { Uuid } from "../../domain/Identifier.ts"
import { list } from "../../domain/Text.ts"
import * as BodyDecoder from "./BodyDecoder.ts"
import { jsonFault } from "./JsonGuard.ts"

const Shape = Schema.Struct({
  name: Schema.String,
  kind: Schema.optionalWith(Schema.Literal("String", "Real"), { exact: true }),
  parts: Schema.optionalWith(Schema.Array(Schema.Struct({ value: Schema.Finite })), { exact: true, nullable: true }),
  lists: Schema.optionalWith(
    list(Schema.Struct({ words: Schema.optionalWith(list(Schema.String), { exact: true }) })),
    {
      exact: true
    }
  ),
  data: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.Unknown }), { exact: true })
})
const decode = BodyDecoder.make(Shape)
const read = (text: string | Uint8Array) => decode(typeof text === "string" ? Buffer.from(text) : text)
const refusal = (text: string | Uint8Array) => Either.getOrThrow(Either.flip(read(text)))
const faults = (text: string | Uint8Array) => {
  const error = refusal(text)
  return error._tag === "InvalidBody" ? error.faults : []
}

describe("members that a schema declares", () => {
  test("match in any case at any depth", () => {
    expect(Either.getOrThrow(read('{"NAME":"a","Kind":"REAL","Parts":[{"Value":1}]}'))).toEqual({
      name: "a",
      kind: "Real",
      parts: [{ value: 1 }]
    })
  })
  test("keys of maps keep their case", () => {
    expect(Either.getOrThrow(read('{"name":"a","data":{"A":1,"a":2}}')).data).toEqual({ A: 1, a: 2 })
  })
  test("unknown members are ignored", () =>
    expect(Either.getOrThrow(read('{"name":"a","other":[1]}'))).toEqual({ name: "a" }))
  test("two spellings of one member are a fault", () =>
    expect(faults('{"name":"a","Name":"b"}')[0]!.pointer).toBe("/Name"))
})

describe("refused bodies", () => {
  test.each([
    { name: { long: "x".repeat(1e6) } },
    { name: ["x".repeat(1e6)] },
    { name: "a", kind: "x".repeat(1e6) },
    { name: "a", data: "x".repeat(1e6) },
    { name: "a", parts: Array.from({ length: 2e4 }, () => "x") }
  ])("is quoted with 200 characters at most, %#", (body) => {
    const [fault, ...more] = faults(JSON.stringify(body))
    expect(fault!.detail.length).toBeLessThan(400)
    expect(more).toEqual([])
  })
  test("name all words of an enumeration, and no type of the code", () => {
    expect(faults('{"name":"a","kind":"Text"}')).toEqual([
      { pointer: "/kind", detail: 'Expected one of "String", "Real", actual "Text"' }
    ])
    expect(faults('{"name":"a","lists":"x"}')).toEqual([{ pointer: "/lists", detail: 'Expected an array, actual "x"' }])
  })
  test("are told in words, not by names of schemas", () => {
    const schema = Schema.Struct({
      text: Schema.String.annotations({ identifier: "Inside" }),
      part: Schema.Struct({ a: Schema.Number }).annotations({ identifier: "SavedQueryContent" }),
      scopes: Schema.Array(Schema.String)
        .pipe(Schema.minItems(1))
        .annotations({ description: "At least one, and more" }),
      height: Schema.Positive.annotations({ description: "The height in metres" }),
      open: Schema.Boolean,
      count: Schema.Int,
      guid: Uuid
    })
    const sent = { text: 1, part: null, scopes: [], height: -1, open: 1, count: 0.5, guid: "x" }
    const decoded = BodyDecoder.make(schema)(new TextEncoder().encode(JSON.stringify(sent)))
    const error = Either.getOrThrow(Either.flip(decoded))
    expect("faults" in error && error.faults).toEqual([
      { pointer: "/text", detail: "Expected a text, actual 1" },
      { pointer: "/part", detail: "Expected an object, actual null" },
      { pointer: "/scopes", detail: "Expected at least one entry, actual []" },
      { pointer: "/height", detail: "Expected a number above 0, actual -1" },
      { pointer: "/open", detail: "Expected true or false, actual 1" },
      { pointer: "/count", detail: "Expected an integer, actual 0.5" },
      { pointer: "/guid", detail: "must be a UUID" }
    ])
  })
  test.each([
    ["nothing", ""],
    ["white space", " \n"],
    ["no JSON", "{"],
    ["an array", "[]"],
    ["null", "null"],
    ["a member twice", '{"name":"a","name":"a"}'],
    ["a member twice, once escaped", '{"name":"a","\\u006eame":"a"}'],
    ["a member twice in what is ignored", '{"name":"a","x":{"y":1,"y":2}}'],
    ["__proto__", '{"name":"a","__proto__":{}}'],
    ["__proto__, escaped, deep down", '{"name":"a","data":{"b":{"\\u005f_proto__":1}}}'],
    ["65 levels", `{"name":"a","x":${"[".repeat(64)}${"]".repeat(64)}}`],
    ["a million levels", "[".repeat(1_000_000)],
    ["infinity", '{"name":"a","x":1e999}'],
    ["minus infinity", '{"name":"a","x":-1e999}']
  ])("%s", (_, text) => expect(Either.isLeft(read(text))).toBe(true))

  test("invalid UTF-8", () => expect(faults(new Uint8Array([0x7b, 0xff, 0x7d]))[0]!.detail).toContain("UTF-8"))
})

describe("lists", () => {
  const words = (count: number) => ({ words: Array<string>(count).fill("a") })
  const lists = (...lists: ReadonlyArray<unknown>) => JSON.stringify({ name: "a", lists })

  test("with the maximum number of entries are accepted", () => {
    expect(Either.isRight(read(lists(...Array.from({ length: 49 }, () => words(1000)))))).toBe(true)
    expect(Either.isRight(read(lists(...Array.from({ length: 1000 }, () => ({})))))).toBe(true)
  })
  test("that are too long are reported once, whatever they contain", () => {
    for (const entry of [{}, 1, { words: 1 }]) {
      expect(faults(lists(...Array.from({ length: 100_000 }, () => entry)))).toEqual([
        { pointer: "/lists", detail: "has 100000 entries, at most 1000 are allowed" }
      ])
    }
    expect(faults(lists({}, words(1001))).map(({ pointer }) => pointer)).toEqual(["/lists/1/words"])
    expect(faults(JSON.stringify({ NAME: "a", Lists: Array(1001).fill(null) })).length).toBe(1)
  })
  test("have at most 120,000 entries together", () => {
    const error = refusal(lists(...Array.from({ length: 120 }, () => words(1000))))
    expect(error).toMatchObject({ _tag: "LimitExceeded", details: expect.stringContaining("120,000") })
  })
  test("with repeated members are reported up to a hundred times", () => {
    expect(faults(lists(...Array.from({ length: 1000 }, () => ({ words: [], Words: [] }))))).toHaveLength(100)
  })
})

describe("accepted bodies", () => {
  test.each([
    ["a byte order mark", '\ufeff{"name":"a"}'],
    ["64 levels", `{"name":"a","x":${"[".repeat(63)}${"]".repeat(63)}}`],
    ["one name in two objects", '{"name":"a","x":{"y":1},"z":{"y":1}}'],
    ["braces, quotes and commas in texts", '{"name":"{\\"a\\":1,\\"a\\":2}[[["}'],
    ["a large and a small number", '{"name":"a","x":[1e308,-1e-999,123456789012345678901234567890]}']
  ])("%s", (_, text) => expect(Either.isRight(read(text))).toBe(true))
})

describe("faults", () => {
  test("name the deepest place once", () => {
    expect(faults('{"parts":[{"value":1},{"value":"x"},{}]}').map(({ pointer }) => pointer)).toEqual([
      "/name",
      "/parts/1/value",
      "/parts/2/value"
    ])
  })
  test("of a large body are reported up to the first", () => {
    const parts = Array.from({ length: 20_000 }, () => ({}))
    expect(faults(JSON.stringify({ name: "a", parts }))).toHaveLength(1)
  })
})

test("the check is linear for a million keys and a million quotes", () => {
  const keys = Array.from({ length: 300_000 }, (_, i) => `"k${i}":${i}`).join(",")
  expect(jsonFault(`{${keys}}`)).toBeNull()
  expect(jsonFault('"'.repeat(1_000_001))).toBeNull()
  expect(jsonFault("9".repeat(1_000_000))).toBe("a number is not finite")
})
