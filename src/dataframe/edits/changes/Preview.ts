import type * as Either from "effect/Either"
import * as ChangesPage from "../../../domain/edits/ChangesPage.ts"
import type { Edit } from "../../../domain/edits/Edit.ts"
import type { ModelChange } from "../../../domain/edits/ModelVersion.ts"
import type { AnswerTooLarge } from "../../../domain/Errors.ts"
import { limits } from "../../../domain/Limits.ts"
import { within } from "../../query/AnswerBudget.ts"
import { JsonWriter } from "../../../runtime/JsonWriter.ts"
import * as Overlay from "../../query/Overlay.ts"
import type { View } from "../../query/View.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import type { NamedReferences } from "../judgement/NamedReferences.ts"
import type { Named } from "../overlay/EditText.ts"
import { type Parted, withNamed } from "../overlay/Layers.ts"
import { changesBetween } from "./Changes.ts"
import { netEdits } from "./NetEdits.ts"

export const guidsOf = ({ codes, locations, materials }: Named): NamedReferences => ({
  locations: [...locations.keys()],
  materials: [...materials.keys()],
  codes: [...codes.keys()]
})

/**
 * Returns the changes that edits would make in the caller's own view.
 *
 * @param table without edits
 * @param view with the caller's edits as its overlay
 * @param named the references that the edits name
 */
export const changesOf = (
  table: ProductTable,
  view: View,
  edits: ReadonlyArray<Edit>,
  named: Named
): ReadonlyArray<ModelChange> => {
  const overlay = Overlay.add(view.overlay, edits)
  const after = { ...view, shared: withNamed(view.shared, named), overlay }
  return changesBetween({ table, view }, { table, view: after }).changes
}

/**
 * Returns the net changes that the caller would have after the edits, compared with what is public.
 *
 * @param table without edits
 * @param own the published part of the caller's view, and the caller's edits so far
 * @param named the references that the edits name
 */
export const netChangesOf = (
  table: ProductTable,
  { personal, view }: Pick<Parted, "personal" | "view">,
  edits: ReadonlyArray<Edit>,
  named: Named
): ReadonlyArray<ModelChange> =>
  netEdits(table, { ...view, shared: withNamed(view.shared, named) }, [...personal, ...edits]).changes

/**
 * Writes the body of the answer to a dry run: the members of `outcome`, and the first changes. Fails with
 * `AnswerTooLarge` if it exceeds `most` bytes.
 */
export const written = (
  outcome: object,
  changes: ReadonlyArray<ModelChange>,
  most: number
): Either.Either<Uint8Array<ArrayBuffer>, AnswerTooLarge> =>
  within(() => {
    const out = new JsonWriter(small, most)
    out.raw(`${JSON.stringify(outcome).slice(0, -1)},"changes":[`)
    for (const [i, change] of changes.slice(0, limits.changesOfDryRun.most).entries()) {
      out.raw((i === 0 ? "" : ",") + ChangesPage.cellJson(change))
    }
    out.raw("]}")
    return out.finish()
  })

const small = 4096
