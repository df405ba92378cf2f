import { measured } from "./Units.ts"

type Shape = Readonly<Record<string, unknown>>

const isShape = (value: unknown): value is Shape => typeof value === "object" && value !== null

const scalar = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value)

/** From the nearest on: a product in a space is in its floor. */
const levels = ["Space", "Floor", "Building", "Site"]

/**
 * The plain value of a cell: what a property has, the nearest place, the layers, the codes (contract section 5, Forms);
 * null where there is none.
 */
export const valueOf = (cell: unknown): string | number | boolean | null => {
  if (!isShape(cell)) return (cell ?? null) as string | number | boolean | null
  if ("Value" in cell) return valueOf(cell["Value"])
  if ("SpatialLocationId" in cell) return valueOf(levels.map((level) => cell[level]).find((name) => name !== null))
  if ("Layers" in cell) return scalar(cell["Layers"]) || (valueOf(cell["Name"]) ?? null)
  if (Array.isArray(cell)) return cell.map((one) => scalar(isShape(one) ? one["Name"] : one)).join("; ")
  const codes = Object.values(cell).filter(isShape)
  return codes.length === 0
    ? null
    : codes.map((code) => `${scalar(code["Identification"])} ${scalar(code["Name"])}`.trim()).join("; ")
}

/** The cell as its reader sees it, numbers as the locale writes them. */
export const textOf = (cell: unknown): string => {
  const value = valueOf(cell)
  return typeof value === "number" ? measured(value) : scalar(value)
}

/** The cell as other programs read it. */
export const rawTextOf = (cell: unknown): string => scalar(valueOf(cell))

/**
 * Lines of cells with a separator between (RFC 4180): quoted where they hold it, a quote or a line's end. What a
 * spreadsheet would take for a formula is kept from that by an apostrophe.
 */
export const separated = (lines: ReadonlyArray<ReadonlyArray<string>>, separator: string): string =>
  lines
    .map((cells) =>
      cells
        .map((text) => (/^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text))
        .map((text) => (text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
        .join(separator)
    )
    .join("\r\n")
