import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import { limits } from "../../domain/Limits.ts"
import { readSheet } from "./ReadSheet.ts"
import { SheetFault } from "./SheetFault.ts"
import { rowsOf } from "./testing/MadeWorkbook.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

const sheetOf = (file: string | Uint8Array) =>
  Either.getOrThrowWith(readSheet(typeof file === "string" ? bytesOf(file) : file), (fault) => fault)

const read = (file: string | Uint8Array) => {
  const sheet = sheetOf(file)
  return { headers: sheet.headers, rows: rowsOf(sheet) }
}

/** Returns the fault of the file, whether it is found at once or while the rows are read. */
const faultOf = (file: string | Uint8Array): Pick<SheetFault, "kind" | "details"> => {
  try {
    for (const _ of sheetOf(file).rows);
  } catch (error) {
    if (error instanceof SheetFault) return { kind: error.kind, details: error.details }
    throw error
  }
  throw new Error("The file was read.")
}

test.each([",", ";", "\t"])("the separator is that of the header line: %j", (separator) => {
  const lines = [
    ["Guid", "Name", "Width"],
    ["a", "x", "1"]
  ]
  expect(read(lines.map((cells) => cells.join(separator)).join("\n"))).toEqual({
    headers: ["Guid", "Name", "Width"],
    rows: [[2, "a", "x", "1"]]
  })
})

test("the most frequent separator of the header line outside quotes is used, then the first", () => {
  expect(read(`Guid;"a,b,c,d";e,f;g\n1;2;3,4;5`).rows).toEqual([[2, "1", "2", "3,4", "5"]])
  expect(read("Guid;a,b\n1;2,3").headers).toEqual(["Guid", "a,b"])
})

test("a byte order mark is skipped, and lines end in LF, CR or both", () => {
  expect(read("\ufeffGuid,Name\r\na,b\rc,d\ne,f")).toEqual({
    headers: ["Guid", "Name"],
    rows: [
      [2, "a", "b"],
      [3, "c", "d"],
      [4, "e", "f"]
    ]
  })
})

test("quoted cells may contain separators, quotes and line breaks, and rows are counted as in a spreadsheet", () => {
  expect(read(`Guid,"Na\nme"\r\n"a, ""b""","c\r\nd"\r\n"","""x"""\r\n`)).toEqual({
    headers: ["Guid", "Na\nme"],
    rows: [
      [2, `a, "b"`, "c\r\nd"],
      [3, null, `"x"`]
    ]
  })
})

test("empty lines are counted and skipped, short rows are filled, empty cells are null", () => {
  expect(read("Guid,Name,Width\n\n,,\na\nb,,1,,,\n").rows).toEqual([
    [4, "a", null, null],
    [5, "b", null, "1"]
  ])
})

test("exactly one guarding apostrophe is removed, and only if the writer would have set it", () => {
  const cells = ["'=1", "'+1", "'-1", "'@a", "'\ta", "'\ra", "''=1", "'''=1", "'a", "''", "'", "' =", "=1", "-1"]
  const file = `Guid,'=Name\n${cells.map((cell) => `x,"${cell}"`).join("\n")}`
  const { headers, rows } = read(file)
  expect(headers).toEqual(["Guid", "=Name"])
  expect(rows.map(([, , cell]) => cell!)).toEqual([
    "=1",
    "+1",
    "-1",
    "@a",
    "\ta",
    "\ra",
    "'=1",
    "''=1",
    "'a",
    "''",
    "'",
    "' =",
    "=1",
    "-1"
  ])
})

test("a cell that ends with a piece of the file is read completely", () => {
  // The quotes and the letter of two bytes are at every position around the end of the first piece.
  for (let length = 65_510; length < 65_540; length++) {
    const text = `${"x".repeat(length)}""é\r\n""`
    expect(read(`Guid,Name\r\n"${text}",b\r\nc,"d"\r\n`).rows).toEqual([
      [2, text.replaceAll(`""`, `"`), "b"],
      [3, "c", "d"]
    ])
  }
})

test("the separator is detected in a header line longer than a piece", () => {
  const headers = Array.from({ length: 16_000 }, (_, i) => `Header ${i}`)
  expect(read(`${headers.join(";")}\n1;2`).headers).toEqual(headers)
})

test.each([
  ["an empty file", "", "The file is empty."],
  ["no headers", ",,\na,b,c", "The table has no headers in its first row."],
  ["a header twice", "Guid,Name,Name", `The header "Name" occurs twice.`],
  ["a header twice by its guard", "Guid,=a,'=a", `The header "=a" occurs twice.`],
  ["a cell without header", "Guid,Name\na,b,,c", "Row 2 has more cells than there are headers"],
  ["an open quote", `Guid\na\n"b\nc`, "Row 3 has a quote that is not closed."],
  ["text behind a quote", `Guid\n"a"b`, "Row 2 has text behind a closing quote."]
])("%s is refused", (_, file, sentence) => {
  expect(faultOf(file)).toEqual({ kind: "InvalidBody", details: expect.stringContaining(sentence) })
})

test.each([
  ["Latin-1", Buffer.from("Guid\né", "latin1"), "The file is not UTF-8. Save it as UTF-8; in Excel"],
  ["a letter cut short", bytesOf("Guid\né").slice(0, -1), "The file is not UTF-8."],
  ["a surrogate", Uint8Array.of(0x41, 0xed, 0xa0, 0x80), "The file is not UTF-8."],
  ["UTF-16", Buffer.from("\ufeffGuid\n", "utf16le"), "The file is UTF-16, not UTF-8. Save it as UTF-8; in Excel"],
  ["UTF-16, high byte first", Buffer.from("\ufeffGuid\n", "utf16le").swap16(), "The file is UTF-16"]
])("%s is refused with how to save it", (_, file, sentence) => {
  expect(faultOf(file)).toEqual({ kind: "InvalidBody", details: expect.stringContaining(sentence) })
})

test("bytes that are not text are refused", () => {
  expect(faultOf(Buffer.from("a\0b")).kind).toBe("UnsupportedFileType")
})

test("the limits of a table apply", () => {
  expect(faultOf(`Guid${",".repeat(limits.columnsOfTable.most)}`).kind).toBe("LimitExceeded")
  expect(faultOf(`Guid\n${"a\n".repeat(limits.rowsOfTable.most)}`)).toEqual({
    kind: "LimitExceeded",
    details: "A table has at most 1,048,576 rows."
  })
  const text = "a".repeat(limits.textOfCell.most)
  expect(Array.from(sheetOf(`Guid\n${text}\n`).rows)).toHaveLength(1)
  const tooLong = { kind: "LimitExceeded", details: "A cell of a CSV table has at most 4 MB." } as const
  for (const cell of [`${text}a`, `"${text}a"`]) expect(faultOf(`Guid\n${cell}\n`)).toEqual(tooLong)
  const columns = 10_000
  const rows = limits.cellsOfTable.most / columns
  const header = `${Array.from({ length: columns }, (_, i) => i).join(",")}\n`
  let count = 0
  for (const _ of sheetOf(header + "a\n".repeat(rows)).rows) count += columns
  expect(count).toBe(limits.cellsOfTable.most)
  expect(faultOf(header + "a\n".repeat(rows + 1)).details).toBe(
    "A table has at most 20,000,000 cells, empty ones included."
  )
})
