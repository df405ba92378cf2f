import type { SqlClient } from "@effect/sql/SqlClient"
import { keyOf } from "../../../src/domain/edits/EditedField.ts"
import type { ModelChange, VersionChanges } from "../../../src/domain/edits/ModelVersion.ts"
import type { VersionOf } from "../../../src/ports/models/VersionRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { editedFields, type StoredField } from "../libraries/EditedFields.ts"
import { inBatchesOf } from "../sql/Batches.ts"
import { manyRows } from "../sql/ManyRows.ts"
import { rowsPerStatement } from "./PersonalEdits.ts"

/** Kinds whose values are guids of objects that may be deleted. */
const referring: ReadonlySet<string> = new Set(["SpatialLocation", "Material", "Code"])

/**
 * Returns the stored text of a value of a change, null if the product has no such property or reference. A reference is
 * stored as the bare guid, and as an empty text if there is no single guid, as in a set of several materials.
 */
const textOf = ({ field }: ModelChange, value: ModelChange["before"], isThere: boolean): string | null => {
  if (!isThere) return null
  return referring.has(field.kind) ? ((value ?? "") as string) : JSON.stringify(value)
}

/** Returns the value of such a text. */
export const valueOf = (kind: string, text: string | null): ModelChange["before"] => {
  if (text === null) return null
  return referring.has(kind) ? text || null : (JSON.parse(text) as ModelChange["before"])
}

/** A change in its stored form. */
interface ChangeRow {
  readonly guid: string
  readonly field: StoredField
  readonly before: string | null
  readonly after: string | null
}

/**
 * Returns whether the change is dropped once the objects that it refers to are deleted. A material layer set has no
 * guid and is never dropped.
 */
const refers = ({ after, before, field }: ChangeRow): boolean =>
  referring.has(field.kind) && ((before ?? "") !== "" || (after ?? "") !== "")

const product = (kind: "Added" | "Deleted", guid: string): ChangeRow => ({
  guid,
  field: { kind, set: "", name: "" },
  before: null,
  after: null
})

/**
 * Yields the changes of a version in the order in which they are shown. `ofFile`: the changes of properties come from
 * files.
 */
export function* rowsOfChanges({ added, changes, deleted }: VersionChanges, ofFile: boolean): Generator<ChangeRow> {
  for (const guid of deleted) yield product("Deleted", guid)
  for (const guid of added) yield product("Added", guid)
  for (const change of changes) {
    const { field, guid } = change
    const kind = ofFile && field.kind === "Property" ? "Imported" : field.kind
    yield {
      guid,
      field: { ...field, kind },
      before: textOf(change, change.before, change.change !== "Added"),
      after: textOf(change, change.after, change.change !== "Removed")
    }
  }
}

/** Stores the changes of versions. */
export const recordedChanges = (sql: SqlClient) => {
  const fields = editedFields(sql)

  /**
   * Stores the next changes of a version, of which `first` are stored already. Runs within the caller's transaction,
   * which must have locked the project.
   */
  const add = fn("recordedChanges.add")(function* (
    { modelId, projectId }: VersionOf,
    changesId: number,
    rows: ReadonlyArray<ChangeRow>,
    first: number
  ) {
    const numbers = yield* fields.numbers(
      projectId,
      rows.map(({ field }) => field)
    )
    const ids = { model_id: Number(modelId), version_id: changesId }
    const positioned = rows.map((row, i) => ({ row, position: first + i, field: numbers.get(keyOf(row.field))! }))
    yield* sql`INSERT INTO version_changes ${manyRows(sql, positioned, ids, {
      position: ["BIGINT", ({ position }) => position],
      guid: ["TEXT", ({ row }) => row.guid],
      field_id: ["BIGINT", ({ field }) => field],
      value_before: ["TEXT", ({ row }) => row.before],
      value_after: ["TEXT", ({ row }) => row.after],
      refers: ["BIGINT", ({ row }) => (refers(row) ? 1 : 0)]
    })}`
    const counted = [...Map.groupBy(positioned, ({ field }) => field)]
    yield* sql`INSERT INTO version_fields ${manyRows(sql, counted, ids, {
      field_id: ["BIGINT", ([field]) => field],
      cells: ["BIGINT", ([, cells]) => cells.length]
    })} ON CONFLICT (model_id, version_id, field_id) DO UPDATE SET cells = version_fields.cells + excluded.cells`
  })

  /** Stores the changes of a publication. Runs within its transaction. */
  const publish = (of: VersionOf, version: number, changes: ReadonlyArray<ModelChange>) => {
    const { false: cells = [], true: gone = [] } = Object.groupBy(changes, ({ field }) =>
      field.kind === "Deleted" ? "true" : "false"
    )
    const deleted = gone.map(({ guid }) => guid)
    const rows = rowsOfChanges({ changes: cells, added: [], deleted }, false)
    return inBatchesOf(rows, rowsPerStatement, (slice, first) => add(of, version, slice, first))
  }

  return { add, publish }
}
