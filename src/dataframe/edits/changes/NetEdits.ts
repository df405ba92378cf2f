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
 * Returns the net edits of a user: those that change a cell of an existing product compared with the published state,
 * and the changes they make. All codes of a product count as one edit. The locations of all products within one whole
 * count as one cell: if one of them moves, the location edits of all of them are net.
 *
 * @param view with the published edits as its overlay
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
    // Codes of the type that the first own ones took along show no change, but the product needs them as its own.
    if (edit.kind === "Codes" || (edit.kind === "Code" && edit.now)) return recoded.has(edit.guid)
    if (edit.kind === "SpatialLocation") return moved.has(wholeOf(edit.guid))
    return changed.get(keyOf(fieldOf(edit)))?.has(edit.guid) ?? false
  }
  const codes = new Map(own.codes.entries().map(([guid, now]) => [guid, combined(now)]))
  return {
    edits: Overlay.edits({ ...own, codes })
      .filter(isNet)
      .toArray(),
    changes
  }
}

/**
 * Returns whether an edit refers to no deleted location or material. Deleted codes need no check, as cells do not show
 * them.
 */
const namesNothingGone = (view: View, edit: Edit): boolean => {
  if (edit.kind === "SpatialLocation") return locationNow(view, edit.now) !== null
  if (edit.kind !== "Material" || typeof edit.now !== "string") return true
  return view.shared.references.materials.get(edit.now) !== null
}

/** Combines the edits of a product's codes into one list if they replace all codes. */
const combined = (now: Overlay.CodesNow): Overlay.CodesNow => {
  if (now.all === null) return now
  const all = new Set(now.all).difference(now.removed).union(now.added)
  return { all: [...all], added: new Set(), removed: new Set() }
}

/**
 * Returns a function that finds the row of the outermost whole that contains a product, or of the product itself if it
 * is not a part. It returns -1 if the product does not exist.
 */
const wholes = ({ wholes }: ProductTable, after: ProductTable): ((guid: string) => number) => {
  const rowOf = rowsByGuid(after)
  return (guid) => {
    let row = rowOf(guid)
    for (let depth = 0; row !== -1 && wholes[row] !== -1 && depth < deepest; depth++) row = wholes[row]!
    return row
  }
}
