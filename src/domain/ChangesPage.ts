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
interface ShownChanges {
  readonly changes: ReadonlyArray<ShownChange>
  readonly added: ReadonlyArray<string>
  readonly deleted: ReadonlyArray<string>
}

/** A cell as it is answered. */
export const shown = ({ after, before, field, guid }: ModelChange): ShownChange => ({
  guid,
  field: nameOf(field),
  before,
  after
})

/** A user's changes, which add no product, as they are answered. */
export const of = (changes: ReadonlyArray<ModelChange>): ShownChanges => {
  const { false: cells = [], true: deleted = [] } = Object.groupBy(changes, ({ field }) =>
    field.kind === "Deleted" ? "true" : "false"
  )
  return { changes: cells.map(shown), added: [], deleted: deleted.map(({ guid }) => guid) }
}
