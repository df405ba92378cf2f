import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { queryChanged } from "../../../src/domain/events/NewEvents.ts"
import { applied } from "../../../src/domain/libraries/Change.ts"
import { type ProjectId, SavedQueryId } from "../../../src/domain/Identifier.ts"
import { JsonText } from "../../../src/domain/JsonText.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { missing } from "../../../src/domain/Missing.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import {
  type Asking,
  checkMaker,
  checkSharing,
  makerIsGone,
  type QueryContent,
  type SavedQuery,
  type SavedQueryText
} from "../../../src/domain/projects/SavedQuery.ts"
import { timeOf } from "../../../src/domain/Time.ts"
import { SavedQueryRepository } from "../../../src/ports/projects/SavedQueryRepository.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { now } from "../sql/Clock.ts"
import { withinLimit } from "../sql/Limit.ts"
import { locked } from "../sql/Lock.ts"
import { longList } from "../sql/LongList.ts"
import { byName } from "../sql/NameOrder.ts"
import { repository } from "../sql/Repository.ts"
import { flag, integer, numberKey, readFirst, readOne } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import { nameOf } from "../sql/UserNames.ts"

const Row = Schema.Struct({
  id: numberKey(SavedQueryId),
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  query: JsonText,
  shared: flag,
  createdBy: UserId,
  createdByName: Schema.NullOr(Schema.String),
  createdAt: integer,
  updatedAt: integer
})

const Inserted = Schema.Struct({
  id: numberKey(SavedQueryId),
  at: integer,
  createdByName: Schema.NullOr(Schema.String)
})
const Changed = Schema.Struct({ at: integer })

const changes = { create: "Created", change: "Changed", remove: "Deleted" } as const

const shown = ({ createdAt, createdByName, description, query, updatedAt, ...row }: typeof Row.Type): SavedQuery => ({
  ...row,
  ...(createdByName === null ? {} : { createdByName }),
  ...(description === null ? {} : { description }),
  query: JSON.parse(query) as QueryContent,
  createdAt: timeOf(createdAt),
  updatedAt: timeOf(updatedAt)
})

/** Returns the columns of the settings that users change. */
const columnsOf = ({ description, name, query, shared }: SavedQueryText) => ({
  name,
  lowered: name.toLowerCase(),
  description,
  query,
  shared: shared ? 1 : 0
})

export const layer = repository(SavedQueryRepository, (sql) => {
  const inTransaction = transaction(sql)
  const columns = sql`q.id, q.name, q.description, q.query, q.shared, q.created_by AS "createdBy",
    ${nameOf(sql, sql`q.created_by`)} AS "createdByName",
    q.created_at AS "createdAt", q.updated_at AS "updatedAt"`

  const seenBy = (projectId: ProjectId, userId: UserId) =>
    sql`q.project_id = ${Number(projectId)} AND (q.shared = 1 OR q.created_by = ${userId})`

  const found = (projectId: ProjectId, userId: UserId, id: SavedQueryId) =>
    readFirst(Row, sql`SELECT ${columns} FROM saved_queries q WHERE ${seenBy(projectId, userId)} AND q.id = ${id}`)

  const isMember = (projectId: ProjectId, userId: string) =>
    Effect.map(
      sql`SELECT id FROM project_members WHERE project_id = ${Number(projectId)} AND user_id = ${userId}`,
      (rows) => rows.length > 0
    )

  /** Locks the project, so that neither it nor the user's membership goes meanwhile. Fails with `ProjectNotFound`. */
  const lockProject = Effect.fnUntraced(function* (projectId: ProjectId, userId: UserId) {
    const rows = yield* sql`SELECT id FROM projects WHERE id = ${Number(projectId)} AND removed = 0 ${locked(sql)}`
    if (rows.length === 0) return yield* missing.deletedProject()
    if (!(yield* isMember(projectId, userId))) return yield* missing.project()
  })

  /** Locks the project and returns a query that the user may change. */
  const changeable = Effect.fnUntraced(function* (projectId: ProjectId, asking: Asking, id: SavedQueryId) {
    yield* lockProject(projectId, asking.userId)
    const row = yield* Effect.flatMap(found(projectId, asking.userId, id), Effect.mapError(missing.savedQuery))
    yield* checkMaker(row, asking)
    return row
  })

  const written = (projectId: ProjectId, verb: keyof typeof changes, query: Parameters<typeof queryChanged>[0]) =>
    audit(sql, { projectId, action: `query.${verb}`, object: String(query.id), outcome: "Done" }, [
      queryChanged(query, changes[verb])
    ])

  return {
    list: (projectId, userId) =>
      Pull.map(
        longList(
          sql,
          sql`SELECT q.id, octet_length(q.query) + coalesce(octet_length(q.description), 0) AS bytes
            FROM saved_queries q WHERE ${seenBy(projectId, userId)} ${byName(sql, "q")}`,
          Row,
          (ids) => sql`SELECT ${columns} FROM saved_queries q
            WHERE ${seenBy(projectId, userId)} AND ${sql.in("q.id", ids)}`
        ),
        shown
      ),
    find: fn("SavedQueryRepository.find")(function* (projectId, userId, id) {
      return Option.map(yield* found(projectId, userId, id), shown)
    }, storageErrors),
    create: fn("SavedQueryRepository.create")(function* (projectId, userId, text) {
      yield* lockProject(projectId, userId)
      yield* withinLimit(sql, limits.queriesOfProject, sql`saved_queries WHERE project_id = ${Number(projectId)}`)
      const { description, lowered, name, query, shared } = columnsOf(text)
      const { at, createdByName, id } = yield* readOne(
        Inserted,
        sql`INSERT INTO saved_queries
            (project_id, name, lowered, description, query, shared, created_by, created_at, updated_at)
          SELECT ${Number(projectId)}, ${name}, ${lowered}, ${description}, ${query}, ${shared}, ${userId}, n.at, n.at
            FROM (SELECT ${now(sql)} AS at) AS n
          RETURNING id, created_at AS at, ${nameOf(sql, sql`${userId}`)} AS "createdByName"`
      )
      yield* written(projectId, "create", { id, createdBy: userId, wasShared: text.shared })
      return shown({ id, ...text, createdBy: userId, createdByName, createdAt: at, updatedAt: at })
    }, inTransaction),
    change: fn("SavedQueryRepository.change")(function* (projectId, asking, id, change) {
      const row = yield* changeable(projectId, asking, id)
      const { description, name, query, shared } = row
      const before: SavedQueryText = { name, description, query, shared }
      const after = applied(before, change)
      if (after === before) return shown(row)
      if (after.shared && !shared) yield* checkSharing(asking)
      if (shared && !after.shared && !(yield* isMember(projectId, row.createdBy))) return yield* makerIsGone()
      const { at: updatedAt } = yield* readOne(
        Changed,
        sql`UPDATE saved_queries SET ${sql.update({ ...columnsOf(after) })}, updated_at = ${now(sql)}
          WHERE id = ${id} RETURNING updated_at AS at`
      )
      yield* written(projectId, "change", { id, createdBy: row.createdBy, wasShared: shared || after.shared })
      return shown({ ...row, ...after, updatedAt })
    }, inTransaction),
    remove: fn("SavedQueryRepository.remove")(function* (projectId, asking, id) {
      const { createdBy, shared } = yield* changeable(projectId, asking, id)
      yield* sql`DELETE FROM saved_queries WHERE id = ${id}`
      yield* written(projectId, "remove", { id, createdBy, wasShared: shared })
    }, inTransaction)
  }
})
