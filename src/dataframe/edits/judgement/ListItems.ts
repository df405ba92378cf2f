import type { ItemType } from "../../../domain/models/ModelContent.ts"
import { decimal } from "../../query/Matcher.ts"

type Item = number | boolean

/** Returns a text or value as a boolean, in any case of letters, or null if it is none. */
export const booleanOf = (sent: string | Item): boolean | null => {
  if (typeof sent !== "string") return typeof sent === "boolean" ? sent : null
  const lower = sent.length <= 5 ? sent.toLowerCase() : ""
  return lower === "true" ? true : lower === "false" ? false : null
}

/** Returns a decimal text or value as a number, or null if it is none. */
export const numberOf = (sent: string | Item): number | null => {
  const number = typeof sent === "string" && decimal.test(sent) ? Number(sent) : sent
  if (typeof number !== "number" || !Number.isFinite(number)) return null
  return number === 0 ? 0 : number
}

/** Returns an item of a list by its type, or null if the text is none of that type. */
const itemOf = (text: string, type: ItemType): Item | null => {
  if (type === "Boolean") return booleanOf(text)
  const number = numberOf(text)
  return type === "Integer" && !Number.isSafeInteger(number) ? null : number
}

/** Returns the items of a list that is written as one text, or null if one of them is not of the type. */
export const itemsIn = (text: string, type: ItemType): ReadonlyArray<Item> | null => {
  const items: Array<Item> = []
  for (const part of text.split("; ")) {
    const item = itemOf(part, type)
    if (item === null) return null
    items.push(item)
  }
  return items
}
