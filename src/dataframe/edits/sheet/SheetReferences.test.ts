import { expect, test } from "bun:test"
import type { SheetCells } from "./SheetCells.ts"
import { namesIn } from "./SheetReferences.ts"

const column = (key: string, values: ReadonlyArray<string | null>, isExact = false): SheetCells => ({
  header: key,
  key,
  set: null,
  unit: null,
  verb: "update",
  isExact,
  cells: values.map((value, i) => ({ guid: `g${i}`, row: i + 2, value }))
})

test("cells name references by their texts, and codes by each item and by the text after a colon", () => {
  const groups = [
    column("Name", ["Wall"]),
    column("SpatialLocation", ["Floor: 1", null, "Floor: 1"]),
    column("Code", ["Own:A:21.1; 22", "A:21.1", "22; 23"]),
    column("Code", ["guid"], true)
  ]
  expect(namesIn(groups)).toEqual({
    locations: ["Floor: 1"],
    materials: [],
    codes: ["Own:A:21.1; 22", "Own:A:21.1", "A:21.1", "21.1", "22", "22; 23", "23", "guid"]
  })
})

test("a sheet that names too many references is refused, even if its cells consist of colons", () => {
  const refused = { kind: "LimitExceeded", details: expect.stringContaining("8,000,000 characters") as string }
  expect(() => namesIn([column("Code", [":".repeat(4_000_000)])])).toThrow(expect.objectContaining(refused))
  const names = (count: number) => Array.from({ length: count }, (_, i) => String(i).padStart(80, "0"))
  expect(namesIn([column("Material", names(100_000))]).materials.length).toBe(100_000)
  expect(() => namesIn([column("Material", names(100_001))])).toThrow(expect.objectContaining(refused))
})
