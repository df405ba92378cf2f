import { nameOf } from "./EditedField.ts"
import type { ModelChange } from "./ModelVersion.ts"

/** Which page of how many changes. */
interface Place {
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
}

/**
 * A page of changes as it is answered, in pieces of JSON: what came and went by guid, and every other by its cell, its
 * field as it is named on the wire.
 */
export function* pieces(
  changes: Iterable<ModelChange>,
  place: Place,
  added: ReadonlyArray<string> = [],
  gone: ReadonlyArray<string> = []
): Generator<string> {
  const deleted = [...gone]
  let before = '{"changes":['
  for (const { after, before: was, field, guid } of changes) {
    if (field.kind === "Deleted") {
      deleted.push(guid)
      continue
    }
    yield before + JSON.stringify({ guid, field: nameOf(field), before: was, after })
    before = ","
  }
  yield `${before === "," ? "" : before}],${JSON.stringify({ added, deleted, ...place }).slice(1)}`
}
