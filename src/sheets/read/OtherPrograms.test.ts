import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { unguarded } from "./Guard.ts"
import { rowsOf, sheetOf } from "./testing/MadeWorkbook.ts"

// The script testing/make_files.py made the files.
const fileOf = (name: string) => readFileSync(join(import.meta.dir, "testing/files", name))

const noResult = { fault: "The formula of the cell has no stored result." }

/** Returns the rows of a file without the null cells at their ends. */
const shortRowsOf = (name: string) =>
  rowsOf(sheetOf(fileOf(name))).map((row) => row.slice(0, row.findLastIndex((cell) => cell !== null) + 1))

test.each([
  ["openpyxl.xlsx", "1900-02-27T06:30:00"],
  ["openpyxl-1904.xlsx", "2024-02-29"]
])("%s of openpyxl is read", (name, date) => {
  const { about, headers } = sheetOf(fileOf(name))
  expect(headers).toEqual(["Guid", "Name", "Width", "IsExternal", "Date", "Time", "Formula"])
  expect([...about]).toEqual([
    ["Version", "v1"],
    ["Rows", "3"]
  ])
  // openpyxl writes `_x000D_` without escaping it, so it is a line break in Excel as well.
  expect(shortRowsOf(name)).toEqual([
    [2, "a", "rich", 1.25, true, "2024-02-29", "08:30:00", noResult],
    [3, "b", null, -3, false, date],
    [5, "c", "merged"],
    [6, "t", " spaces around "],
    [7, "t", "line\nbreak"],
    [8, "t", `<&>"'`],
    [9, "t", "\r"],
    [10, "t", "Ä 😀"],
    [11, "e", { fault: `The cell has the error "#N/A".` }]
  ])
})

const merged = [
  [11, null, "merged"],
  [12, "m"]
]

test.each([
  ["xlsxwriter.xlsx", "1900-02-27T06:30:00", merged],
  ["xlsxwriter-zip64.xlsx", "1900-02-27T06:30:00", merged],
  ["xlsxwriter-inline-1904.xlsx", "2024-02-29T08:30:00", []]
])("%s of XlsxWriter is read", (name, date, last) => {
  expect(shortRowsOf(name)).toEqual([
    [2, "a", "rich", 1e-7, true, "2024-02-29", "08:30:00", 2],
    [3, "b", null, null, null, date, null, "ab"],
    [4, "t", " spaces around "],
    [5, "t", "line\nbreak"],
    [6, "t", `<&>"'`],
    [7, "t", "_x000D_"],
    [8, "t", "Ä 😀"],
    [9, "t", "=not a formula"],
    ...last
  ])
})

test("a CSV file written by Python is read", () => {
  const [headers, ...rows] = fileOf("python.txt")
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" ").map((hex) => unguarded(Buffer.from(hex.slice(1, -1), "hex").toString()) || null))
  const sheet = sheetOf(fileOf("python.csv"))
  expect(sheet.headers as ReadonlyArray<unknown>).toEqual(headers!)
  expect(rowsOf(sheet)).toEqual(
    rows.map((row, i) => [i + 2, ...row]).filter((row) => row.slice(1).some((cell) => cell !== null))
  )
})
