import type { Edit } from "../../../domain/edits/Edit.ts"

type PropertyEdit = Extract<Edit, { readonly kind: "Property" }>

/**
 * The stored form of an edit. Only the first edit of a property in a text contains its set and name; later ones refer
 * to the number of that field, because names may be long and one property may have many edits.
 */
export type CompactEdit =
  | Exclude<Edit, PropertyEdit>
  | readonly [field: number, guid: string, now: PropertyEdit["now"], set?: string, name?: string]

/** Returns a function that converts the edits of one text, in their order, to the compact form. */
export const compacting = (): ((edit: Edit) => CompactEdit) => {
  const numbers = new Map<string, Map<string, number>>()
  let count = 0
  return (edit) => {
    if (edit.kind !== "Property") return edit
    const { guid, name, now, set } = edit
    const ofSet = numbers.getOrInsertComputed(set, () => new Map<string, number>())
    const known = ofSet.get(name)
    if (known !== undefined) return [known, guid, now]
    ofSet.set(name, count)
    return [count++, guid, now, set, name]
  }
}

/** Returns a function that restores the edits of one text, in their order. Edits of older texts are not compact. */
export const expanding = (): ((edit: CompactEdit | Edit) => Edit) => {
  const fields: Array<Pick<PropertyEdit, "set" | "name">> = []
  return (edit) => {
    if (!isCompact(edit)) return edit
    const [number, guid, now, set, name] = edit
    if (set !== undefined) fields[number] = { set, name: name! }
    const field = fields[number]!
    return { kind: "Property", guid, set: field.set, name: field.name, now }
  }
}

const isCompact = (edit: CompactEdit | Edit): edit is Extract<CompactEdit, ReadonlyArray<unknown>> =>
  Array.isArray(edit)
