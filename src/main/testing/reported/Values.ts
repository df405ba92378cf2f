import { type Json, type JsonObject, textOf } from "../../../../spec-tests/harness/Answer.ts"

/**
 * Returns whether two numbers differ by at most a part of the larger one, or by as much in absolute terms near zero.
 */
export const near = (actual: number, expected: number, tolerance: number): boolean =>
  Math.abs(actual - expected) <= tolerance * Math.max(Math.abs(expected), tolerance)

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Returns the part of a cell that an expected value describes: the identifications of codes, the value of a property,
 * or all.
 */
const shown = (field: string, cell: Json | undefined, expected: Json): Json | undefined => {
  if (!isObject(cell)) return cell
  if (field === "Code" && Array.isArray(expected)) {
    return Object.values(cell)
      .map((code) => (isObject(code) ? textOf(code["Identification"]) : ""))
      .toSorted()
  }
  return "PropertyId" in cell && !isObject(expected) ? cell["Value"] : cell
}

/**
 * Returns whether a cell has the expected value: in objects only the expected members are compared, numbers to 1e-9.
 */
const holds = (cell: Json | undefined, expected: Json): boolean => {
  if (typeof expected === "number") return typeof cell === "number" && near(cell, expected, 1e-9)
  if (Array.isArray(expected)) {
    return Array.isArray(cell) && cell.length === expected.length && expected.every((part, i) => holds(cell[i], part))
  }
  if (!isObject(expected)) return cell === expected
  // An empty object means that there are no entries, such as the codes of a product without codes.
  if (Object.keys(expected).length === 0) return isObject(cell) && Object.keys(cell).length === 0
  return isObject(cell) && Object.entries(expected).every(([member, part]) => holds(cell[member], part))
}

/**
 * Returns whether a cell of M4 has the expected value. If several values are permitted, null is accepted only if the
 * report of the import names the field.
 */
export const cellHolds = (field: string, cell: Json | undefined, expected: Json, report: string): boolean => {
  if (!isObject(expected) || !Array.isArray(expected["oneOf"])) {
    // For an attribute or a property that the product lacks, null matches an object of nulls.
    return holds(shown(field, cell, expected), expected)
  }
  const choices: ReadonlyArray<Json> = expected["oneOf"]
  return choices.some(
    (choice) => holds(shown(field, cell, choice), choice) && (choice !== null || report.includes(field))
  )
}
