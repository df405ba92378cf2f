import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, flow, Layer, Option, Schema } from "effect"
import { ProjectId } from "../../../src/domain/Identifier.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { changed, type Project, type ProjectText } from "../../../src/domain/Project.ts"
import { ProjectRole } from "../../../src/domain/Role.ts"
import { ProjectRepository } from "../../../src/ports/ProjectRepository.ts"
import { audit } from "../history/Audit.ts"
import { now } from "../sql/Clock.ts"
import { locked } from "../sql/Lock.ts"
import { failOperations, forgetOutputs } from "../operations/OperationEndings.ts"
import { newVersions } from "../history/ProjectVersions.ts"
import { key } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"

const Row = Schema.Struct({
  id: key(ProjectId),
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  role: ProjectRole
})

const projectOf = ({ description, ...row }: typeof Row.Type): Project => ({
  ...row,
  ...(description === null ? {} : { description })
})

export const layer = Layer.effect(
  ProjectRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const inTransaction = transaction(sql)

    const list = SqlSchema.findAll({
      Request: UserId,
      Result: Row,
      execute: (userId) => sql`SELECT p.id, p.name, p.description, m.role
        FROM project_members m JOIN projects p ON p.id = m.project_id WHERE m.user_id = ${userId}`
    })

    const find = SqlSchema.findOne({
      Request: Schema.Struct({ userId: UserId, projectId: ProjectId }),
      Result: Row,
      execute: ({ projectId, userId }) => sql`SELECT p.id, p.name, p.description, m.role
        FROM project_members m JOIN projects p ON p.id = m.project_id
        WHERE m.user_id = ${userId} AND m.project_id = ${Number(projectId)}`
    })

    const text = SqlSchema.findOne({
      Request: ProjectId,
      Result: Schema.Struct({ name: Schema.String, description: Schema.NullOr(Schema.String) }),
      execute: (projectId) => sql`SELECT name, description FROM projects WHERE id = ${Number(projectId)} ${locked(sql)}`
    })

    return ProjectRepository.of({
      list: flow(
        list,
        Effect.map((rows) => rows.map(projectOf)),
        storageErrors,
        Effect.withSpan("ProjectRepository.list")
      ),
      find: (userId, projectId) =>
        find({ userId, projectId }).pipe(
          Effect.map(Option.map(projectOf)),
          storageErrors,
          Effect.withSpan("ProjectRepository.find")
        ),
      create: Effect.fn("ProjectRepository.create")(function* (userId, { description = null, name }) {
        const { id } = yield* insertProject(sql, userId, { name, description })
        yield* audit(sql, { projectId: id, action: "project.create", object: id, outcome: "Done" })
        return projectOf({ id, name, description, role: "Owner" })
      }, inTransaction),
      change: Effect.fn("ProjectRepository.change")(function* (projectId, change) {
        const found = yield* text(projectId)
        if (Option.isNone(found)) return
        const after = changed(found.value, change)
        if (after === found.value) return
        yield* sql`UPDATE projects SET ${sql.update({ ...after })} WHERE id = ${Number(projectId)}`
        yield* audit(sql, { projectId, action: "project.change", object: projectId, outcome: "Done" })
      }, inTransaction),
      remove: Effect.fn("ProjectRepository.remove")(function* (projectId) {
        // Whoever changes a project and what is in it takes the project first, so that no two wait for each other.
        if (Option.isNone(yield* text(projectId))) return
        const id = Number(projectId)
        const reason = { error: "ModelNotFound", errorDetails: "The project was deleted." }
        yield* failOperations(sql, sql`project_id = ${id}`, reason)
        yield* forgetOutputs(sql, sql`project_id = ${id}`)
        yield* sql`DELETE FROM projects WHERE id = ${id}`
        yield* audit(sql, { projectId, action: "project.remove", object: projectId, outcome: "Done" })
      }, inTransaction)
    })
  })
)

/** A new project with the user as its only member, an Owner; its id and first versions. Within a transaction. */
export const insertProject = Effect.fn("insertProject")(function* (
  sql: SqlClient.SqlClient,
  userId: string,
  project: ProjectText & { readonly isSample?: boolean }
) {
  const [{ id }] = yield* Effect.flatMap(
    sql`INSERT INTO projects (name, description, is_sample, created_by, created_at)
      VALUES (${project.name}, ${project.description}, ${project.isSample === true ? 1 : 0}, ${userId}, ${now(sql)})
      RETURNING id`,
    Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ id: key(ProjectId) })))
  )
  yield* sql`INSERT INTO project_members (project_id, user_id, role) VALUES (${Number(id)}, ${userId}, 'Owner')`
  return { id, ...(yield* newVersions(sql, id)) }
})
