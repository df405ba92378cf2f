import { createHash } from "node:crypto"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import { ProjectId } from "../../../src/domain/Identifier.ts"
import { Via } from "../../../src/domain/audit/AuditEntry.ts"
import { Caller } from "../../../src/ports/Caller.ts"
import { fn } from "../../../src/runtime/Span.ts"
import type { NewEvent } from "../../../src/domain/events/Event.ts"
import { lockHistories, lockHistory, service, writeEvents } from "../events/EventRows.ts"
import { now } from "../sql/Clock.ts"
import { type Columns, manyRows } from "../sql/ManyRows.ts"
import { integer, key, readAll, readOne } from "../sql/Rows.ts"
import { together } from "../sql/Together.ts"

/** The audit of the service is stored under an id that no project has. */
export const serviceAudit = "0" as ProjectId

/** Accepts the id of a project, and that of the audit of the service. */
export const AuditedProjectId = Schema.declare(
  (value): value is ProjectId => value === serviceAudit || Schema.is(ProjectId)(value)
)

/** The columns of an entry that tell of its request and program. */
export const programColumns = (sql: SqlClient) => sql`request_id AS "requestId", client, via`

/** The row of these columns. */
export const ProgramRow = Schema.Struct({
  requestId: Schema.NullOr(Schema.String),
  client: Schema.NullOr(Schema.String),
  via: Schema.NullOr(Via)
})

/** Returns the members of an entry as they are read. Entries of earlier releases were all made through the API. */
export const programOf = ({ client, requestId, via }: typeof ProgramRow.Type) => ({
  ...(requestId === null ? {} : { requestId }),
  ...(client === null ? {} : { client }),
  via: via ?? ("api" as const)
})

/** One action to be recorded. It contains no secrets and no user texts except names and identifiers. */
export interface AuditedAction {
  readonly projectId: ProjectId
  /** A noun and a verb: `operation.start`. */
  readonly action: string
  /** Identifier of the object of the action. */
  readonly object: string
  /** `Done`, or the code of the failure. */
  readonly outcome: string
}

/** The members that are hashed, in this order, as a JSON array. */
export interface HashedEntry extends AuditedAction {
  readonly previousHash: string
  readonly at: number
  readonly actor: string
  readonly requestId: string | null
  readonly client: string | null
  /** Null in entries of releases that did not record it. */
  readonly via: Via | null
}

/**
 * Returns the hash of an entry: SHA-256, hex. It covers the hash of the entry before, so no entry can be changed
 * unnoticed. Entries without `client` and `via` have the hash that the releases before it computed.
 */
export const hashOf = (entry: HashedEntry): string => {
  const { action, actor, at, client, object, outcome, previousHash, projectId, requestId, via } = entry
  const program = client === null && via === null ? [] : [client, via]
  const text = JSON.stringify([previousHash, at, actor, projectId, action, object, requestId, outcome, ...program])
  return createHash("sha256").update(text).digest("hex")
}

const Next = Schema.Struct({ at: integer, position: integer, previousHash: Schema.String })

/** Returns the time and position of the next entry of a project and the hash that it follows. The audit must be locked. */
const nextEntry = (sql: SqlClient, projectId: ProjectId) => {
  const head = (column: "position" | "hash") =>
    sql`(SELECT ${sql(column)} FROM audit_heads WHERE project_id = ${Number(projectId)})`
  return readOne(
    Next,
    sql`SELECT ${now(sql)} AS at, coalesce(${head("position")}, 0) + 1 AS position,
      coalesce(${head("hash")}, '') AS "previousHash"`
  )
}

/** Returns the entry of an action after those that there are. */
const entryOf = (audited: AuditedAction, { position, ...next }: typeof Next.Type, caller: Caller["Type"]) => {
  const { client = null, requestId, userId, via = "api" } = caller
  const entry: HashedEntry = { ...audited, ...next, actor: userId ?? service, requestId, client, via }
  return { ...entry, position, hash: hashOf(entry) }
}

/**
 * Records an action, and the events that it made. Runs within the transaction that performed it, as its last
 * statements.
 */
export const audit = fn("audit")(function* (
  sql: SqlClient,
  audited: AuditedAction,
  events: ReadonlyArray<NewEvent> = []
) {
  const { projectId } = audited
  yield* lockHistory(sql, projectId)
  const next = entryOf(audited, yield* nextEntry(sql, projectId), yield* Caller)
  const { action, actor, at, client, hash, object, outcome, position, previousHash, requestId, via } = next
  const project = Number(projectId)
  const entry = sql`INSERT INTO audit
      (at, actor, project_id, position, action, object, request_id, outcome, client, via, previous_hash, hash)
    VALUES (${at}, ${actor}, ${project}, ${position}, ${action}, ${object}, ${requestId}, ${outcome}, ${client}, ${via},
      ${previousHash}, ${hash})`
  const head = sql`INSERT INTO audit_heads (project_id, position, hash) VALUES (${project}, ${position}, ${hash})
    ON CONFLICT (project_id) DO UPDATE SET position = excluded.position, hash = excluded.hash`
  if (events.length === 0) yield* together(sql, [entry], head)
  else yield* writeEvents(sql, projectId, events, [entry, head])
})

const Now = Schema.Struct({ at: integer })
const Head = Schema.Struct({ projectId: key(AuditedProjectId), position: integer, hash: Schema.String })

type StoredEntry = ReturnType<typeof entryOf>

const headColumns: Columns<StoredEntry> = {
  project_id: ["BIGINT", ({ projectId }) => Number(projectId)],
  position: ["BIGINT", ({ position }) => position],
  hash: ["TEXT", ({ hash }) => hash]
}
const entryColumns: Columns<StoredEntry> = {
  at: ["BIGINT", ({ at }) => at],
  actor: ["TEXT", ({ actor }) => actor],
  ...headColumns,
  action: ["TEXT", ({ action }) => action],
  object: ["TEXT", ({ object }) => object],
  request_id: ["TEXT", ({ requestId }) => requestId],
  outcome: ["TEXT", ({ outcome }) => outcome],
  client: ["TEXT", ({ client }) => client],
  via: ["TEXT", ({ via }) => via],
  previous_hash: ["TEXT", ({ previousHash }) => previousHash]
}

/**
 * Records an action in the audits of several projects, by the same few statements however many they are. Runs within the
 * transaction that performed it, as its last statements.
 */
export const auditEach = fn("auditEach")(function* (
  sql: SqlClient,
  projectIds: ReadonlyArray<ProjectId>,
  action: Omit<AuditedAction, "projectId">
) {
  yield* lockHistories(sql, projectIds)
  const { at } = yield* readOne(Now, sql`SELECT ${now(sql)} AS at`)
  const found = yield* readAll(
    Head,
    sql`SELECT project_id AS "projectId", position, hash FROM audit_heads
      WHERE ${sql.in("project_id", projectIds.map(Number))}`
  )
  const heads = new Map(found.map((head) => [head.projectId, head]))
  const caller = yield* Caller
  const entries = projectIds.map((projectId) => {
    const { hash: previousHash, position } = heads.get(projectId) ?? { position: 0, hash: "" }
    return entryOf({ projectId, ...action }, { at, position: position + 1, previousHash }, caller)
  })
  yield* together(
    sql,
    [sql`INSERT INTO audit ${manyRows(sql, entries, {}, entryColumns)}`],
    sql`INSERT INTO audit_heads ${manyRows(sql, entries, {}, headColumns)}
      ON CONFLICT (project_id) DO UPDATE SET position = excluded.position, hash = excluded.hash`
  )
})
