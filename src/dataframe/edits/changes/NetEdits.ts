import type { Edit } from "../../../domain/edits/Edit.ts"
import { fieldOf, keyOf } from "../../../domain/edits/EditedField.ts"
import type { ModelChange } from "../../../domain/edits/ModelVersion.ts"
import * as Overlay from "../../query/Overlay.ts"
import { locationNow, type View } from "../../query/View.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { changesBetween } from "./Changes.ts"
import { deepest } from "../overlay/EditedReferences.ts"
import * as EditedTable from "../overlay/EditedTable.ts"
import { rowsByGuid } from "../overlay/ProductRows.ts"

interface NetEdits {
  readonly edits: ReadonlyArray<Edit>
  readonly changes: ReadonlyArray<ModelChange>
}

/**
 * What is left of a user's edits where they are laid over what is public: those that make another cell of a product
 * that is there. All codes of a product are one edit. Of products within one whole the places are one cell: one that
 * moves any of them is net, and so are the others within that whole.
 *
 * @param view with what is public laid over the table
 */
export const netEdits = (table: ProductTable, view: View, personal: Iterable<Edit>): NetEdits => {
  const edits = Array.from(personal).filter((edit) => namesNothingGone(view, edit))
  const own = Overlay.add(Overlay.empty, edits)
  const overlay = Overlay.add(view.overlay, edits)
  const { changes } = changesBetween({ table, view }, { table, view: { ...view, overlay } })
  const wholeOf = wholes(table, EditedTable.of(table, overlay))
  const changed = new Map<string, Set<string>>()
  for (const { field, guid } of changes) changed.getOrInsertComputed(keyOf(field), () => new Set()).add(guid)
  const recoded = new Set(changes.filter(({ field }) => field.kind === "Code").map(({ guid }) => guid))
  const moved = new Set(
    changes.filter(({ field }) => field.kind === "SpatialLocation").map(({ guid }) => wholeOf(guid))
  )
  const isNet = (edit: Edit): boolean => {
    if (edit.kind === "Codes") return recoded.has(edit.guid)
    if (edit.kind === "SpatialLocation") return moved.has(wholeOf(edit.guid))
    return changed.get(keyOf(fieldOf(edit)))?.has(edit.guid) ?? false
  }
  const codes = new Map(own.codes.entries().map(([guid, now]) => [guid, settled(now)]))
  return {
    edits: Overlay.edits({ ...own, codes })
      .filter(isNet)
      .toArray(),
    changes
  }
}

/** Whether it names no location or material that is gone. Codes that are gone are no cells of a product anyway. */
const namesNothingGone = (view: View, edit: Edit): boolean => {
  if (edit.kind === "SpatialLocation") return locationNow(view, edit.now) !== null
  if (edit.kind !== "Material" || typeof edit.now !== "string") return true
  return view.shared.references.materials.get(edit.now) !== null
}

/** All codes of a product as one list, where edits say all. */
const settled = (now: Overlay.CodesNow): Overlay.CodesNow => {
  if (now.all === null) return now
  const all = new Set(now.all).difference(now.removed).union(now.added)
  return { all: [...all], added: new Set(), removed: new Set() }
}

/** The row of the product that is a part of nothing, and has this one within it; -1 where this one is gone. */
const wholes = ({ wholes }: ProductTable, after: ProductTable): ((guid: string) => number) => {
  const rowOf = rowsByGuid(after)
  return (guid) => {
    let row = rowOf(guid)
    for (let depth = 0; row !== -1 && wholes[row] !== -1 && depth < deepest; depth++) row = wholes[row]!
    return row
  }
}
