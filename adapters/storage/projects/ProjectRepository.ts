import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { projectChanged } from "../../../src/domain/events/NewEvents.ts"
import { ProjectId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import { reaches } from "../../../src/domain/Reach.ts"
import { changed, type Project, type ProjectText } from "../../../src/domain/projects/Project.ts"
import { ProjectRole } from "../../../src/domain/projects/Role.ts"
import { Reached } from "../../../src/ports/Reached.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { now } from "../sql/Clock.ts"
import { withinLimit } from "../sql/Limit.ts"
import { locked, lockUser } from "../sql/Lock.ts"
import { failOperations } from "../operations/OperationEndings.ts"
import { newVersions } from "../history/ProjectVersions.ts"
import { longList } from "../sql/LongList.ts"
import { byName } from "../sql/NameOrder.ts"
import { repository } from "../sql/Repository.ts"
import { flag, integer, key, readFirst, readOne } from "../sql/Rows.ts"
import { longTransaction, storageErrors, transaction } from "../sql/Transaction.ts"

const Inserted = Schema.Struct({ id: key(ProjectId) })
const Text = Schema.Struct({ name: Schema.String, description: Schema.NullOr(Schema.String) })
const Row = Schema.Struct({ ...Inserted.fields, ...Text.fields, role: ProjectRole, isSample: flag })

const Listed = Schema.Struct({ ...Row.fields, id: integer })

const projectOf = ({ description, isSample, ...row }: typeof Row.Type): Project => ({
  ...row,
  ...(description === null ? {} : { description }),
  ...(isSample ? { isSample } : {})
})

export const layer = repository(ProjectRepository, (sql) => {
  const inTransaction = transaction(sql)

  const projectsOf = (userId: UserId) => sql`SELECT p.id, p.name, p.description, m.role, p.is_sample AS "isSample"
    FROM project_members m JOIN projects p ON p.id = m.project_id WHERE m.user_id = ${userId}`
  const text = (projectId: ProjectId) =>
    readFirst(
      Text,
      sql`SELECT name, description FROM projects
      WHERE id = ${Number(projectId)} AND removed = 0 ${locked(sql)}`
    )

  return {
    list: (userId) => {
      const all = Pull.map(
        longList(
          sql,
          sql`SELECT p.id, coalesce(octet_length(p.description), 0) AS bytes
            FROM project_members m JOIN projects p ON p.id = m.project_id WHERE m.user_id = ${userId} ${byName(sql, "p")}`,
          Listed,
          (ids) => sql`${projectsOf(userId)} AND ${sql.in("m.project_id", ids)}`
        ),
        (row) => projectOf({ ...row, id: ProjectId.make(String(row.id)) })
      )
      return Effect.flatMap(Reached, (reach) => Pull.filter(all, ({ id }) => reaches(reach, id)))
    },
    find: fn("ProjectRepository.find")(function* (userId, projectId) {
      if (!reaches(yield* Reached, projectId)) return Option.none()
      const found = yield* readFirst(Row, sql`${projectsOf(userId)} AND m.project_id = ${Number(projectId)}`)
      return Option.map(found, projectOf)
    }, storageErrors),
    create: fn("ProjectRepository.create")(function* (userId, { description = null, name }) {
      yield* lockUser(sql, userId)
      yield* withinLimit(sql, limits.projectsOfOwner, sql`projects WHERE created_by = ${userId} AND removed = 0`)
      const { id } = yield* insertProject(sql, userId, { name, description })
      yield* audit(sql, { projectId: id, action: "project.create", object: id, outcome: "Done" }, [
        projectChanged(id, "Created")
      ])
      return projectOf({ id, name, description, role: "Owner", isSample: false })
    }, inTransaction),
    change: fn("ProjectRepository.change")(function* (projectId, change) {
      const found = yield* text(projectId)
      if (Option.isNone(found)) return
      const after = changed(found.value, change)
      if (after === found.value) return
      yield* sql`UPDATE projects SET ${sql.update({ ...after, lowered: after.name.toLowerCase() })} WHERE id = ${Number(projectId)}`
      yield* audit(sql, { projectId, action: "project.change", object: projectId, outcome: "Done" }, [
        projectChanged(projectId, "Changed")
      ])
    }, inTransaction),
    remove: fn("ProjectRepository.remove")(function* (projectId) {
      // Changes of a project and its contents lock the project first, which prevents deadlocks.
      if (Option.isNone(yield* text(projectId))) return
      const id = Number(projectId)
      const reason = { error: "ModelNotFound", errorDetails: "The project was deleted." }
      yield* failOperations(sql, sql`project_id = ${id}`, reason)
      // The project is invisible from now on. Its contents are removed later.
      yield* sql`DELETE FROM project_members WHERE project_id = ${id}`
      yield* sql`UPDATE projects SET removed = 1 WHERE id = ${id}`
      yield* audit(sql, { projectId, action: "project.remove", object: projectId, outcome: "Done" })
    }, longTransaction(sql))
  }
})

/**
 * Inserts a project with the user as its only member, an Owner, and returns its id and first versions. Runs within the
 * caller's transaction.
 */
export const insertProject = fn("insertProject")(function* (
  sql: SqlClient.SqlClient,
  userId: string,
  project: ProjectText & { readonly isSample?: boolean }
) {
  const { id } = yield* readOne(
    Inserted,
    sql`INSERT INTO projects (name, lowered, description, is_sample, created_by, created_at)
      VALUES (${project.name}, ${project.name.toLowerCase()}, ${project.description}, ${project.isSample === true ? 1 : 0}, ${userId}, ${now(sql)})
      RETURNING id`
  )
  yield* sql`INSERT INTO project_members (project_id, user_id, role) VALUES (${Number(id)}, ${userId}, 'Owner')`
  return { id, ...(yield* newVersions(sql, id)) }
})
