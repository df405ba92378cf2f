import { expect, test } from "bun:test"
import { limits } from "../../domain/Limits.ts"
import { archiveOf, faultOf, header, partsOf, rowsOf, sharedXml, sheetOf, stylesXml } from "./testing/MadeWorkbook.ts"

// The padding keeps the archive from being refused for its compression ratio.
const padding = crypto.getRandomValues(new Uint8Array(65_536))

/** Returns a workbook with two headers and these cells below them. */
const made = (cells: string, parts: Readonly<Record<string, string>> = {}) =>
  archiveOf({ ...partsOf(`${header("Guid", "Name")}<row r="2">${cells}</row>`), ...parts, padding })

// The test would take hours if the time were quadratic.
test("long cells of digits and of spaces are read in linear time", () => {
  const digits = "1".repeat(1_000_000)
  const text = `a${" ".repeat(1_000_000)}b`
  expect(rowsOf(sheetOf(made(`<c><v>${digits}x</v></c><c t="inlineStr"><is><t> ${text}\n</t></is></c>`)))).toEqual([
    [2, { fault: `The value "${digits.slice(0, 80)}…" of the cell cannot be read.` }, text]
  ])
})

test.each(["constructor", "__proto__", "2", "TRUE"])("a boolean cell with the value %s cannot be read", (value) => {
  expect(rowsOf(sheetOf(made(`<c t="b"><v>${value}</v></c>`)))).toEqual([
    [2, { fault: `The value "${value}" of the cell cannot be read.` }, null]
  ])
})

test.each(["_x0000_", "_xD800_", "_xDE00__xD83D_"])("a text with %s cannot be read", (text) => {
  const bad = `<c t="inlineStr"><is><t>a${text}</t></is></c>`
  const parts = { "xl/sharedStrings.xml": sharedXml(`<si><t>${text}b</t></si>`) }
  const fault = { fault: "The text of the cell has NUL or a lone surrogate." }
  for (const cells of [`<c r="A2" t="s"><v>0</v></c>${bad}`, `<c t="str"><f>A1</f><v>${text}</v></c>${bad}`]) {
    expect(rowsOf(sheetOf(made(cells, parts)))).toEqual([[2, fault, fault]])
  }
  expect(faultOf(archiveOf(partsOf(header("Guid", text))))).toEqual({
    kind: "InvalidBody",
    details: `A header cannot be read. ${fault.fault}`
  })
})

test("a character may be written as two surrogates", () => {
  const cells = `<c t="inlineStr"><is><t>_xD83D__xDE00_</t></is></c>`
  expect(rowsOf(sheetOf(made(cells)))).toEqual([[2, "😀", null]])
})

test("number formats are counted, even if all have the same number", () => {
  const formats = `<numFmt numFmtId="164" formatCode="0"/>`.repeat(limits.stylesOfWorkbook.most + 1)
  const styles = stylesXml({}, []).replace("<numFmts>", `<numFmts>${formats}`)
  expect(faultOf(made("<c/>", { "xl/styles.xml": styles }))).toEqual({
    kind: "LimitExceeded",
    details: "A workbook has at most 200,000 cell and number formats."
  })
})
