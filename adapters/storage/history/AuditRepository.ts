import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { ProjectId } from "../../../src/domain/Identifier.ts"
import { AuditRepository, type Refusal } from "../../../src/ports/audit/AuditRepository.ts"
import { Caller } from "../../../src/ports/Caller.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { repository } from "../sql/Repository.ts"
import { integer, key, readAll, readFirst } from "../sql/Rows.ts"
import { rowStream } from "../sql/RowStream.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import { nameOf } from "../sql/UserNames.ts"
import { audit, programColumns, programOf, ProgramRow, serviceAudit } from "./Audit.ts"

const Head = Schema.Struct({ position: integer })
const ProjectRow = Schema.Struct({ id: key(ProjectId) })
const Row = Schema.Struct({
  at: integer,
  userId: Schema.String,
  userName: Schema.NullOr(Schema.String),
  action: Schema.String,
  object: Schema.String,
  outcome: Schema.String,
  ...ProgramRow.fields
})

const entryOf = ({ at, userId, userName, action, object, outcome, ...program }: typeof Row.Type) => ({
  at: new Date(at).toISOString(),
  userId,
  ...(userName === null ? {} : { userName }),
  action,
  object,
  outcome,
  ...programOf(program)
})

export const layer = repository(AuditRepository, (sql) => ({
  list: fn("AuditRepository.list")(function* (projectId, { page, pageSize }) {
    const project = Number(projectId)
    const head = yield* readFirst(Head, sql`SELECT position FROM audit_heads WHERE project_id = ${project}`)
    const totalCount = Option.match(head, { onNone: () => 0, onSome: ({ position }) => position })
    const newest = totalCount - (page - 1) * pageSize
    if (newest < 1) return { items: [], totalCount }
    const rows = rowStream(
      sql`SELECT at, actor AS "userId", ${nameOf(sql, sql`actor`)} AS "userName", action, object, outcome, ${programColumns(sql)} FROM audit
        WHERE project_id = ${project} AND position <= ${newest} AND position > ${newest - pageSize}
        ORDER BY position DESC`,
      Row
    )
    const items = yield* Stream.runCollect(Stream.map(rows, entryOf))
    return { items: Chunk.toReadonlyArray(items), totalCount }
  }, storageErrors),
  refuse: fn("AuditRepository.refuse")(function* (refusals: ReadonlyArray<Refusal>) {
    const ids = [...new Set(refusals.map(({ projectId }) => Number(projectId)))]
    const projects = yield* readAll(ProjectRow, sql`SELECT id FROM projects WHERE ${sql.in("id", ids)}`).pipe(
      storageErrors
    )
    const there = new Set([serviceAudit, ...projects.map(({ id }) => id)])
    // Projects are locked in ascending order, which prevents deadlocks between writers in several projects.
    const inOrder = refusals
      .filter(({ projectId }) => there.has(projectId))
      .toSorted((a, b) => Number(a.projectId) - Number(b.projectId))
    if (inOrder.length === 0) return
    yield* Effect.forEach(
      inOrder,
      ({ client, requestId, userId, via, ...refused }) =>
        Effect.provideService(audit(sql, refused), Caller, {
          requestId,
          userId,
          ...(client === undefined ? {} : { client }),
          ...(via === undefined ? {} : { via })
        }),
      { discard: true }
    ).pipe(transaction(sql))
  })
}))
