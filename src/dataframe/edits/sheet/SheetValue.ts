import type { Scalar } from "../../../domain/products/Filter.ts"
import { numberOf } from "../../../sheets/read/NumberText.ts"
import { mostOfCell, ofCell } from "../../../sheets/write/WorkbookText.ts"
import { near, textOf } from "../../query/Matcher.ts"
import { booleanOf } from "../judgement/ListItems.ts"

export type DecimalSeparator = "." | ","

const isNothing = (value: Scalar): value is null | "" => value === null || value === ""

/** Returns a text with line feeds for its line breaks: spreadsheet programs save each of them as one. */
const withLineFeeds = (text: string): string => (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text)

const isSameText = (text: string, value: string): boolean =>
  text === value || withLineFeeds(text) === withLineFeeds(value)

/** Returns whether the cell of a sheet has a value of the model (contract section 6), or the text that was cut of it. */
export const isEqual = (cell: Scalar, value: Scalar, decimal: DecimalSeparator): boolean => {
  if (isNothing(cell) || isNothing(value)) return isNothing(cell) && isNothing(value)
  if (typeof value === "boolean") return booleanOf(cell) === value
  if (typeof value === "string") {
    const text = textOf(cell)
    return isSameText(text, value) || (value.length > mostOfCell && isSameText(text, ofCell(value)))
  }
  const number = typeof cell === "string" ? numberOf(cell, decimal) : cell
  return typeof number === "number" && near(number, value)
}

/** Returns whether a text is as long as a cell of a workbook can be, and ends as texts do that were cut. */
export const isCut = (cell: Scalar): boolean =>
  typeof cell === "string" && cell.endsWith("…") && cell.length >= mostOfCell - 1

/** Returns whether a value is a text of blanks alone, which programs lose when they save a workbook. */
export const isBlank = (value: Scalar): boolean => typeof value === "string" && value.trim() === ""
