import { nameOf } from "./EditedField.ts"
import type { ModelChange } from "./ModelVersion.ts"

/** The page, and the number of all changes; further members are written with them. */
interface Place {
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
}

/** Returns a changed cell as JSON. */
export const cellJson = ({ after, before, change, field, guid }: ModelChange): string =>
  JSON.stringify({ guid, field: nameOf(field), before, after, change })

/**
 * Yields a page of changes as it is answered, in pieces of JSON: added and deleted products by guid, and every other
 * change by its cell, with the name of the field on the wire.
 */
export function* pieces(
  changes: Iterable<ModelChange>,
  place: Place,
  added: ReadonlyArray<string> = [],
  gone: ReadonlyArray<string> = []
): Generator<string> {
  const deleted = [...gone]
  let before = '{"changes":['
  for (const change of changes) {
    if (change.field.kind === "Deleted") {
      deleted.push(change.guid)
      continue
    }
    yield before + cellJson(change)
    before = ","
  }
  yield `${before === "," ? "" : before}],${JSON.stringify({ added, deleted, ...place }).slice(1)}`
}
