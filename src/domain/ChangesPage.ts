import { nameOf } from "./EditedField.ts"
import type { Scalar } from "./Filter.ts"
import type { ModelChange } from "./ModelVersion.ts"

/** A cell that became another, its field as it is named on the wire. */
interface ShownChange {
  readonly guid: string
  readonly field: string
  readonly before: Scalar
  readonly after: Scalar
}

/** Changes as they are answered: what came and went by guid, and every other by its cell. */
export interface ShownChanges {
  readonly changes: ReadonlyArray<ShownChange>
  readonly added: ReadonlyArray<string>
  readonly deleted: ReadonlyArray<string>
}

/** What of changes is answered where. */
export const of = (changes: ReadonlyArray<ModelChange>): ShownChanges => {
  const deleted: Array<string> = []
  const cells: Array<ShownChange> = []
  for (const { after, before, field, guid } of changes) {
    if (field.kind === "Deleted") deleted.push(guid)
    else cells.push({ guid, field: nameOf(field), before, after })
  }
  return { changes: cells, added: [], deleted }
}
