import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Edit } from "../../../src/domain/edits/Edit.ts"
import { type EditedField, fieldOf, keyOf } from "../../../src/domain/edits/EditedField.ts"
import { nextTurn } from "../../../src/runtime/EventLoop.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { givenRows } from "../sql/ManyRows.ts"
import { flag } from "../sql/Rows.ts"
import { rowStream } from "../sql/RowStream.ts"
import { isThere } from "./References.ts"

/** An edit in its stored form. */
export interface EditRow {
  readonly field: EditedField
  /** Key of the field. */
  readonly key: string
  readonly guid: string
  /** JSON. */
  readonly now: string
  /** Guid of the referenced object, or null. */
  readonly reference: string | null
}

const referenceOf = (edit: Edit): string | null => {
  if (edit.kind === "Code") return edit.code
  if (edit.kind !== "SpatialLocation" && edit.kind !== "Material") return null
  return typeof edit.now === "string" && edit.now !== "" ? edit.now : null
}

const rowOf = (edit: Edit): EditRow => {
  const field = fieldOf(edit)
  return {
    field,
    key: keyOf(field),
    guid: edit.guid,
    now: JSON.stringify(edit.kind === "Deleted" ? null : edit.now),
    reference: referenceOf(edit)
  }
}

/**
 * Splits an edit of all codes of a product into one that sets none and one for each code, so that deleting a code
 * affects only its own row.
 */
const parted = (edit: Edit): ReadonlyArray<Edit> => {
  if (edit.kind !== "Codes") return [edit]
  const { guid, kind, now } = edit
  return [{ kind, guid, now: [] }, ...now.map((code): Edit => ({ kind: "Code", guid, code, now: true }))]
}

/** Rows, and their fields by key. */
export interface EditRows {
  readonly rows: ReadonlyArray<EditRow>
  readonly fields: ReadonlyMap<string, EditedField>
}

const editsOfTurn = 1000

/** Returns the last edit of each cell, in order. Yields to the event loop after every 1000 edits. */
export const rowsOf = fn("rowsOf")(function* (edits: Iterable<Edit>) {
  const rows = new Map<string, EditRow>()
  const fields = new Map<string, EditedField>()
  const codes = new Map<string, Array<string>>()
  let count = 0
  for (const edit of edits) {
    if (edit.kind === "Codes") for (const key of codes.get(edit.guid) ?? []) rows.delete(key)
    for (const part of parted(edit)) {
      const row = rowOf(part)
      fields.set(row.key, row.field)
      const key = `${row.guid}\0${row.key}`
      rows.delete(key)
      rows.set(key, row)
      if (part.kind !== "Code") continue
      const known = codes.get(part.guid)
      if (known === undefined) codes.set(part.guid, [key])
      else known.push(key)
    }
    if (++count % editsOfTurn === 0) yield* nextTurn
  }
  return { rows: [...rows.values()], fields } satisfies EditRows
})

/**
 * Returns the products whose codes are replaced as a whole by the rows. Earlier edits of their single codes no longer
 * count.
 */
export const recoded = (rows: ReadonlyArray<EditRow>): ReadonlyArray<string> =>
  rows.filter(({ field }) => field.kind === "Codes").map(({ guid }) => guid)

/** Returns a condition on stored edits: edits of single codes of these products. */
export const ofCodes = (sql: SqlClient.SqlClient, guids: ReadonlyArray<string>): Statement.Fragment =>
  sql`guid IN (${givenRows(sql, guids, [], { guid: ["TEXT", (guid) => guid] })})
    AND EXISTS (SELECT 1 FROM edited_fields f WHERE f.id = field_id AND f.kind = 'Code')`

const Stored = Schema.Struct({
  guid: Schema.String,
  kind: Schema.String,
  set: Schema.String,
  name: Schema.String,
  now: Schema.String,
  isThere: flag
})

/**
 * Converts a row. If the referenced object was deleted, the value becomes empty; an edit of a single code is dropped.
 */
const editOf = (row: typeof Stored.Type): Option.Option<Edit> => {
  const { guid, kind, name, set } = row
  if (kind === "Code" && !row.isThere) return Option.none()
  const gone = kind === "SpatialLocation" ? "" : null
  const now: unknown = row.isThere ? JSON.parse(row.now) : gone
  const fields = kind === "Property" ? { set, name } : kind === "Attribute" ? { name } : {}
  const code = kind === "Code" ? { code: name } : {}
  return Option.some({ kind, guid, ...fields, ...code, ...(kind === "Deleted" ? {} : { now }) } as Edit)
}

/** Returns the columns of stored edits, for a table `e` joined with their fields as `f`, in a project. */
export const editColumns = (sql: SqlClient.SqlClient, project: number): Statement.Fragment =>
  sql`e.guid, f.kind, f.set_name AS "set", f.name, e.now,
    CASE WHEN e.reference IS NULL OR ${isThere(sql, project, sql`f.kind`, sql`e.reference`)} THEN 1 ELSE 0 END AS "isThere"`

/** Streams the edits of a statement that selects these columns. */
export const editStream = (statement: Statement.Statement<object>) =>
  Stream.filterMap(rowStream(statement, Stored), editOf)
