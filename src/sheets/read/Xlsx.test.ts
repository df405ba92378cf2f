import { expect, test } from "bun:test"
import {
  archiveOf,
  header,
  partsOf,
  relationship,
  relationships,
  rowsOf,
  sharedXml,
  sheetOf,
  sheetXml,
  stylesXml,
  workbookXml
} from "./testing/MadeWorkbook.ts"

const read = (data: string, parts: Readonly<Record<string, string>> = {}) =>
  rowsOf(sheetOf(archiveOf({ ...partsOf(data), ...parts })))

/** Returns the cells of a second row. */
const cellsOf = (cells: string, parts: Readonly<Record<string, string>> = {}) => {
  const names = Array.from({ length: 20 }, (_, i) => `H${i}`)
  const [row] = read(`${header(...names)}<row r="2">${cells}</row>`, parts)
  return row?.slice(1, row.findLastIndex((cell) => cell !== null) + 1)
}

const rels = (...all: ReadonlyArray<readonly [string, string, string]>) =>
  relationships(all.map(([id, kind, target]) => relationship(id, kind, target)).join(""))

test("numbers, booleans, texts, formulas and errors", () => {
  expect(
    cellsOf(
      `<c><v>1.5</v></c><c><v>-1E-3</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="str"><v> a </v></c>` +
        `<c><f>1+1</f><v>2</v></c><c t="str"><f>""</f><v></v></c><c t="b"><f>TRUE()</f><v>1</v></c>` +
        `<c><f>A1</f></c><c><f>A1</f><v/></c><c t="e"><v>#N/A</v></c><c t="d"><v>2024-02-29</v></c><c s="0"/>` +
        `<c><v>abc</v></c><c><v>1e999</v></c><c t="x"><v>1</v></c>`
    )
  ).toEqual([
    1.5,
    -0.001,
    true,
    false,
    " a ",
    2,
    null,
    true,
    { fault: "The formula of the cell has no stored result." },
    { fault: "The formula of the cell has no stored result." },
    { fault: `The cell has the error "#N/A".` },
    "2024-02-29",
    null,
    { fault: `The value "abc" of the cell cannot be read.` },
    { fault: `The value "1e999" of the cell cannot be read.` },
    { fault: `The cell has the unknown type "x".` }
  ])
})

test("shared, rich and inline texts", () => {
  const shared = sharedXml(
    `<si><t>plain</t></si><si><r><t>ri</t></r><r><rPr><b/></rPr><t xml:space="preserve"> ch</t></r>` +
      `<rPh sb="0" eb="1"><t>phonetic</t></rPh><phoneticPr fontId="1"/></si><si><t> trimmed\n</t></si>` +
      `<si><t xml:space="preserve"> kept </t></si><si><t>a_x000D_b_x005F_x000D__xD83D__xDE00_</t></si><si/>` +
      `<si><t><![CDATA[<&]]>&lt;&#65;</t></si>`
  )
  expect(
    cellsOf(
      [0, 1, 2, 3, 4, 5, 6].map((i) => `<c t="s"><v>${i}</v></c>`).join("") +
        `<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c t="s"><v>7</v></c><c t="s"><v>-1</v></c>`,
      { "xl/sharedStrings.xml": shared }
    )
  ).toEqual([
    "plain",
    "ri ch",
    "trimmed",
    " kept ",
    "a\rb_x000D_😀",
    null,
    "<&<A",
    "inline",
    { fault: `The cell refers to the shared text "7", which the workbook does not have.` },
    { fault: `The cell refers to the shared text "-1", which the workbook does not have.` }
  ])
})

test("shared texts in several blocks keep their numbers", () => {
  const texts = Array.from({ length: 5000 }, (_, i) => `${i}`.repeat(i % 4))
  const shared = sharedXml(texts.map((text) => `<si><t>${text}</t></si>`).join(""))
  const data = texts.map((_, i) => `<row r="${i + 2}"><c><v>1</v></c><c t="s"><v>${i}</v></c></row>`).join("")
  const rows = read(header("Guid", "Text") + data, { "xl/sharedStrings.xml": shared })
  expect(rows.map((row) => row[2] ?? "")).toEqual(texts)
})

