import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { ModelId } from "../Identifier.ts"
import * as FieldNames from "../products/FieldNames.ts"
import { Filters } from "../products/Filter.ts"
import type { UserId } from "../Principal.ts"
import { ProjectRole } from "./Role.ts"
import { checkGroups, checkMaker, checkSharing, membersOf, type QueryContent, queryText } from "./SavedQuery.ts"

const ada = "ada" as UserId
const bert = "bert" as UserId

test("absent and null members are left out, the others are stored", () => {
  expect(Effect.runSync(membersOf({}))).toEqual({})
  const nothing = { fields: null, filters: null, where: null, sort: null, units: null, groupBy: null, measures: null }
  expect(Effect.runSync(membersOf(nothing))).toEqual({})
  const sent = {
    fields: ["Name", "Name"],
    filters: { Class: "Wall" },
    where: { not: { property: "Name", operator: "equals", value: "A" } },
    sort: [{ property: "Name" }, { property: "Class", descending: true }],
    units: "si"
  }
  expect(Effect.runSync(membersOf(sent))).toEqual({
    fields: FieldNames.of(["Name"]),
    filters: Filters.make([{ property: "Class", operator: "Contains", value: "Wall" }]),
    where: { not: { property: "Name", operator: "Equals", value: "A", at: "/where/not" } },
    sort: [
      { property: "Name", descending: false },
      { property: "Class", descending: true }
    ],
    units: "SI"
  })
})

test("sort by keys or measures orders groups, sort by properties orders products", () => {
  const sort = [{ key: 0 }, { measure: 1, descending: true }]
  expect(Effect.runSync(membersOf({ sort }))).toEqual({
    groupSort: [
      { key: 0, descending: false },
      { measure: 1, descending: true }
    ]
  })
  expect(Effect.runSync(membersOf({ sort: [] }))).toEqual({ sort: [] })
  expect(Effect.runSync(membersOf({ models: [7, ModelId.make("8")], fields: [] }))).toEqual({
    models: [ModelId.make("7"), ModelId.make("8")]
  })
})

const tooMany = Array.from({ length: 6000 }, (_, i) => i)

test.each<readonly [QueryContent, string]>([
  [{ filters: 3 }, "InvalidFilter"],
  [{ filters: [{ property: "Class", operator: "Like", value: "Wall" }] }, "InvalidFilter"],
  [{ where: {} }, "InvalidFilter"],
  [{ filters: { Name: "\0" } }, "InvalidFilter"],
  [{ where: { and: [{ property: "Name", operator: "Equals", value: "\ud800" }] } }, "InvalidFilter"],
  [{ fields: ["Name\0"] }, "InvalidParameter"],
  [{ groupBy: ["\ud800"] }, "InvalidParameter"],
  [{ measures: [{ property: "\0", function: "Count" }] }, "InvalidParameter"],
  [{ sort: [{ property: "\0" }] }, "InvalidParameter"],
  [
    {
      filters: [{ property: "Name", operator: "In", value: tooMany }],
      where: { property: "Name", operator: "In", value: tooMany }
    },
    "InvalidFilter"
  ],
  [{ sort: ["a", "b", "c", "d"].map((property) => ({ property })) }, "InvalidParameter"],
  [{ sort: [{}] }, "InvalidParameter"],
  [{ sort: [{ property: "Name", key: 0 }] }, "InvalidParameter"],
  [{ sort: [{ property: "Name" }, { key: 0 }] }, "InvalidParameter"],
  [{ units: "Imperial" }, "InvalidParameter"],
  [{ units: 1 }, "InvalidParameter"]
])("a query is refused like a body: %#", (content, tag) => {
  expect<string>(Effect.runSync(Effect.flip(membersOf(content)))._tag).toBe(tag)
})

test("the groups of a saved query are validated", () => {
  const tagOf = (content: QueryContent) =>
    Either.match(checkGroups(["Count", "Length"], Effect.runSync(membersOf(content))), {
      onLeft: ({ _tag }) => _tag,
      onRight: () => null
    })
  const measures = [{ calculator: "length" }, { property: "Width", function: "sum", calculator: null }]
  expect(tagOf({})).toBeNull()
  expect(tagOf({ groupBy: ["Class"] })).toBeNull()
  expect(tagOf({ measures, sort: [{ key: 3 }] })).toBeNull()
  expect(tagOf({ measures, groupBy: ["Class"], sort: [{ key: 0 }, { measure: 1 }] })).toBeNull()
  expect(tagOf({ measures, groupBy: ["Class"], sort: [{ key: 1 }] })).toBe("InvalidParameter")
  expect(tagOf({ groupBy: ["a", "b", "c", "d", "e"] })).toBe("InvalidParameter")
  expect(tagOf({ measures: [] })).toBe("InvalidParameter")
  expect(tagOf({ measures: [{ calculator: "Weight" }] })).toBe("InvalidCalculator")
})

test("a query has at most 64 KB as JSON, counted in bytes of UTF-8", () => {
  const of = (length: number) => queryText({ fields: ["ü".repeat(length)] })
  const frame = '{"fields":[""]}'.length
  const most = Math.floor((64 * 1024 - frame) / 2)
  expect(Either.isRight(of(most))).toBe(true)
  expect(Either.isLeft(of(most + 1))).toBe(true)
})

test("Contributors and Owners may share queries", () => {
  const may = ProjectRole.literals.filter((role) => Either.isRight(checkSharing({ userId: ada, role })))
  expect(may).toEqual(["Contributor", "Owner"])
})

test("only its author may change a query; Owners may change a shared one", () => {
  const cases = [true, false].flatMap((shared) =>
    [ada, bert].flatMap((userId) => ProjectRole.literals.map((role) => ({ shared, userId, role })))
  )
  const may = cases.filter(({ role, shared, userId }) =>
    Either.isRight(checkMaker({ createdBy: ada, shared }, { userId, role }))
  )
  expect(may.filter(({ userId }) => userId === ada)).toHaveLength(6)
  expect(may.filter(({ userId }) => userId === bert)).toEqual([{ shared: true, userId: bert, role: "Owner" }])
})
