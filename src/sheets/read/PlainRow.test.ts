import { expect, test } from "bun:test"
import { limits } from "../../domain/Limits.ts"
import { plainRowAt } from "./PlainRow.ts"
import type { SheetFault } from "./SheetFault.ts"
import { archiveOf, header, partsOf, rowsOf, sharedXml, sheetOf, stylesXml } from "./testing/MadeWorkbook.ts"

const parts = {
  "xl/sharedStrings.xml": sharedXml("<si><t>shared</t></si>"),
  "xl/styles.xml": stylesXml({}, [0, 14])
}
const read = (data: string) => {
  try {
    return rowsOf(sheetOf(archiveOf({ ...partsOf(header("A", "B", "C", "D") + data), ...parts })))
  } catch (error) {
    return (error as SheetFault).details
  }
}

/** Returns the rows with a comment inside an element, so that only the parser can read them. */
const forParser = (data: string): string => data.replaceAll(/(<row [^>]*[^/>]>)/g, "$1<!-- -->")

const cells = [
  `<c r="A2" t="s"><v>0</v></c>`,
  `<c r="A2" s="1"><v>45351</v></c><c r="C2" s="1"/><c r="D2"></c>`,
  `<c r="A2" t="b"><v>1</v></c><c r="B2" t="e"><v>#N/A</v></c><c r="C2" t="x"><v>1</v></c><c r="D2" t="s"><v>7</v></c>`,
  `<c r="A2" t="inlineStr"><is><t> a\n</t></is></c><c r="B2" t="inlineStr"><is><t xml:space="preserve"> a </t></is></c>`,
  `<c r="A2" t="inlineStr"><is><t>_x000D_é😀]] </t></is></c><c r="B2" t="inlineStr"><v>1</v></c><c r="C2"><is><t>1</t></is></c>`,
  `<c r="A2" t="str"><v> a </v></c><c r="B2"><v> 1 </v></c><c r="C2" t="inlineStr"><is><t></t></is></c><c r="D2"><v></v></c>`,
  `<c r="B2"><v>1</v></c><c r="A2"><v>1</v></c>`,
  `<c r="A2"><v>1</v></c><c r="A2"><v>1</v></c>`,
  `<c r="A3"><v>1</v></c>`,
  `<c r="A0"><v>1</v></c>`,
  `<c r="ZZZ2"><v>1</v></c>`,
  ``
]

test.each([
  `<row r="2"><c r="A2" t="inlineStr"><is><t>a</t></is></c></row>`,
  `<row r="2" spans="1:4" s="1" customFormat="1" ht="15"><c r="A2" s="1" t="s"><v>0</v></c></row>`,
  `<row r="2" customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false">` +
    `<c r="A2" s="0" t="n"><v>1</v></c><c r="B2" s="1"/></row>`
])("rows of this service, of Excel and of LibreOffice are plain: %s", (row) => {
  expect(plainRowAt(` ${row}<row`, 1)?.end).toBe(1 + row.length)
  expect(plainRowAt(forParser(row), 0)).toBe(null)
})

test("rows with more cells than columns, and with longer texts than Excel's, are left to the parser", () => {
  const rowOf = (count: number) => `<row r="2">${`<c r="A2"/>`.repeat(count)}</row>`
  const { most } = limits.columnsOfTable
  expect(plainRowAt(rowOf(most), 0)?.cells.length).toBe(most)
  expect(plainRowAt(rowOf(most + 1), 0)).toBe(null)
  const textOf = (length: number) => `<row r="2"><c r="A2" t="str"><v>${"x".repeat(length)}</v></c></row>`
  expect(plainRowAt(textOf(32_767), 0)?.cells.length).toBe(1)
  expect(plainRowAt(textOf(32_768), 0)).toBe(null)
})

