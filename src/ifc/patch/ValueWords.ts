import type { EditedValue } from "../../domain/edits/Edit.ts"
import type { Schema } from "../schema/Schema.ts"
import * as StepWord from "./StepWord.ts"

type Scalar = string | number | boolean

/** The most characters of an IfcLabel. */
const longestLabel = 255
const separator = "; "

/** Returns the keyword before a typed value, as the file has it, or null if there is none. */
export const typeOf = (argument: string): string | null => /^([A-Za-z]\w*)\s*\(/.exec(argument)?.[1] ?? null

const typeOfText = (text: string): string => (text.length > longestLabel ? "IFCTEXT" : "IFCLABEL")

const typeOfNew = (value: Scalar, { type }: EditedValue): string => {
  switch (type) {
    case "Integer":
      return "IFCINTEGER"
    case "Real":
      return "IFCREAL"
    case "Boolean":
      return "IFCBOOLEAN"
    default:
      return typeOfText(String(value))
  }
}

/** Returns a value as a literal of a type. */
const literal = (schema: Schema, type: string, value: Scalar): string => {
  switch (schema.literal(type.toUpperCase())) {
    case "real":
      return StepWord.real(Number(value))
    case "number":
      return StepWord.real(Number(value))
    case "integer":
      return String(Math.trunc(Number(value)))
    case "logical":
      return StepWord.logical(value === true || String(value).toLowerCase() === "true")
    default:
      return StepWord.text(String(value))
  }
}

/**
 * Types with a restricted range, each with the type for values outside it. Source: IFC 4.3, IfcMeasureResource, where
 * rules.
 */
const wider: Readonly<Record<string, readonly [type: string, holds: (value: number) => boolean]>> = {
  IFCPOSITIVELENGTHMEASURE: ["IFCLENGTHMEASURE", (value) => value > 0],
  IFCNONNEGATIVELENGTHMEASURE: ["IFCLENGTHMEASURE", (value) => value >= 0],
  IFCPOSITIVEPLANEANGLEMEASURE: ["IFCPLANEANGLEMEASURE", (value) => value > 0],
  IFCPOSITIVERATIOMEASURE: ["IFCRATIOMEASURE", (value) => value > 0],
  IFCNORMALISEDRATIOMEASURE: ["IFCRATIOMEASURE", (value) => value >= 0 && value <= 1],
  IFCPOSITIVEINTEGER: ["IFCINTEGER", (value) => value > 0],
  IFCHEATINGVALUEMEASURE: ["IFCREAL", (value) => value > 0],
  IFCPHMEASURE: ["IFCREAL", (value) => value >= 0 && value <= 14],
  IFCSPECULARROUGHNESS: ["IFCREAL", (value) => value >= 0 && value <= 1]
}

/** Returns the type, or a wider one if it cannot hold the value. */
const holding = (type: string, value: Scalar): string => {
  const word = type.toUpperCase()
  if (word === "IFCLABEL" || word === "IFCIDENTIFIER") {
    return String(value).length > longestLabel ? typeOfText(String(value)) : type
  }
  const [other, holds] = wider[word] ?? [type, () => true]
  return holds(Number(value)) ? type : other
}

/** Returns whether a value is of the right kind for a type. */
export const isOfType = (schema: Schema, type: string, value: Scalar): boolean => {
  switch (schema.literal(type.toUpperCase())) {
    case "integer":
      return Number.isSafeInteger(value)
    case "real":
    case "number":
      return Number.isFinite(value)
    case "logical":
      return typeof value === "boolean"
    case undefined:
    case "binary":
      return false
    default:
      return true
  }
}

/** Returns a value with its type: the previous type if it can hold the value. */
export const typed = (schema: Schema, before: string | null, value: Scalar, edited: EditedValue): string => {
  const known = before === null || !isOfType(schema, before, value) ? typeOfNew(value, edited) : before
  const type = holding(known, value)
  return StepWord.typed(type, literal(schema, type, value))
}

/** Returns an item that was sent as a text as a value of the type that the list has in the file, if it is one. */
export const fitted = (schema: Schema, type: string | null, item: Scalar): Scalar => {
  if (typeof item !== "string" || item.trim() === "") return item
  switch (schema.literal(type?.toUpperCase() ?? "")) {
    case "real":
    case "number":
    case "integer":
      return Number.isFinite(Number(item)) ? Number(item) : item
    case "logical":
      return item === "true" ? true : item === "false" ? false : item
    default:
      return item
  }
}

/** Returns the items of a list value, or the parts of its text. */
export const itemsOf = ({ value }: EditedValue): ReadonlyArray<Scalar> => {
  if (value === null) return []
  return typeof value === "object" ? value : typeof value === "string" ? value.split(separator) : [value]
}

/** Returns the single value of a cell. */
export const scalarOf = ({ value }: EditedValue): Scalar | null =>
  value !== null && typeof value === "object" ? value.join(separator) : value
