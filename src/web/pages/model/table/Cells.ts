import { decimalPoint } from "../../../words/Format.ts"
import { texts } from "../ModelTexts.ts"
import { measured } from "../Units.ts"
import { ownOf } from "../../../words/Own.ts"

type Shape = Readonly<Record<string, unknown>>

const isShape = (value: unknown): value is Shape => typeof value === "object" && value !== null

/** Returns a scalar as text, as JSON writes it; null is an empty text. */
export const scalar = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value)

/** Spatial levels, the innermost first: a product in a space is also on its floor. */
const levels = ["Space", "Floor", "Building", "Site"]

/** Returns the model that a cell of a project's table names; null if it is another cell. */
export const modelIn = (cell: unknown): { readonly id: string; readonly name: string } | null =>
  isShape(cell) && "ModelId" in cell ? { id: scalar(cell["ModelId"]), name: scalar(cell["Name"]) } : null

/**
 * Returns the plain value of a cell: the value of a property, the nearest location, the layers, or the codes (contract
 * section 5, Forms). Returns null if there is none.
 */
export const valueOf = (cell: unknown): string | number | boolean | null => {
  if (!isShape(cell)) return (cell ?? null) as string | number | boolean | null
  if ("Value" in cell) return valueOf(cell["Value"])
  if ("SpatialLocationId" in cell) return valueOf(levels.map((level) => cell[level]).find((name) => name !== null))
  if ("ModelId" in cell) return modelIn(cell)?.name ?? null
  if ("Layers" in cell) return scalar(cell["Layers"]) || (valueOf(cell["Name"]) ?? null)
  if (Array.isArray(cell)) return cell.map((one) => scalar(isShape(one) ? one["Name"] : one)).join("; ")
  const codes = Object.values(cell).filter(isShape)
  return codes.length === 0
    ? null
    : codes.map((code) => `${scalar(code["Identification"])} ${scalar(code["Name"])}`.trim()).join("; ")
}

/**
 * Returns the layers of a product with the unit of their thickness; null if none has a thickness.
 *
 * @param layers the cell of the field `MaterialLayers`
 * @param unit the symbol of the unit; empty if it is unknown
 */
export const layersText = (layers: unknown, unit: string): string | null => {
  if (!Array.isArray(layers) || !layers.some((layer) => isShape(layer) && typeof layer["Thickness"] === "number"))
    return null
  return layers
    .filter(isShape)
    .map(({ Name, Thickness }) =>
      typeof Thickness === "number" ? `${scalar(Name)} ${measured(Thickness)} ${unit}`.trim() : scalar(Name)
    )
    .join(" | ")
}

/** Returns a truth value in the language of the page; any other text as it is. */
export const truthText = (text: string): string => ownOf(texts.editing.words, text) ?? text

/** Returns the text of a cell as shown to the user, with numbers in the user's locale and truth values in words. */
export const textOf = (cell: unknown): string => {
  const value = valueOf(cell)
  if (typeof value === "boolean") return truthText(String(value))
  return typeof value === "number" ? measured(value) : scalar(value)
}

/**
 * Returns the text of a cell as the user would type it: numbers with all of their digits and the user's decimal point.
 * Editors and pasted blocks read it in the same way, and so do spreadsheets of the same locale.
 */
export const typeableTextOf = (cell: unknown, point = decimalPoint): string => {
  const value = valueOf(cell)
  return typeof value === "number" ? scalar(value).replace(".", point) : scalar(value)
}

const number = /^[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?$/

/**
 * Joins lines of cells with tabs, for the clipboard. A cell with a tab, a quote or a line break is quoted. An apostrophe
 * keeps spreadsheets from evaluating a cell as a formula.
 */
export const tabbed = (lines: ReadonlyArray<ReadonlyArray<string>>): string =>
  lines
    .map((cells) =>
      cells
        .map((text) => (/^'*[=+\-@\t\r]/.test(text) && !number.test(text) ? `'${text}` : text))
        .map((text) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
        .join("\t")
    )
    .join("\r\n")
