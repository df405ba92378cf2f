import { expect, test } from "bun:test"
import { limits } from "../../domain/Limits.ts"
import { archiveOf, faultOf, header, partsOf, rowsOf, sheetOf, stylesXml } from "./testing/MadeWorkbook.ts"

// An archive without it would be refused for its ratio.
const padding = crypto.getRandomValues(new Uint8Array(65_536))

/** Returns a workbook with two headers and these cells below them. */
const made = (cells: string, parts: Readonly<Record<string, string>> = {}) =>
  archiveOf({ ...partsOf(`${header("Guid", "Name")}<row r="2">${cells}</row>`), ...parts, padding })

// Quadratic work would take hours.
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

test("number formats are counted, even if all have the same number", () => {
  const formats = `<numFmt numFmtId="164" formatCode="0"/>`.repeat(limits.stylesOfWorkbook.most + 1)
  const styles = stylesXml({}, []).replace("<numFmts>", `<numFmts>${formats}`)
  expect(faultOf(made("<c/>", { "xl/styles.xml": styles }))).toEqual({
    kind: "LimitExceeded",
    details: "A workbook has at most 200,000 cell and number formats."
  })
})
