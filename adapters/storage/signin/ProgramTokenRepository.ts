import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ProjectId, TokenId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { missing } from "../../../src/domain/Missing.ts"
import { type Principal, UserId } from "../../../src/domain/Principal.ts"
import type { ProgramToken } from "../../../src/domain/signin/ProgramToken.ts"
import { timeOf } from "../../../src/domain/Time.ts"
import { ProgramTokenRepository } from "../../../src/ports/signin/ProgramTokenRepository.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { now } from "../sql/Clock.ts"
import { withinLimit } from "../sql/Limit.ts"
import { lockUser } from "../sql/Lock.ts"
import { longList } from "../sql/LongList.ts"
import { manyRows } from "../sql/ManyRows.ts"
import { repository } from "../sql/Repository.ts"
import { flag, integer, key, readAll, readFirst, readOne } from "../sql/Rows.ts"
import { longTransaction, storageErrors, transaction } from "../sql/Transaction.ts"
import { ScopeNames } from "../sql/ScopeNames.ts"

const dayMillis = 24 * 3_600_000

/** The maximum number of projects in whose audits an action on a token is recorded. */
const mostAudited = limits.entriesOfList.most

const Row = Schema.Struct({
  id: integer,
  tokenId: TokenId,
  userId: UserId,
  name: Schema.String,
  scopes: ScopeNames,
  isLimited: flag,
  createdAt: integer,
  endsAt: integer,
  usedAt: Schema.NullOr(integer)
})
type Row = typeof Row.Type

const ProjectRow = Schema.Struct({ token: integer, projectId: key(ProjectId) })
const HeldRow = Schema.Struct({ ...Row.fields, isUsedToday: flag, projectId: Schema.NullOr(key(ProjectId)) })
const Project = Schema.Struct({ projectId: key(ProjectId) })
const Inserted = Schema.Struct({ id: integer, at: integer })

/** Returns what users and Owners both see of a token. */
const shared = ({ endsAt, name, scopes, tokenId, usedAt }: Row) => ({
  id: tokenId,
  name,
  scopes,
  expiresAt: timeOf(endsAt),
  ...(usedAt === null ? {} : { lastUsedAt: timeOf(usedAt) })
})

const shown = (row: Row, projects: ReadonlyArray<ProjectId>): ProgramToken => ({
  ...shared(row),
  ...(row.isLimited ? { projects } : {}),
  createdAt: timeOf(row.createdAt)
})

