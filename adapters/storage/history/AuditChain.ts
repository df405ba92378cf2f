import { createHash } from "node:crypto"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { integer, key, readFirst, readOne } from "../sql/Rows.ts"
import { rowStream } from "../sql/RowStream.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import { AuditedProjectId, type HashedEntry, hashOf, ProgramRow } from "./Audit.ts"

/** An entry of the audit was changed or is in the wrong place. The message is one line for the operator. */
export class BrokenAudit extends Data.TaggedError("BrokenAudit")<{ readonly message: string }> {}

/**
 * The newest entry that a check has read, and the SHA-256 of the hashes of all entries up to it, project by project.
 */
export interface Head {
  readonly id: number
  readonly digest: string
}

/** The result of a successful check. */
interface Checked {
  readonly entries: number
  readonly projects: number
  readonly head: Head
}

const Row = Schema.Struct({
  id: integer,
  at: integer,
  actor: Schema.String,
  projectId: key(AuditedProjectId),
  position: integer,
  action: Schema.String,
  object: Schema.String,
  ...ProgramRow.fields,
  outcome: Schema.String,
  previousHash: Schema.String,
  hash: Schema.String,
  headPosition: Schema.NullOr(integer),
  headHash: Schema.NullOr(Schema.String)
})
type Row = typeof Row.Type

const Newest = Schema.Struct({ id: integer })
const Bare = Schema.Struct({ projectId: key(AuditedProjectId), position: integer })

const broken = (projectId: ProjectId, position: number, what: string) =>
  new BrokenAudit({ message: `entry ${position} of project ${projectId} ${what}` })

/** Returns the fault of an entry that follows `before` in its project, or null. */
const faultOf = (before: Row | null, row: Row): BrokenAudit | null => {
  const { at, hash, position, previousHash, projectId } = row
  const due = (before?.position ?? 0) + 1
  const named = `(id ${row.id}, ${new Date(at).toISOString()}, ${row.action})`
  if (position > due) return broken(projectId, due, "is missing")
  if (position < due) return broken(projectId, position, `${named} stands twice`)
  if (hash !== hashOf(row satisfies HashedEntry)) return broken(projectId, position, `${named} was changed`)
  if (previousHash !== (before?.hash ?? ""))
    return broken(projectId, position, `${named} does not follow the one before`)
  return null
}

/** Returns the fault at the end of a project's entries, or null. */
const endFaultOf = ({ hash, headHash, headPosition, id, position, projectId }: Row): BrokenAudit | null => {
  if (headPosition === null || headPosition < position) return broken(projectId, position, `(id ${id}) was added`)
  if (headPosition > position) return broken(projectId, position + 1, "is missing")
  return hash === headHash ? null : broken(projectId, position, `(id ${id}) is not the one that was written last`)
}

/**
 * Recomputes the hash chains of the audit from one snapshot, whether the service runs or not, holding one entry at a
 * time in memory.
 *
 * Fails with `BrokenAudit` for the first entry that was changed, removed or added, including the newest of a project,
 * and if the entries that `known`, the head of an earlier check, covers are not the ones found. Fails with
 * `StorageUnavailable`.
 */
export const checkAudit = fn("checkAudit")(function* (sql: SqlClient.SqlClient, known: Head | null) {
  // The lock waits for open writers, so every later entry has a greater id.
  const { id } = yield* sql
    .onDialectOrElse({ pg: () => Effect.asVoid(sql`LOCK TABLE audit IN SHARE MODE`), orElse: () => Effect.void })
    .pipe(Effect.zipRight(readOne(Newest, sql`SELECT coalesce(max(id), 0) AS id FROM audit`)), transaction(sql))
  const [all, old] = [createHash("sha256"), createHash("sha256")]
  const count = { entries: 0, projects: 0 }
  let before: Row | null = null
  const take = (row: Row): Effect.Effect<void, BrokenAudit> => {
    const isNew = row.projectId !== before?.projectId
    const fault = (isNew && before !== null ? endFaultOf(before) : null) ?? faultOf(isNew ? null : before, row)
    if (fault !== null) return fault
    before = row
    count.entries += 1
    if (isNew) count.projects += 1
    if (row.id <= id) all.update(row.hash)
    if (known !== null && row.id <= known.id) old.update(row.hash)
    return Effect.void
  }
  yield* Stream.runForEach(
    rowStream(
      sql`SELECT a.id, a.at, a.actor, a.project_id AS "projectId", a.position, a.action, a.object,
          a.request_id AS "requestId", a.client, a.via, a.outcome, a.previous_hash AS "previousHash", a.hash,
          h.position AS "headPosition", h.hash AS "headHash"
        FROM audit a LEFT JOIN audit_heads h ON h.project_id = a.project_id ORDER BY a.project_id, a.position`,
      Row
    ),
    take
  )
  const last: Row | null = before
  const fault = last === null ? null : endFaultOf(last)
  if (fault !== null) return yield* fault
  const bare = yield* readFirst(
    Bare,
    sql`SELECT project_id AS "projectId", position FROM audit_heads h
      WHERE NOT EXISTS (SELECT 1 FROM audit a WHERE a.project_id = h.project_id) ORDER BY project_id LIMIT 1`
  ).pipe(storageErrors)
  if (Option.isSome(bare)) return yield* broken(bare.value.projectId, 1, "is missing")
  if (known !== null && old.digest("hex") !== known.digest) {
    return yield* new BrokenAudit({ message: `the entries up to id ${known.id} are not those of --head` })
  }
  return { ...count, head: { id, digest: all.digest("hex") } } satisfies Checked
})
