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

/** An edit as it is stored. */
export interface EditRow {
  readonly field: EditedField
  /** Of the field. */
  readonly key: string
  readonly guid: string
  /** JSON. */
  readonly now: string
  /** Guid of what it refers to. */
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

/** All codes of a product: none, and then each of them, so that one that is deleted takes along nothing but itself. */
const parted = (edit: Edit): ReadonlyArray<Edit> => {
  if (edit.kind !== "Codes") return [edit]
  const { guid, kind, now } = edit
  return [{ kind, guid, now: [] }, ...now.map((code): Edit => ({ kind: "Code", guid, code, now: true }))]
}

/** Rows with what they are of, by its key. */
export interface EditRows {
  readonly rows: ReadonlyArray<EditRow>
  readonly fields: ReadonlyMap<string, EditedField>
}

const editsOfTurn = 1000

/** The last edit of each cell, in their order. Others have their turn between some and the next. */
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

/** Products all of whose codes the rows say: what is known of single ones is over. */
export const recoded = (rows: ReadonlyArray<EditRow>): ReadonlyArray<string> =>
  rows.filter(({ field }) => field.kind === "Codes").map(({ guid }) => guid)

/** A condition on stored edits: of single codes of these products. */
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

/** What has gone of the project is none where it was put; none of an edit is left where it was one of several. */
const editOf = (row: typeof Stored.Type): Option.Option<Edit> => {
  const { guid, kind, name, set } = row
  if (kind === "Code" && !row.isThere) return Option.none()
  const gone = kind === "SpatialLocation" ? "" : null
  const now: unknown = row.isThere ? JSON.parse(row.now) : gone
  const fields = kind === "Property" ? { set, name } : kind === "Attribute" ? { name } : {}
  const code = kind === "Code" ? { code: name } : {}
  return Option.some({ kind, guid, ...fields, ...code, ...(kind === "Deleted" ? {} : { now }) } as Edit)
}

/** The columns of stored edits, in a table `e` joined with their fields as `f`, of a project. */
export const editColumns = (sql: SqlClient.SqlClient, project: number): Statement.Fragment =>
  sql`e.guid, f.kind, f.set_name AS "set", f.name, e.now,
    CASE WHEN e.reference IS NULL OR ${isThere(sql, project, sql`f.kind`, sql`e.reference`)} THEN 1 ELSE 0 END AS "isThere"`

/** The edits of a statement that gives these columns. */
export const editStream = (statement: Statement.Statement<object>) =>
  Stream.filterMap(rowStream(statement, Stored), editOf)