export const layer = repository(ProgramTokenRepository, (sql) => {
  const inTransaction = transaction(sql)
  /** Runs a transaction that writes into the audits of many projects. */
  const inLongTransaction = longTransaction(sql)
  const columns = sql`t.id, t.token_id AS "tokenId", t.user_id AS "userId", t.name, t.scopes,
    t.is_limited AS "isLimited", t.created_at AS "createdAt", t.ends_at AS "endsAt", t.used_at AS "usedAt"`
  const isGood = () => sql`t.ends_at > ${now(sql)}`
  const today = () => sql`(${now(sql)} / ${sql.literal(String(dayMillis))}) * ${sql.literal(String(dayMillis))}`

  /** Selects a project of a member if a token of theirs reaches it; `t` and `m` are the token and the membership. */
  const reachesMembership = sql`t.user_id = m.user_id AND t.is_limited = (CASE WHEN EXISTS (
    SELECT 1 FROM program_token_projects p WHERE p.token = t.id AND p.project_id = m.project_id) THEN 1 ELSE 0 END)`

  /** Writes an action on a token into the audits of the projects that it reaches, in an order that prevents deadlocks. */
  const auditEverywhere = Effect.fnUntraced(function* (id: number, tokenId: TokenId, action: string) {
    const projects = yield* readAll(
      Project,
      sql`SELECT m.project_id AS "projectId" FROM program_tokens t JOIN project_members m ON ${reachesMembership}
        WHERE t.id = ${id} ORDER BY m.project_id LIMIT ${mostAudited}`
    )
    for (const { projectId } of projects) yield* audit(sql, { projectId, action, object: tokenId, outcome: "Done" })
  })

  return {
    create: fn("ProgramTokenRepository.create")(function* (maker, token) {
      const { userId } = maker
      const projectIds = (token.projects ?? []).map(Number)
      // A revocation of the user waits for this transaction and then removes the token, or is seen here.
      yield* lockUser(sql, userId)
      if (yield* wasRevoked(sql, maker)) return null
      const memberships = yield* sql`SELECT id FROM project_members
        WHERE user_id = ${userId} AND ${sql.in("project_id", projectIds)}`
      if (memberships.length < projectIds.length) return yield* missing.project()
      yield* sql`DELETE FROM program_tokens WHERE user_id = ${userId} AND ends_at <= ${now(sql)}`
      yield* withinLimit(sql, limits.programTokensOfUser, sql`program_tokens WHERE user_id = ${userId}`)
      const { at, id } = yield* readOne(
        Inserted,
        sql`INSERT INTO program_tokens
            (token_id, secret_hash, user_id, name, scopes, is_limited, created_at, ends_at)
          VALUES (${token.id}, ${token.hash}, ${userId}, ${token.name}, ${token.scopes.join(" ")},
            ${token.projects === null ? 0 : 1}, ${now(sql)}, ${token.expiresAt})
          RETURNING id, created_at AS at`
      )
      yield* sql`INSERT INTO program_token_projects
        ${manyRows(sql, projectIds, { token: id }, { project_id: ["BIGINT", (projectId: number) => projectId] })}`
      yield* auditEverywhere(id, token.id, "token.create")
      const { expiresAt, projects, ...rest } = token
      const row = { ...rest, userId, id, tokenId: token.id, isLimited: projects !== null, usedAt: null }
      return shown({ ...row, createdAt: at, endsAt: expiresAt }, projects ?? [])
    }, inLongTransaction),
    list: fn("ProgramTokenRepository.list")(function* (userId) {
      const rows = yield* readAll(
        Row,
        sql`SELECT ${columns} FROM program_tokens t WHERE t.user_id = ${userId} AND ${isGood()} ORDER BY t.id`
      )
      const found = yield* readAll(
        ProjectRow,
        sql`SELECT p.token, p.project_id AS "projectId" FROM program_token_projects p
          JOIN program_tokens t ON t.id = p.token WHERE t.user_id = ${userId} ORDER BY p.project_id`
      )
      const projects = Map.groupBy(found, ({ token }) => token)
      return rows.map((row) => shown(row, projects.get(row.id)?.map(({ projectId }) => projectId) ?? []))
    }, storageErrors),
    remove: fn("ProgramTokenRepository.remove")(function* (userId, id) {
      yield* lockUser(sql, userId)
      const row = yield* Effect.flatMap(
        readFirst(
          Row,
          sql`SELECT ${columns} FROM program_tokens t WHERE t.user_id = ${userId} AND t.token_id = ${id} AND ${isGood()}`
        ),
        Effect.mapError(missing.programToken)
      )
      yield* auditEverywhere(row.id, id, "token.remove")
      yield* sql`DELETE FROM program_tokens WHERE id = ${row.id}`
    }, inLongTransaction),
    inProject: (projectId) => {
      const rows = (which: Statement.Fragment) =>
        sql`FROM program_tokens t JOIN project_members m ON m.project_id = ${Number(projectId)} AND ${reachesMembership}
          WHERE ${isGood()} ${which}`
      return Pull.map(
        longList(
          sql,
          sql`SELECT t.id, octet_length(t.name) + octet_length(t.user_id) AS bytes ${rows(sql`ORDER BY t.id`)}`,
          Row,
          (ids) => sql`SELECT ${columns} ${rows(sql`AND ${sql.in("t.id", ids)}`)}`
        ),
        (row) => ({ ...shared(row), userId: row.userId })
      )
    },
    shutOut: fn("ProgramTokenRepository.shutOut")(function* (projectId, tokenId) {
      const project = Number(projectId)
      const { id, isLimited } = yield* Effect.flatMap(
        readFirst(
          Row,
          sql`SELECT ${columns} FROM program_tokens t JOIN project_members m
            ON m.project_id = ${project} AND ${reachesMembership} WHERE t.token_id = ${tokenId} AND ${isGood()}`
        ),
        Effect.mapError(missing.programToken)
      )
      const changed = isLimited
        ? sql`DELETE FROM program_token_projects WHERE token = ${id} AND project_id = ${project} RETURNING token`
        : sql`INSERT INTO program_token_projects (token, project_id) VALUES (${id}, ${project})
            ON CONFLICT (token, project_id) DO NOTHING RETURNING token`
      if ((yield* changed).length === 0) return yield* missing.programToken()
      yield* audit(sql, { projectId, action: "token.shutOut", object: tokenId, outcome: "Done" })
    }, inTransaction),
    held: fn("ProgramTokenRepository.held")(function* (hash) {
      const rows = yield* readAll(
        HeldRow,
        sql`SELECT ${columns}, p.project_id AS "projectId",
            CASE WHEN t.used_at = ${today()} THEN 1 ELSE 0 END AS "isUsedToday"
          FROM program_tokens t LEFT JOIN program_token_projects p ON p.token = t.id
          WHERE t.secret_hash = ${hash} AND ${isGood()}`
      )
      return Option.map(Option.fromNullable(rows[0]), ({ endsAt, isLimited, isUsedToday, scopes, tokenId, userId }) => {
        const projects = new Set(rows.flatMap(({ projectId }) => (projectId === null ? [] : [projectId])))
        return { id: tokenId, userId, scopes, reach: { isLimited, projects }, expiresAt: endsAt, isUsedToday }
      })
    }, storageErrors),
    used: (id) =>
      sql`UPDATE program_tokens SET used_at = ${today()}
        WHERE token_id = ${id} AND (used_at IS NULL OR used_at < ${today()})`.pipe(inTransaction, Effect.asVoid)
  }
})

/** Returns whether a token of the user, or its sign-in, was revoked after the token was issued. */
const wasRevoked = (
  sql: SqlClient.SqlClient,
  { issuedAt, signInId, userId }: Pick<Principal, "userId" | "issuedAt" | "signInId">
) => {
  const since = issuedAt === undefined ? Number.MAX_SAFE_INTEGER : issuedAt * 1000
  return Effect.map(
    sql`SELECT subject FROM revocations
      WHERE (kind = 'User' AND subject = ${userId} AND revoked_at > ${since})
        OR (kind = 'SignIn' AND subject = ${signInId ?? ""})`,
    (rows) => rows.length > 0
  )
}
