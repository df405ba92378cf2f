import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { type ProjectId, TokenId } from "../Identifier.ts"
import { type Scope, scopes } from "../Principal.ts"
import { reaches } from "../Reach.ts"
import { selfRegisteredId } from "./Client.ts"
import { checkDraft, checkProgram, isForProgram, isWellFormed, ProgramTokenDraft, tokenOf } from "./ProgramToken.ts"

const random = "abcdefghijklmnopqrstuvwxyz01234567"

describe("the form of tokens", () => {
  test("a token ends with the CRC-32 of its random characters in base 62, six digits", () => {
    // The checksum was computed with zlib.crc32 of Python, which gives 3289157874 for these characters.
    expect(tokenOf(random)).toBe(`plinth_${random}3aayDS`)
  })

  test("a mistyped token is recognised without the storage", () => {
    const token = tokenOf(random)
    expect(isWellFormed(token)).toBe(true)
    const wrong = [
      token.replace("abc", "abd"),
      token.replace("abc", "bac"),
      token.slice(0, -1),
      `${token}0`,
      `Plinth_${token.slice(7)}`,
      `plinth_${"ä".repeat(34)}000000`,
      "plinth_",
      ""
    ]
    expect(wrong.filter((one) => isWellFormed(one))).toEqual([])
    expect([token, "plinth_", "eyJhbGciOi.plinth_.x"].map((one) => isForProgram(one))).toEqual([true, true, false])
  })
})

describe("drafts of tokens", () => {
  const now = Date.UTC(2030, 0, 1)
  const day = 24 * 3_600_000
  const faultsOf = (draft: Parameters<typeof checkDraft>[0], held: ReadonlyArray<Scope> = scopes) =>
    Either.match(checkDraft(draft, new Set(held), now), {
      onLeft: ({ faults }) => faults.map(({ pointer }) => pointer),
      onRight: () => []
    })

  test("a token has only scopes of its caller, and is valid for at most a year", () => {
    expect(faultsOf({ scopes, expiresAt: now + 366 * day })).toEqual([])
    expect(faultsOf({ scopes: ["models:read"], expiresAt: now + 1 }, ["models:read"])).toEqual([])
    expect(faultsOf({ scopes: ["models:read", "models:write"], expiresAt: now + 1 }, ["models:read"])).toEqual([
      "/scopes/1"
    ])
    expect(faultsOf({ scopes, expiresAt: now })).toEqual(["/expiresAt"])
    expect(faultsOf({ scopes, expiresAt: now + 366 * day + 1 })).toEqual(["/expiresAt"])
  })

  const decode = Schema.decodeUnknownEither(ProgramTokenDraft)
  const sent = { name: "CI", scopes: ["models:read"], expiresAt: "2030-01-31T12:00:00Z" }

  test("the times of a draft follow RFC 3339", () => {
    const timeOf = (expiresAt: unknown) => Either.getOrNull(decode({ ...sent, expiresAt }))?.expiresAt ?? null
    const noon = Date.UTC(2030, 0, 31, 12)
    const good = [
      "2030-01-31T12:00:00Z",
      "2030-01-31T12:00:00.000Z",
      "2030-01-31t13:30:00+01:30",
      "2030-01-31T12:00:00-00:00"
    ]
    expect(good.map(timeOf)).toEqual(good.map(() => noon))
    const bad = [
      "2030-01-31",
      "2030-01-31T12:00:00",
      "2030-02-30T12:00:00Z",
      "2030-01-31T24:00:00Z",
      "2030-13-01T12:00:00Z",
      "",
      1,
      null
    ]
    expect(bad.map(timeOf)).toEqual(bad.map(() => null))
  })

  test("a draft names at least one existing scope, and projects only if the list is not empty", () => {
    const isGood = (more: object) => Either.isRight(decode({ ...sent, ...more }))
    expect([{}, { projects: null }, { projects: ["1"] }].map(isGood)).toEqual([true, true, true])
    const bad = [
      { scopes: [] },
      { scopes: ["admin"] },
      { scopes: ["Models:Read"] },
      { projects: [] },
      { projects: ["x"] }
    ]
    expect(bad.map(isGood)).toEqual(bad.map(() => false))
  })
})

describe("reach of tokens", () => {
  const one = "1" as ProjectId
  const two = "2" as ProjectId
  const limited = { isLimited: true, projects: new Set([one]) }
  const shutOut = { isLimited: false, projects: new Set([one]) }

  test("a limited token reaches its projects; an unlimited one reaches all but those that exclude it", () => {
    expect([reaches(limited, one), reaches(limited, two)]).toEqual([true, false])
    expect([reaches(shutOut, one), reaches(shutOut, two)]).toEqual([false, true])
  })

  test("an endpoint accepts all program tokens, only unlimited ones, or none", () => {
    const tokenId = TokenId.make("00000000-0000-4000-8000-000000000000")
    const callers = [{}, { program: { tokenId, reach: shutOut } }, { program: { tokenId, reach: limited } }]
    const served = (which: Parameters<typeof checkProgram>[1]) =>
      callers.map((caller) => Either.isRight(checkProgram(caller, which)))
    expect(served("all")).toEqual([true, true, true])
    expect(served("unlimited")).toEqual([true, true, false])
    expect(served("none")).toEqual([true, false, false])
  })

  test("an endpoint that accepts none refuses programs that registered themselves too", () => {
    const client = selfRegisteredId("00000000-0000-4000-8000-000000000000")
    const served = (["all", "unlimited", "none"] as const).map((which) =>
      Either.isRight(checkProgram({ client }, which))
    )
    expect(served).toEqual([true, true, false])
    expect(Either.isRight(checkProgram({ client: "registered-by-hand" }, "none"))).toBe(true)
  })
})
