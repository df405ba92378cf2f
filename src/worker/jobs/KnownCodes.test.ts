import { describe, expect, test } from "bun:test"
import { encode } from "../../dataframe/table/Container.ts"
import { open } from "../../dataframe/table/ProductTable.ts"
import type { ModelContent } from "../../domain/models/ModelContent.ts"
import { content } from "../../dataframe/testing/TestContent.ts"
import { type GivenCode, withKnownCodes } from "./KnownCodes.ts"

const modelGuid = "0000000000000000000000"

const system = (name: string | null, edition: string | null = null) => ({
  key: name,
  name,
  description: null,
  source: null,
  edition,
  editionDate: null,
  uri: null
})

/** A file with codes, each with its system and its identification. */
const file = (
  codifications: ReadonlyArray<ReturnType<typeof system>>,
  codes: ReadonlyArray<readonly [codification: number, identification: string]>
): ModelContent => ({
  ...content({ products: [{ guid: "a" }] }),
  codifications,
  codes: codes.map(([codification, identification]) => ({
    codification,
    identification,
    name: identification,
    description: null,
    uri: null,
    parent: -1
  }))
})

const tableOf = (content: ModelContent) => open(encode(content, { modelGuid }))

const given = (guid: string, name: string, identification: string, edition: string | null = null): GivenCode => [
  guid,
  { identification, system: { name, source: null, edition, editionDate: null } }
]

const guids = ({ codes }: ModelContent) => codes.map(({ guid }) => guid)
const areKnown = ({ codifications }: ModelContent) => codifications.map(({ isKnown }) => isKnown === true)

describe("codes of a new file that published edits gave", () => {
  const before = tableOf(file([system("U")], [[0, "A"]]))
  const after = file([system("U"), system("Own")], [[0, "A"], [0, "B"], [1, "J"]]) // prettier-ignore

  test("have the guids of the project; a system with nothing else brings no library", () => {
    const known = withKnownCodes(after, before, [given("j", "Own", "J"), given("b", "U", "B")])
    expect(guids(known)).toEqual([undefined, "b", "j"])
    expect(areKnown(known)).toEqual([false, true])
  })

  test("stay known when the next file comes, whatever the edits say then", () => {
    const table = tableOf(withKnownCodes(after, before, [given("j", "Own", "J")]))
    expect(table.codeGuids[2]).toBe("j")
    expect(guids(withKnownCodes(after, table, []))).toEqual([undefined, undefined, "j"])
  })

  test("are not those that the file so far brought itself", () => {
    expect(guids(withKnownCodes(after, before, [given("a", "U", "A")]))).toEqual([undefined, undefined, undefined])
  })

  test("are told apart by the edition of their system", () => {
    const two = file([system("U"), system("U", "2")], [[0, "B"], [1, "B"]]) // prettier-ignore
    expect(guids(withKnownCodes(two, before, [given("b", "U", "B", "2")]))).toEqual([undefined, "b"])
    expect(guids(withKnownCodes(two, before, [given("b", "U", "B", "3")]))).toEqual([undefined, undefined])
  })

  test("none: the content stays as it is", () => {
    expect(withKnownCodes(after, before, [])).toBe(after)
  })
})
