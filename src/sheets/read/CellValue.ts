import { quoted } from "../../domain/Quoted.ts"
import { isClean } from "../../domain/Text.ts"
import type { DateKind } from "./DateFormats.ts"
import { dateTextOf } from "./DateText.ts"
import type { SharedStrings } from "./SharedStrings.ts"
import type { SheetCell } from "./Sheet.ts"
import { unescaped } from "./TextElements.ts"

/** Parts of the workbook that cells refer to. */
export interface CellContext {
  readonly strings: SharedStrings
  readonly dateKinds: ReadonlyArray<DateKind>
  readonly isFrom1904: boolean
}

/** A cell in the form in which the sheet contains it. */
export interface WrittenCell {
  readonly type: string
  readonly style: string | undefined
  /** The text of `v`, or null if there is none. */
  readonly value: string | null
  /** The text of `is`, or null if there is none. */
  readonly inline: string | null
  readonly hasFormula: boolean
}

const noResult = { fault: "The formula of the cell has no stored result." }
/** Each digit can match only one part of the expression, so matching takes linear time. */
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,9})?$/

const unreadable = (value: string): SheetCell => ({ fault: `The value ${quoted(value)} of the cell cannot be read.` })

const numberOf = (value: string, style: string | undefined, context: CellContext): SheetCell => {
  const read = number.test(value) ? Number(value) : Number.NaN
  if (!Number.isFinite(read)) return unreadable(value)
  const kind = context.dateKinds[Number(style ?? 0)] ?? null
  return kind === null ? read : dateTextOf(read, kind, context.isFrom1904)
}

const sharedOf = (value: string, { strings }: CellContext): SheetCell =>
  (/^\d{1,9}$/.test(value) ? strings.at(Number(value)) : undefined) ?? {
    fault: `The cell refers to the shared text ${quoted(value)}, which the workbook does not have.`
  }

const booleans = new Map([
  ["0", false],
  ["1", true],
  ["false", false],
  ["true", true]
])

/** A workbook can write any UTF-16 unit as `_xHHHH_`, including units that no text may contain. */
const unclean = { fault: "The text of the cell has NUL or a lone surrogate." }

const textOf = (text: string): SheetCell => {
  if (text === "") return null
  return isClean(text) ? text : unclean
}

/** Returns the value of a cell. An empty text is null. The stored result of a formula is its value. */
export const valueOf = (cell: WrittenCell, context: CellContext): SheetCell => {
  const { hasFormula, inline, style, type, value } = cell
  if (type === "inlineStr") return textOf(inline ?? "")
  // A formula may have an empty text as its result, which is stored as a text.
  if (type === "str" && value !== null) return textOf(unescaped(value))
  const trimmed = value?.trim() ?? ""
  if (trimmed === "") return hasFormula ? noResult : null
  switch (type) {
    case "n":
      return numberOf(trimmed, style, context)
    case "s": {
      const text = sharedOf(trimmed, context)
      return typeof text === "string" ? textOf(text) : text
    }
    case "b":
      return booleans.get(trimmed) ?? unreadable(trimmed)
    case "d":
      return trimmed
    case "e":
      return { fault: `The cell has the error ${quoted(trimmed)}.` }
    default:
      return { fault: `The cell has the unknown type ${quoted(type)}.` }
  }
}
