import type { EditedValue } from "../../../domain/edits/Edit.ts"
import type { FieldDataType } from "../../../domain/products/FieldDetail.ts"
import type { Scalar } from "../../../domain/products/Filter.ts"
import { amountOf } from "../../../domain/Limit.ts"
import { limits } from "../../../domain/Limits.ts"
import { isObject, type SentValue } from "../../../domain/edits/Modification.ts"
import { quoted } from "../../../domain/Quoted.ts"
import { textOf } from "../../query/Matcher.ts"
import { booleanOf, itemsIn, numberOf } from "./ListItems.ts"
import { invalid, type Refusal } from "./Refusal.ts"
import type { ValueType } from "./ValueType.ts"

type Given = string | number | boolean

/** The largest text, in bytes: an export writes it into a file, where longer texts are cut. */
const mostBytes = limits.textOfFile.most

export const isRefusal = (result: unknown): result is Refusal =>
  typeof result === "object" && result !== null && "error" in result

/**
 * Returns the value that was sent, either bare or as an object in the form that reads return. An empty text becomes
 * null.
 */
export const scalarOf = (sent: SentValue, member: "Value" | "SpatialLocationId" | "MaterialId"): Scalar | Refusal => {
  if (isObject(sent) && !Object.hasOwn(sent.members, member)) return invalid(`The value has no ${member}.`)
  const value = isObject(sent) ? sent.members[member] : sent
  if (value === null || value === "") return null
  return typeof value === "object" || value === undefined
    ? invalid("The value is no text, number, boolean or null.")
    : (value as Given)
}

/** Returns a refusal if the text is too long, else null. */
export const tooLong = (text: string): Refusal | null =>
  text.length * 3 > mostBytes && Buffer.byteLength(text) > mostBytes
    ? invalid(`The text is over ${amountOf(limits.textOfFile)}.`)
    : null

/** Converts a value to the type of its cell, or returns a refusal. */
export const edited = (sent: Scalar, cell: ValueType): EditedValue | Refusal => {
  const { quantity, unit } = cell
  if (sent === null) {
    return quantity
      ? invalid("A quantity has a number; to take it away, delete it.")
      : { value: null, type: cell.type ?? "String", quantity, unit }
  }
  const type = cell.type ?? typeOf(sent)
  const value = convert(sent, type, cell)
  return isRefusal(value) ? value : { value, type, quantity, unit }
}

const typeOf = (value: Given): FieldDataType =>
  typeof value === "number" ? "Real" : typeof value === "boolean" ? "Boolean" : "String"

const convert = (sent: Given, type: FieldDataType, cell: ValueType): EditedValue["value"] | Refusal => {
  switch (type) {
    case "Boolean":
      return booleanOf(sent) ?? invalid(`${quoted(textOf(sent))} is no boolean.`)
    case "Integer":
    case "Real": {
      const number = numberOf(sent)
      if (number === null) return invalid(`${quoted(textOf(sent))} is no number.`)
      return type === "Integer" && !Number.isSafeInteger(number)
        ? invalid(`${quoted(textOf(sent))} is no integer below 2^53.`)
        : number
    }
    default:
      return textsOf(textOf(sent), type === "Enum", cell)
  }
}

const textsOf = (
  text: string,
  isEnum: boolean,
  { isList, items: itemType, words }: ValueType
): EditedValue["value"] | Refusal => {
  const long = tooLong(text)
  if (long !== null) return long
  if (!isEnum && itemType !== null) {
    return itemsIn(text, itemType) ?? invalid(`${quoted(text)} is no list of the type ${itemType}.`)
  }
  if (!isEnum) return isList && text.includes("; ") ? text.split("; ") : text
  const items = words.has(text) ? [text] : text.split("; ")
  const unknown = words.size === 0 ? undefined : items.find((item) => !words.has(item))
  if (unknown !== undefined) return invalid(`${quoted(unknown)} is no word of the enumeration.`)
  return items.length === 1 ? text : items
}