const formats = [
  "yyyy\\-mm\\-dd",
  "[$-409]d/m/yy h:mm AM/PM;@",
  "hh:mm:ss",
  "[h]:mm",
  "0.00&quot;days&quot;",
  "General"
]
const formatsOfCells = [0, 14, 22, 18, 4, ...formats.map((_, i) => 164 + i), 27]
const styles = stylesXml(Object.fromEntries(formats.map((code, i) => [164 + i, code])), formatsOfCells)

test("the number format of a cell decides whether it is a date", () => {
  const cells = formatsOfCells.map((_, i) => `<c s="${i}"><v>45351.75</v></c>`).join("")
  const date = "2024-02-29T18:00:00"
  expect(cellsOf(cells, { "xl/styles.xml": styles })).toEqual([
    45351.75,
    date,
    date,
    date,
    45351.75,
    date,
    date,
    date,
    45351.75,
    45351.75,
    45351.75,
    date
  ])
})

test.each([
  [1, false, "1900-01-01"],
  [59, false, "1900-02-28"],
  [60, false, { fault: "The cell shows 1900-02-29, a day that does not exist." }],
  [61, false, "1900-03-01"],
  [0, false, "00:00:00"],
  [0.354166666666667, false, "08:30:00"],
  [0.5000001, false, "12:00:00.009"],
  [45_352 - 1e-11, false, "2024-03-01"],
  [2958465, false, "9999-12-31"],
  [2958466, false, { fault: "The number 2958466 of the cell is no date." }],
  [-1, false, { fault: "The number -1 of the cell is no date." }],
  [1e300, false, { fault: "The number 1e+300 of the cell is no date." }],
  [0, true, "1904-01-01"],
  [60, true, "1904-03-01"],
  [43889.5, true, "2024-02-29T12:00:00"]
] as const)("day %d, from 1904: %j, is %j", (days, isFrom1904, text) => {
  const workbook = workbookXml([["Sheet1", "s1"]], isFrom1904 ? `<workbookPr date1904="1"/>` : "")
  expect(cellsOf(`<c s="1"><v>${days}</v></c>`, { "xl/workbook.xml": workbook, "xl/styles.xml": styles })).toEqual([
    text
  ])
})

test("rows and cells without numbers follow the preceding ones, and short rows are filled", () => {
  expect(
    read(
      `<row><c t="inlineStr"><is><t>A</t></is></c><c r="C1" t="inlineStr"><is><t>C</t></is></c></row>` +
        `<row r="4" hidden="1"><c r="B4"><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row><row><c><v>4</v></c></row>` +
        `<row><c s="1"/></row><row><c r="XFD7"><v>5</v></c></row><row/>`
    )
  ).toEqual([
    [4, null, 1, 2],
    [5, 4, null, null]
  ])
})

test("numeric headers become texts, and columns without a header keep their place", () => {
  const data = `<row r="1"><c r="B1"><v>2</v></c><c r="D1" t="b"><v>1</v></c></row>`
  expect(sheetOf(archiveOf(partsOf(data))).headers).toEqual(["", "2", "", "true"])
})

const sheetsOf = (...sheets: ReadonlyArray<readonly [name: string, attributes?: string]>) =>
  archiveOf({
    ...partsOf(""),
    "xl/workbook.xml": workbookXml(sheets.map(([name, attributes = ""], i) => [name, `s${i}`, attributes])),
    "xl/_rels/workbook.xml.rels": rels(
      ...sheets.map(
        ([name], i) => [`s${i}`, name === "Chart" ? "chartsheet" : "worksheet", `worksheets/${i}.xml`] as const
      )
    ),
    ...Object.fromEntries(sheets.map(([name], i) => [`xl/worksheets/${i}.xml`, sheetXml(header(name, "x"))]))
  })

