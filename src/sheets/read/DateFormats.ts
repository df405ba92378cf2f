import { limits } from "../../domain/Limits.ts"
import type { Parts } from "./Parts.ts"
import { beyond } from "./SheetFault.ts"
import * as Xml from "./Xml.ts"

/** The kind of a number format that shows a number of days as a date, as a time of day, or as neither. */
export type DateKind = "date" | "time" | null

/**
 * Returns the kind of the formats that every workbook has by number (ISO/IEC 29500-1, 18.8.30), including those of East
 * Asian languages.
 */
const builtIn = (id: number): DateKind => {
  if ((id >= 14 && id <= 17) || id === 22) return "date"
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return "time"
  if ((id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || id === 57 || id === 58) return "date"
  return (id >= 32 && id <= 35) || id === 55 || id === 56 ? "time" : null
}

/**
 * Returns the kind of a format code such as `yyyy\-mm\-dd`. A duration (`[h]:mm`) is neither date nor time of day.
 * Texts in quotes, escaped characters, colours and locales are not interpreted as dates.
 */
const kindOf = (code: string): DateKind => {
  const first = code
    .slice(0, longestCode)
    .replace(/"[^"]*"|\\.|[_*]./gs, "")
    .split(";")[0]!
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return null
  const letters = first.replace(/\[[^[\]]*\]/g, "").replace(/general/gi, "")
  if (/[yd]/i.test(letters)) return "date"
  if (/[hs]/i.test(letters)) return "time"
  return /m/i.test(letters) ? "date" : null
}

/** Codes have at most 255 characters in Excel. */
const longestCode = 1000

/** Returns the kind of date for each style to which cells can refer. Throws `SheetFault`. */
export const dateKindsOf = (parts: Parts, part: string | undefined): ReadonlyArray<DateKind> => {
  if (part === undefined || !parts.has(part)) return []
  const own = new Map<number, DateKind>()
  const ids: Array<number> = []
  let count = 0
  let isInCellFormats = false
  Xml.parseAll(part, parts.read(part), {
    open: (element, attributes) => {
      if (element === "cellXfs") isInCellFormats = true
      if (element === "numFmt") own.set(Number(attributes("numFmtId")), kindOf(attributes("formatCode") ?? ""))
      if (element === "xf" && isInCellFormats) ids.push(Number(attributes("numFmtId") ?? 0))
      if (element === "numFmt" || element === "xf") count++
      if (count > limits.stylesOfWorkbook.most) throw beyond(limits.stylesOfWorkbook)
    },
    close: (element) => {
      if (element === "cellXfs") isInCellFormats = false
    },
    text: () => {}
  })
  return ids.map((id) => own.get(id) ?? (own.has(id) ? null : builtIn(id)))
}
