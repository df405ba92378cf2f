import { expect, test } from "bun:test"
import * as FastCheck from "effect/FastCheck"
import { TextDictionary } from "../../parquet/TextDictionary.ts"
import { datasetTables } from "../../domain/dataset/DatasetTables.ts"
import * as Bounds from "./Bounds.ts"
import { DatasetFile } from "./DatasetFile.ts"

const ofTexts = (...texts: ReadonlyArray<string>) => {
  const dictionary = new TextDictionary()
  for (const text of texts) dictionary.once(text)
  return Bounds.ofTexts(dictionary.bytes)!
}
const inManifest = (bounds: Bounds.Bounds) => Bounds.inManifest(bounds).map((text) => Buffer.from(text, "base64"))

test("every text lies between the bounds, which are short", () => {
  const long = FastCheck.string({ unit: "binary", minLength: 0, maxLength: 300 }).filter((text) => text.isWellFormed())
  FastCheck.assert(
    FastCheck.property(FastCheck.array(long, { minLength: 1, maxLength: 5 }), (texts) => {
      const [lower, upper] = inManifest(ofTexts(...texts)) as [Buffer, Buffer]
      for (const text of texts) {
        expect(Buffer.compare(lower, Buffer.from(text))).toBeLessThanOrEqual(0)
        expect(Buffer.compare(upper, Buffer.from(text))).toBeGreaterThanOrEqual(0)
      }
      for (const bound of [lower, upper]) expect(Buffer.from(bound.toString()).equals(bound)).toBe(true)
      expect(Math.max(lower.length, upper.length)).toBeLessThanOrEqual(Bounds.mostBytes + 4)
    }),
    { numRuns: 30 }
  )
})

test("an upper bound that is cut is raised, even if it ends with the last character of Unicode", () => {
  const upperOf = (text: string) => inManifest(ofTexts(text))[1]!.toString()
  expect(upperOf("a".repeat(200))).toBe(`${"a".repeat(127)}b`)
  expect(upperOf(`b${"\u{10ffff}".repeat(100)}`)).toBe("c")
  expect(upperOf(`${"a".repeat(125)}\ud7ff${"a".repeat(9)}`)).toBe(`${"a".repeat(125)}\ue000`)
  const highest = "\u{10ffff}".repeat(100)
  expect(upperOf(highest)).toBe(highest)
})

test("the bounds of a row group do not change when the next group reuses its dictionary", () => {
  const file = new DatasetFile<"guid" | "class" | "value">(datasetTables.quantities)
  const { columns } = file
  const group = (...guids: ReadonlyArray<string>) => {
    for (const guid of guids) {
      columns.guid.add(guid)
      columns.class.add("IfcWall")
      columns.value.add(guid.length)
    }
    for (const [name, column] of Object.entries(file.columns)) {
      if (!(name in { guid: 0, class: 0, value: 0 })) column.fill(null, guids.length)
    }
    file.flush()
  }
  group("b", "zz")
  group("a longer text", "cccc")
  file.finish()
  const ids = new Map(datasetTables.quantities.columns.map(({ id, name }) => [id, name]))
  const bounds = new Map(file.facts.columns.map((column) => [ids.get(column.id), column.bounds]))
  expect(bounds.get("guid")!.map((text) => Buffer.from(text, "base64").toString())).toEqual(["a longer text", "zz"])
  expect(bounds.get("class")!.map((text) => Buffer.from(text, "base64").toString())).toEqual(["IfcWall", "IfcWall"])
  expect(bounds.get("value")!.map((text) => Buffer.from(text, "base64").readDoubleLE())).toEqual([1, 13])
})

test("numbers and booleans are bounded by value", () => {
  const numbers = inManifest(Bounds.ofNumbers(Float64Array.of(3, -20, 100))!)
  expect(numbers.map((bytes) => bytes.readDoubleLE())).toEqual([-20, 100])
  const bound = (...values: ReadonlyArray<number>) =>
    inManifest(Bounds.ofBooleans(Uint32Array.from(values))!).map(([value]) => value)
  expect([bound(0, 1), bound(1), bound(0)]).toEqual([
    [0, 1],
    [1, 1],
    [0, 0]
  ])
  const both = Bounds.both(Bounds.ofNumbers(Float64Array.of(5)), Bounds.ofNumbers(Float64Array.of(-7)))!
  expect(inManifest(both).map((bytes) => bytes.readDoubleLE())).toEqual([-7, 5])
  expect([Bounds.ofNumbers(new Float64Array()), Bounds.ofBooleans(new Uint32Array()), Bounds.both(null, null)]).toEqual([null, null, null]) // prettier-ignore
})
