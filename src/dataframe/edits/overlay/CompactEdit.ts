import type { Edit } from "../../../domain/edits/Edit.ts"

type PropertyEdit = Extract<Edit, { readonly kind: "Property" }>

/**
 * An edit as texts of edits have it. Of a property its set and name stand in the first edit of it alone, later ones have
 * the number of that field: names may be long, and edits of one are many.
 */
export type CompactEdit =
  | Exclude<Edit, PropertyEdit>
  | readonly [field: number, guid: string, now: PropertyEdit["now"], set?: string, name?: string]

/** Makes edits of one text compact, in their order. */
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

/** Reads edits of one text, in their order; those of older texts are whole. */
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
