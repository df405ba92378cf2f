import type { ProductTable } from "../table/ProductTable.ts"
import type { CodeForm } from "./Forms.ts"
import type { View } from "./View.ts"

interface Placed {
  readonly identification: string
  /** The guid of the code above, null at the top or if it is not known. */
  readonly parentGuid: string | null
  /** Whether the code was deleted. The codes below it moved to the one above it. */
  readonly isDeleted: boolean
}

/** Returns all codes of the table and the view by guid. A table written before parents were kept has none of them. */
const treeOf = (table: ProductTable, { shared }: View): ReadonlyMap<string, Placed> =>
  table.keeperOf("codeSet").once(
    "tree of codes",
    () => {
      const tree = new Map<string, Placed>()
      const guids = table.codeGuids
      for (const [i, { identification, parent = -1 }] of table.codes.codes.entries()) {
        tree.set(guids[i]!, { identification, parentGuid: guids[parent] ?? null, isDeleted: false })
      }
      for (const [guid, now] of shared.references.codes) {
        const own = tree.get(guid)
        if (now === null) {
          if (own !== undefined) tree.set(guid, { ...own, isDeleted: true })
          continue
        }
        const { identification, parentGuid = own?.parentGuid ?? null } = now
        tree.set(guid, { identification, parentGuid, isDeleted: false })
      }
      return tree
    },
    shared
  )

/**
 * Returns a function that says whether a code is the one of this identification or guid, or below it. Codes of several
 * libraries may have the identification.
 */
export const below = (table: ProductTable, view: View, sent: string): ((code: CodeForm) => boolean) => {
  // An empty text is no identification.
  if (sent === "") return () => false
  const tree = treeOf(table, view)
  const known = new Map<string, boolean>()
  return (code) => {
    if (code.guid === sent || code.identification === sent) return true
    let isBelow = false
    /** The codes that were visited on the way up; a repeated code, which is a cycle, ends the search. */
    const met = new Set<string>()
    for (let at = tree.get(code.guid)?.parentGuid ?? null; at !== null && !met.has(at);) {
      const before = known.get(at)
      const placed = tree.get(at)
      isBelow = before ?? (placed?.isDeleted !== true && (at === sent || placed?.identification === sent))
      if (isBelow || before !== undefined) break
      met.add(at)
      at = placed?.parentGuid ?? null
    }
    for (const guid of met) known.set(guid, isBelow)
    return isBelow
  }
}
