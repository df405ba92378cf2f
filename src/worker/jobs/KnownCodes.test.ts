import { describe, expect, test } from "bun:test"
import { encode } from "../../dataframe/table/Container.ts"
import { open } from "../../dataframe/table/ProductTable.ts"
import type { Edit } from "../../domain/edits/Edit.ts"
import type { ModelContent } from "../../domain/models/ModelContent.ts"
import { content, system } from "../../dataframe/testing/TestContent.ts"
import { type GivenCode, withKnownCodes } from "./KnownCodes.ts"

const modelGuid = "0000000000000000000000"

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

const givenOf = (codes: ReadonlyArray<GivenCode>, edits: ReadonlyArray<Edit> = []) => ({ codes, edits })

const guids = ({ codes }: ModelContent) => codes.map(({ guid }) => guid)
const areKnown = ({ codifications }: ModelContent) => codifications.map(({ isKnown }) => isKnown === true)

describe("codes of a new file that come from published edits", () => {
  const before = tableOf(file([system("U")], [[0, "A"]]))
  const after = file([system("U"), system("Own")], [[0, "A"], [0, "B"], [1, "J"]]) // prettier-ignore

  test("have the guids of the project; a system without other codes adds no library", () => {
    const known = withKnownCodes(after, before, givenOf([given("j", "Own", "J"), given("b", "U", "B")]))
    expect(guids(known)).toEqual([undefined, "b", "j"])
    expect(areKnown(known)).toEqual([false, true])
  })

  test("stay known in the next file, whatever edits then exist", () => {
    const table = tableOf(withKnownCodes(after, before, givenOf([given("j", "Own", "J")])))
    expect(table.codeGuids[2]).toBe("j")
    expect(guids(withKnownCodes(after, table, givenOf([])))).toEqual([undefined, undefined, "j"])
  })

  test("do not include those that the earlier file contained itself", () => {
    expect(guids(withKnownCodes(after, before, givenOf([given("a", "U", "A")])))).toEqual([
      undefined,
      undefined,
      undefined
    ])
  })

  test("are distinguished by the edition of their system", () => {
    const two = file([system("U"), system("U", { edition: "2" })], [[0, "B"], [1, "B"]]) // prettier-ignore
    expect(guids(withKnownCodes(two, before, givenOf([given("b", "U", "B", "2")])))).toEqual([undefined, "b"])
    expect(guids(withKnownCodes(two, before, givenOf([given("b", "U", "B", "3")])))).toEqual([undefined, undefined])
  })

  test("leave the content unchanged if there are none", () => {
    expect(withKnownCodes(after, before, givenOf([]))).toBe(after)
  })
})

describe("codes of one identification in libraries of one name", () => {
  /** Returns the content of a file whose products have codes, by their indices. */
  const having = (codes: ReadonlyArray<readonly [number, string]>, sets: ReadonlyArray<ReadonlyArray<number>>) => {
    const { products, ...rest } = content({ products: sets.map((_, i) => ({ guid: `p${i}` })) })
    const codeSet = Int32Array.from(sets, (set, i) => (set.length === 0 ? -1 : i))
    return { ...rest, products: { ...products, codeSet }, ...pick(file([system("U")], codes)), codeSets: sets }
  }
  const pick = ({ codes, codifications }: ModelContent) => ({ codes, codifications })
  const put = (guid: string, code: string): Edit => ({ kind: "Code", guid, code, now: true })
  /** The guids of the codes of each product; "" for codes that the file adds. */
  const codesOf = ({ codeSets, codes, products }: ModelContent) =>
    [...products.codeSet].map((set) => (codeSets[set] ?? []).map((code) => codes[code]!.guid ?? ""))

  test("stay with the products that had them, however often new files are imported", () => {
    const edits = [put("p0", "one"), put("p1", "two"), put("p2", "one"), put("p2", "two")]
    const given2 = givenOf([given("one", "U", "A"), given("two", "U", "A")], edits)
    const after = having([[0, "A"]], [[0], [0], [0], [0]])
    const first = withKnownCodes(after, tableOf(having([], [[], [], [], []])), given2)
    // The last product was given its code in the file.
    expect(codesOf(first)).toEqual([["one"], ["two"], ["one", "two"], ["two"]])
    expect(areKnown(first)).toEqual([true])
    const second = withKnownCodes(after, tableOf(first), givenOf([]))
    expect(codesOf(second)).toEqual(codesOf(first))
  })

  test("are distinguished from that of the file", () => {
    const before = tableOf(having([[0, "A"]], [[], [0], [0], []]))
    const edits: ReadonlyArray<Edit> = [put("p0", "own"), put("p2", "own"), { kind: "Codes", guid: "p3", now: ["own"] }]
    const after = having([[0, "A"]], [[0], [0], [0], [0]])
    const known = withKnownCodes(after, before, givenOf([given("own", "U", "A")], edits))
    expect(codesOf(known).map((codes) => codes.toSorted())).toEqual([["own"], [""], ["", "own"], ["own"]])
    expect(areKnown(known)).toEqual([false])
  })
})
