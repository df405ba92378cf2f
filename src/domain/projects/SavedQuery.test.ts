import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { effect } from "../../testing/EffectTest.ts"
import type { UserId } from "../Principal.ts"
import { ProjectRole } from "./Role.ts"
import { checkMaker, checkSharing, membersOf, type QueryContent, queryText } from "./SavedQuery.ts"

const ada = "ada" as UserId
const bert = "bert" as UserId

effect("members that are absent or null are left out; the others are those of a body", () =>
  Effect.gen(function* () {
    expect(yield* membersOf({})).toEqual({})
    expect(yield* membersOf({ fields: null, filters: null, where: null, sort: null, units: null })).toEqual({})
    const sent = {
      fields: ["Name", "Name"],
      filters: { Class: "Wall" },
      sort: [{ property: "Name" }, { property: "Class", descending: true }],
      units: "si"
    }
    expect(yield* membersOf(sent) as Effect.Effect<unknown>).toEqual({
      fields: ["Name"],
      filters: [{ property: "Class", operator: "Contains", value: "Wall" }],
      sort: [
        { property: "Name", descending: false },
        { property: "Class", descending: true }
      ],
      units: "SI"
    })
  })
)

const faults: ReadonlyArray<readonly [QueryContent, string]> = [
  [{ filters: 3 }, "InvalidFilter"],
  [{ filters: [{ property: "Class", operator: "Like", value: "Wall" }] }, "InvalidFilter"],
  [{ sort: ["a", "b", "c", "d"].map((property) => ({ property })) }, "InvalidParameter"],
  [{ units: "Imperial" }, "InvalidParameter"],
  [{ units: 1 }, "InvalidParameter"]
]

for (const [content, tag] of faults) {
  effect(`a query is refused like a body: ${JSON.stringify(content)}`, () =>
    Effect.map(Effect.flip(membersOf(content)), ({ _tag }) => expect<string>(_tag).toBe(tag))
  )
}

test("a query has at most 64 KB as JSON, counted in bytes of UTF-8", () => {
  const of = (length: number) => queryText({ fields: ["ü".repeat(length)] })
  const frame = '{"fields":[""]}'.length
  const most = Math.floor((64 * 1024 - frame) / 2)
  expect(Either.isRight(of(most))).toBe(true)
  expect(Either.isLeft(of(most + 1))).toBe(true)
})

test("Contributors and Owners share", () => {
  const may = ProjectRole.literals.filter((role) => Either.isRight(checkSharing({ userId: ada, role })))
  expect(may).toEqual(["Contributor", "Owner"])
})

test("the maker changes a query, Owners a shared one", () => {
  const cases = [true, false].flatMap((shared) =>
    [ada, bert].flatMap((userId) => ProjectRole.literals.map((role) => ({ shared, userId, role })))
  )
  const may = cases.filter(({ role, shared, userId }) =>
    Either.isRight(checkMaker({ createdBy: ada, shared }, { userId, role }))
  )
  expect(may.filter(({ userId }) => userId === ada)).toHaveLength(6)
  expect(may.filter(({ userId }) => userId === bert)).toEqual([{ shared: true, userId: bert, role: "Owner" }])
})