test("the table is the sheet Products, else the first visible worksheet other than About", () => {
  expect(sheetOf(sheetsOf(["First"], ["Products", `state="hidden"`])).headers[0]).toBe("Products")
  expect(
    sheetOf(sheetsOf(["Hidden", `state="veryHidden"`], ["Chart"], ["About"], ["Second"], ["Third"])).headers[0]
  ).toBe("Second")
})

test("About is read as a map of its first two columns", () => {
  const about =
    `<row><c t="inlineStr"><is><t>Version</t></is></c><c t="inlineStr"><is><t>v1</t></is></c><c><v>9</v></c></row>` +
    `<row/><row><c t="inlineStr"><is><t>Rows</t></is></c><c><v>12</v></c></row>` +
    `<row><c t="inlineStr"><is><t>Rows</t></is></c><c><v>13</v></c></row><row><c r="B5"><v>1</v></c></row>`
  const { about: map, format } = sheetOf(
    archiveOf({
      ...partsOf(header("Guid")),
      "xl/workbook.xml": workbookXml([
        ["Sheet1", "s1"],
        ["About", "s2"]
      ]),
      "xl/_rels/workbook.xml.rels": rels(
        ["s1", "worksheet", "worksheets/sheet1.xml"],
        ["s2", "worksheet", "worksheets/sheet2.xml"]
      ),
      "xl/worksheets/sheet2.xml": sheetXml(about)
    })
  )
  expect([format, [...map]]).toEqual([
    "xlsx",
    [
      ["Version", "v1"],
      ["Rows", "12"]
    ]
  ])
})

test("paths of parts are absolute or relative, in any case, and external targets are ignored", () => {
  const external = `<Relationship Id="x" Type="a/worksheet" Target="http://a/b" TargetMode="External"/>`
  const { "xl/worksheets/sheet1.xml": sheet, ...rest } = partsOf(header("Guid"))
  for (const target of ["/xl/Sheets/S.xml", "./sheets/S.XML", "../XL/sheets/s.xml", "sheets//s.xml"]) {
    const archive = archiveOf({
      ...rest,
      "xl/sheets/s.xml": sheet,
      "xl/_rels/workbook.xml.rels": relationships(external + relationship("s1", "worksheet", target))
    })
    expect(sheetOf(archive).headers).toEqual(["Guid"])
  }
})

test("prefixes, strict namespaces, other namespaces, comments and UTF-16 are read", () => {
  const strict = "http://purl.oclc.org/ooxml"
  const sheet =
    `<?xml version="1.0" encoding="UTF-16"?><x:worksheet xmlns:x="${strict}/spreadsheetml/main" xmlns:o="urn:other">` +
    `<x:sheetData><!-- a --><x:row r="1"><x:c t="inlineStr"><x:is><x:t>é</x:t><o:t>no</o:t></x:is></x:c></x:row>` +
    `<o:row r="2"><x:c><x:v>1</x:v></x:c></o:row><x:row r="2"><x:c><x:v>1<?a b?>2<!-- c --></x:v></x:c></x:row>` +
    `</x:sheetData></x:worksheet>`
  const workbook =
    `<workbook xmlns="${strict}/spreadsheetml/main" xmlns:rel="${strict}/officeDocument/relationships">` +
    `<sheets><sheet name="a" sheetId="1" rel:id="s1"/></sheets></workbook>`
  for (const text of [Buffer.from(`\ufeff${sheet}`, "utf16le"), Buffer.from(`\ufeff${sheet}`, "utf16le").swap16()]) {
    const read = sheetOf(archiveOf({ ...partsOf(""), "xl/workbook.xml": workbook, "xl/worksheets/sheet1.xml": text }))
    expect([read.headers, rowsOf(read)]).toEqual([["é"], [[2, 12]]])
  }
})
