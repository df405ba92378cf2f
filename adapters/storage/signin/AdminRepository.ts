import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { OperationId, ProjectId } from "../../../src/domain/Identifier.ts"
import { OperationKind, OperationStatus } from "../../../src/domain/operations/Operation.ts"
import { pageClientId } from "../../../src/domain/signin/Client.ts"
import { timeOf } from "../../../src/domain/Time.ts"
import { AdminRepository } from "../../../src/ports/signin/AdminRepository.ts"
import type { Page } from "../../../src/ports/Stored.ts"
import { programColumns, programOf, ProgramRow, serviceAudit } from "../history/Audit.ts"
import { repository } from "../sql/Repository.ts"
import { flag, integer, key, readAll, readOne } from "../sql/Rows.ts"
import { longTransaction, storageErrors } from "../sql/Transaction.ts"
import { nameOf } from "../sql/UserNames.ts"
import { clientColumns, clientOf, ClientRow } from "./ClientRows.ts"
import { auditOfUser } from "./UserAudit.ts"

const Count = Schema.Struct({ count: integer })
const Bytes = Schema.Struct({ bytes: integer })
const NamedProject = Schema.Struct({ projectId: key(ProjectId), name: Schema.String })
const UserRow = Schema.Struct({
  userId: Schema.String,
  name: Schema.NullOr(Schema.String),
  operator: flag,
  createdAt: integer,
  lastSeenAt: Schema.NullOr(integer)
})
const OperationRow = Schema.Struct({
  operationId: OperationId,
  kind: OperationKind,
  status: OperationStatus,
  projectId: key(ProjectId),
  modelId: Schema.String,
  userId: Schema.String,
  userName: Schema.NullOr(Schema.String),
  createdAt: integer,
  startedAt: Schema.NullOr(integer),
  endedAt: Schema.NullOr(integer),
  error: Schema.NullOr(Schema.String)
})
const AuditRow = Schema.Struct({
  at: integer,
  project: Schema.String,
  userId: Schema.String,
  userName: Schema.NullOr(Schema.String),
  action: Schema.String,
  object: Schema.String,
  outcome: Schema.String,
  ...ProgramRow.fields
})

export const layer = repository(AdminRepository, (sql) => {
  const isFormer = sql`EXISTS (SELECT 1 FROM former_accounts f WHERE f.user_id = users.user_id)`
  /**
   * Everybody with an account, and everybody who has called, since the account was deleted if it was; `u` and `a` are
   * the rows of both, either of which may be missing.
   */
  const everybody = sql`(SELECT user_id FROM accounts
      UNION SELECT user_id FROM users WHERE last_seen_at IS NOT NULL OR NOT ${isFormer}) e
    LEFT JOIN users u ON u.user_id = e.user_id LEFT JOIN accounts a ON a.user_id = e.user_id`
  const told = sql`operations o WHERE o.kind IN (${sql.literal(
    OperationKind.literals.map((kind) => `'${kind}'`).join(", ")
  )})`

  const paged = <A, I>(
    row: Schema.Schema<A, I>,
    columns: Statement.Fragment,
    from: Statement.Fragment,
    order: Statement.Fragment,
    { page, pageSize }: Page
  ) =>
    Effect.all({
      items: readAll(
        row,
        sql`SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT ${pageSize} OFFSET ${Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER)}`
      ),
      totalCount: Effect.map(readOne(Count, sql`SELECT count(*) AS count FROM ${from}`), ({ count }) => count)
    }).pipe(storageErrors)

  return {
    users: (page) =>
      Effect.map(
        paged(
          UserRow,
          sql`e.user_id AS "userId", ${nameOf(sql, sql`e.user_id`)} AS name, coalesce(a.is_operator, 0) AS operator,
            coalesce(a.created_at, u.created_at) AS "createdAt",
            u.last_seen_at AS "lastSeenAt"`,
          everybody,
          sql`"createdAt", e.user_id`,
          page
        ),
        ({ items, totalCount }) => ({
          totalCount,
          items: items.map(({ createdAt, lastSeenAt, name, ...user }) => ({
            ...user,
            ...(name === null ? {} : { name }),
            createdAt: timeOf(createdAt),
            ...(lastSeenAt === null ? {} : { lastSeenAt: timeOf(lastSeenAt) })
          }))
        })
      ),
    isUser: (userId) =>
      sql`SELECT user_id FROM accounts WHERE user_id = ${userId}
        UNION SELECT user_id FROM users WHERE user_id = ${userId}
        UNION SELECT user_id FROM sign_ins WHERE user_id = ${userId}`.pipe(
        Effect.map((rows) => rows.length > 0),
        storageErrors
      ),
    clients: (page) =>
      Effect.map(
        paged(
          ClientRow,
          clientColumns(sql),
          sql`clients WHERE client_id <> ${pageClientId}`,
          sql`created_at, client_id`,
          page
        ),
        ({ items, totalCount }) => ({ totalCount, items: items.map(clientOf) })
      ),
    operations: (page) =>
      Effect.map(
        paged(
          OperationRow,
          sql`o.id AS "operationId", o.kind, o.status, o.project_id AS "projectId", CAST(o.model_id AS TEXT) AS "modelId",
            o.started_by AS "userId", ${nameOf(sql, sql`o.started_by`)} AS "userName", o.created_at AS "createdAt",
            o.started_at AS "startedAt", o.ended_at AS "endedAt", o.error`,
          told,
          sql`o.sequence DESC`,
          page
        ),
        ({ items, totalCount }) => ({
          totalCount,
          items: items.map(({ createdAt, endedAt, error, startedAt, userName, ...operation }) => ({
            ...operation,
            ...(userName === null ? {} : { userName }),
            createdAt: timeOf(createdAt),
            ...(startedAt === null ? {} : { startedAt: timeOf(startedAt) }),
            ...(endedAt === null ? {} : { endedAt: timeOf(endedAt) }),
            ...(error === null ? {} : { error })
          }))
        })
      ),
    audit: (page) =>
      Effect.map(
        paged(
          AuditRow,
          sql`at, CAST(project_id AS TEXT) AS project, actor AS "userId", ${nameOf(sql, sql`actor`)} AS "userName", action, object, outcome,
            ${programColumns(sql)}`,
          sql`audit`,
          sql`id DESC`,
          page
        ),
        ({ items, totalCount }) => ({
          totalCount,
          items: items.map(({ at, client, project, requestId, userName, via, ...entry }) => ({
            at: timeOf(at),
            ...entry,
            ...(userName === null ? {} : { userName }),
            ...(project === serviceAudit ? {} : { projectId: ProjectId.make(project) }),
            ...programOf({ client, requestId, via })
          }))
        })
      ),
    projects: (page) =>
      paged(NamedProject, sql`id AS "projectId", name`, sql`projects WHERE removed = 0`, sql`id`, page),
    bytes: Effect.map(
      readOne(
        Bytes,
        sql.onDialectOrElse({
          pg: () => sql`SELECT pg_database_size(current_database()) AS bytes`,
          orElse: () => sql`SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()`
        })
      ),
      ({ bytes }) => bytes
    ).pipe(storageErrors),
    note: (action, object, concerned, outcome = "Done") =>
      longTransaction(sql)(auditOfUser(sql, concerned, { action, object, outcome }))
  }
})