test.each(cells)("the parser reads a plain row in the same way: %s", (row) => {
  const data = `<row r="2" spans="1:4" ht="12.8" hidden="false">${row}</row><row r="5"><c r="A5"><v>5</v></c></row>`
  expect(forParser(data)).not.toBe(data)
  expect(read(data)).toEqual(read(forParser(data)))
})

test.each([
  `<c r="A2" t="inlineStr"><is><t>a]]>b</t></is></c>`,
  `<c r="A2" t="inlineStr"><is><t>a&b</t></is></c>`,
  `<c r="A2" t="inlineStr"><is><t>a\u0001</t></is></c>`,
  `<c r="A2" r="A2"><v>1</v></c>`,
  `<c r="A2"><v>1</c></v>`
])("a row that is no XML is refused: %s", (row) => {
  expect(read(`<row r="2">${row}</row><row r="3"><c r="A3"><v>3</v></c></row>`)).toContain("no XML that can be read")
})

test("rows in comments, in other namespaces and in texts are not rows of the sheet", () => {
  const row = (number: number, value: number) => `<row r="${number}"><c r="A${number}"><v>${value}</v></c></row>`
  expect(
    read(
      `${row(2, 2)}<!-- ${row(3, 0)} -->${row(3, 3)}<o:a xmlns:o="urn:o">${row(4, 0)}${row(5, 0)}</o:a>` +
        `${row(4, 4)}<row r="5"><c r="A5" t="inlineStr"><is><t><![CDATA[${row(6, 0)}]]></t></is></c></row>` +
        `<?a ${row(6, 0)}?>${row(6, 6)}<row xmlns="urn:o">${row(7, 0)}</row>${row(7, 7)}`
    )
  ).toEqual([
    [2, 2, null, null, null],
    [3, 3, null, null, null],
    [4, 4, null, null, null],
    [5, row(6, 0), null, null, null],
    [6, 6, null, null, null],
    [7, 7, null, null, null]
  ])
})

test("rows that inherit the namespace of another element are not rows of the sheet", () => {
  const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>${number}</v></c></row>`
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  const own = (number: number) => `<row xmlns="${main}" r="${number}"></row>${row(number + 1)}`
  expect(
    read(
      `${row(2)}<m:a xmlns:m="${main}" xmlns="urn:o">${own(3)}</m:a>${row(5)}</sheetData>` +
        `<m:sheetData xmlns:m="${main}" xmlns="urn:o">${own(6)}</m:sheetData><sheetData>${row(8)}`
    )
  ).toEqual([2, 5, 8].map((number) => [number, number, null, null, null]))
})

test("the attribute that Excel adds to rows is plain if its prefix is declared", () => {
  const row = `<row r="2" spans="1:4" x14ac:dyDescent="0.25"><c r="A2"><v>2</v></c></row>`
  expect(plainRowAt(row, 0)).toBe(null)
  expect(plainRowAt(row, 0, true)?.end).toBe(row.length)
  expect(read(row)).toContain("no XML that can be read")
  const sheet = partsOf(header("A") + row)["xl/worksheets/sheet1.xml"]!
  const declared = sheet.replace("<worksheet ", `<worksheet xmlns:x14ac="urn:excel" `)
  expect(declared).not.toBe(sheet)
  const archive = archiveOf({ ...partsOf(""), ...parts, "xl/worksheets/sheet1.xml": declared })
  expect(rowsOf(sheetOf(archive))).toEqual([[2, 2]])
})

test("rows that extend over several pieces are read completely, plain and other ones alternately", () => {
  const rows = Array.from({ length: 5000 }, (_, i) => {
    const text = "x".repeat((i * 37) % 211)
    return `<row r="${i + 2}"><c r="A${i + 2}"><v>${i}</v></c>${i % 7 === 0 ? "<!-- -->" : ""}<c r="B${i + 2}" t="str"><v>${text}</v></c></row>`
  })
  expect(read(rows.join("\n"))).toEqual(rows.map((_, i) => [i + 2, i, "x".repeat((i * 37) % 211) || null, null, null]))
})
