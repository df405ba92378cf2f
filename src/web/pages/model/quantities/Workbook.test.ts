/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { strFromU8, unzipSync } from "fflate"
import { workbook } from "./Workbook.ts"

const partsOf = (bytes: Uint8Array): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]))

test("numbers are numbers, texts are texts whatever they begin with, and what is missing has no cell", () => {
  const rows = [
    ["Class", "Net volume m³"],
    ["=1+1 <&>\u0007", 1.5],
    [null, Number.NaN]
  ]
  const parts = partsOf(workbook([{ name: "Differences", heads: 1, rows }]))
  const sheet = parts["xl/worksheets/sheet1.xml"]!
  expect(sheet).toContain('<c r="A2" t="inlineStr"><is><t xml:space="preserve">=1+1 &lt;&amp;&gt;_x0007_</t></is></c>')
  expect(sheet).toContain('<c r="B2"><v>1.5</v></c>')
  expect(sheet).toContain('<row r="3"></row>')
  expect(sheet).toContain('ySplit="1" topLeftCell="A2"')
  expect(sheet).not.toContain("<f>")
})

test("each sheet is a part that the workbook names, and columns have letters beyond Z", () => {
  const wide = Array.from({ length: 28 }, (_, n) => n)
  const sheets = ["Sums", "About"].map((name) => ({ name, heads: 0, rows: [wide, ["x".repeat(40_000)]] }))
  const parts = partsOf(workbook(sheets))
  expect(parts["xl/workbook.xml"]).toContain('<sheet name="About" sheetId="2" r:id="rId2"/>')
  expect(parts["xl/_rels/workbook.xml.rels"]).toContain('Target="worksheets/sheet2.xml"')
  expect(parts["[Content_Types].xml"]).toContain("/xl/worksheets/sheet2.xml")
  expect(parts["xl/worksheets/sheet2.xml"]).toContain('<c r="AB1"><v>27</v></c>')
  expect(/<t[^>]*>(x+…)</.exec(parts["xl/worksheets/sheet2.xml"]!)![1]).toHaveLength(32_767)
})
