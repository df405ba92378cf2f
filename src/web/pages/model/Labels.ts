import { texts } from "./ModelTexts.ts"

/** Returns the label of a field. */
export const labelOf = (field: string): string => texts.fields[field] ?? field

/** Returns the field that the user typed: one with this name, else one with this label. */
export const fieldNamed = (typed: string, names: ReadonlyArray<string>): string => {
  if (names.includes(typed)) return typed
  const sought = typed.trim().toLowerCase()
  const found = Object.entries(texts.fields).find(([, label]) => label.toLowerCase() === sought)
  return found?.[0] ?? typed
}
