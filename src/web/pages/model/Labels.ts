import { texts } from "./ModelTexts.ts"

/** How a field is called where people read it. */
export const labelOf = (field: string): string => texts.fields[field] ?? field

/** The field that is meant by what was typed: one of the model by its name, else one by how it is called. */
export const fieldNamed = (typed: string, names: ReadonlyArray<string>): string => {
  if (names.includes(typed)) return typed
  const sought = typed.trim().toLowerCase()
  const found = Object.entries(texts.fields).find(([, label]) => label.toLowerCase() === sought)
  return found?.[0] ?? typed
}
