import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { memberChanged, modelChanged } from "../../../src/domain/events/NewEvents.ts"
import { ModelId, ProjectId } from "../../../src/domain/Identifier.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { modelRoleInForce, ModelRole, ProjectRole, checkOwners } from "../../../src/domain/projects/Role.ts"
import { missing } from "../../../src/domain/Missing.ts"
import { MemberRepository } from "../../../src/ports/projects/MemberRepository.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { locked } from "../sql/Lock.ts"
import { longList } from "../sql/LongList.ts"
import { repository } from "../sql/Repository.ts"
import { flag, integer, key, readFirst } from "../sql/Rows.ts"
import { longTransaction, transaction } from "../sql/Transaction.ts"
import { nameOf } from "../sql/UserNames.ts"
import { insertMember } from "./NewMembers.ts"

const ProjectMember = Schema.Struct({ userId: UserId, name: Schema.NullOr(Schema.String), role: ProjectRole })

const ModelMember = Schema.Struct({
  userId: UserId,
  name: Schema.NullOr(Schema.String),
  projectRole: ProjectRole,
  isCreator: flag,
  given: Schema.NullOr(ModelRole),
  defaultRole: ModelRole
})

const Listed = Schema.Struct({ id: integer, ...ProjectMember.fields })
const ListedOnModel = Schema.Struct({ id: integer, ...ModelMember.fields })

const InProject = Schema.Struct({ projectId: key(ProjectId) })

const GivenInProject = Schema.Struct({ ...InProject.fields, given: Schema.NullOr(ModelRole) })

const shown = ({ name, role, userId }: typeof ProjectMember.Type) => ({ userId, name, role })

const inForce = ({ name, userId, ...grounds }: typeof ModelMember.Type) => ({
  userId,
  name,
  role: modelRoleInForce(grounds)
})

export const layer = repository(MemberRepository, (sql) => {
  const inTransaction = transaction(sql)
  const lockProject = (projectId: ProjectId) =>
    Effect.filterOrFail(
      sql`SELECT id FROM projects WHERE id = ${Number(projectId)} AND removed = 0 ${locked(sql)}`,
      (found) => found.length > 0,
      missing.deletedProject
    )

  const name = nameOf(sql, sql`pm.user_id`)
  const members = sql`SELECT pm.id, pm.user_id AS "userId", ${name} AS name, pm.role FROM project_members pm`

  const memberOf = (projectId: ProjectId, userId: UserId) =>
    readFirst(ProjectMember, sql`${members} WHERE pm.project_id = ${Number(projectId)} AND pm.user_id = ${userId}`)

  const modelMembers = (modelId: ModelId) => sql`SELECT pm.id, pm.user_id AS "userId", ${name} AS name,
      pm.role AS "projectRole", CASE WHEN m.created_by = pm.user_id THEN 1 ELSE 0 END AS "isCreator",
      mm.role AS given, m.default_role AS "defaultRole"
    FROM models m JOIN project_members pm ON pm.project_id = m.project_id
    LEFT JOIN model_members mm ON mm.model_id = m.id AND mm.user_id = pm.user_id
    WHERE m.id = ${Number(modelId)}`

  const keepsOwner = Effect.fn(function* (projectId: ProjectId) {
    const owners = yield* sql`SELECT user_id FROM project_members
        WHERE project_id = ${Number(projectId)} AND role = 'Owner' LIMIT 1`
    yield* checkOwners(owners.length)
  })

  return {
    ofProject: (projectId) =>
      Pull.map(
        longList(
          sql,
          sql`SELECT id, 0 AS bytes FROM project_members WHERE project_id = ${Number(projectId)} ORDER BY id`,
          Listed,
          (ids) => sql`${members} WHERE ${sql.in("pm.id", ids)}`
        ),
        shown
      ),
    put: fn("MemberRepository.put")(function* (projectId, userId, role) {
      yield* lockProject(projectId)
      const before = yield* memberOf(projectId, userId)
      yield* Option.isNone(before)
        ? insertMember(sql, projectId, userId, role)
        : sql`UPDATE project_members SET role = ${role}
            WHERE project_id = ${Number(projectId)} AND user_id = ${userId}`
      yield* keepsOwner(projectId)
      yield* audit(
        sql,
        { projectId, action: "member.put", object: userId, outcome: role },
        Option.match(before, {
          onNone: () => [memberChanged(userId, "Created")],
          onSome: (member) => (member.role === role ? [] : [memberChanged(userId, "Changed")])
        })
      )
      return Option.getOrThrow(yield* memberOf(projectId, userId))
    }, inTransaction),
    remove: fn("MemberRepository.remove")(function* (projectId, userId) {
      yield* lockProject(projectId)
      const gone = yield* sql`DELETE FROM project_members
            WHERE project_id = ${Number(projectId)} AND user_id = ${userId} RETURNING user_id`
      if (gone.length === 0) return false
      yield* keepsOwner(projectId)
      yield* sql`DELETE FROM model_members WHERE user_id = ${userId}
            AND model_id IN (SELECT id FROM models WHERE project_id = ${Number(projectId)})`
      yield* sql`DELETE FROM saved_queries
            WHERE project_id = ${Number(projectId)} AND created_by = ${userId} AND shared = 0`
      yield* audit(sql, { projectId, action: "member.remove", object: userId, outcome: "Done" }, [
        memberChanged(userId, "Deleted")
      ])
      return true
    }, longTransaction(sql)),
    ofModel: (modelId) =>
      Pull.map(
        longList(
          sql,
          sql`SELECT pm.id, 0 AS bytes FROM models m JOIN project_members pm ON pm.project_id = m.project_id
            WHERE m.id = ${Number(modelId)} ORDER BY pm.id`,
          ListedOnModel,
          (ids) => sql`${modelMembers(modelId)} AND ${sql.in("pm.id", ids)}`
        ),
        inForce
      ),
    putOnModel: fn("MemberRepository.putOnModel")(function* (modelId, userId, role) {
      const member = yield* readFirst(
        GivenInProject,
        sql`SELECT pm.project_id AS "projectId", (SELECT mm.role FROM model_members mm
              WHERE mm.model_id = m.id AND mm.user_id = pm.user_id) AS given
            FROM project_members pm JOIN models m ON m.project_id = pm.project_id
            WHERE m.id = ${Number(modelId)} AND pm.user_id = ${userId}`
      )
      if (Option.isNone(member)) return Option.none()
      yield* sql`INSERT INTO model_members (model_id, user_id, role) VALUES (${Number(modelId)}, ${userId}, ${role})
          ON CONFLICT (model_id, user_id) DO UPDATE SET role = excluded.role`
      const { given, projectId } = member.value
      yield* audit(
        sql,
        { projectId, action: "model.member.put", object: `${modelId} ${userId}`, outcome: role },
        given === role ? [] : [modelChanged(modelId)]
      )
      return Option.map(
        yield* readFirst(ModelMember, sql`${modelMembers(modelId)} AND pm.user_id = ${userId}`),
        inForce
      )
    }, inTransaction),
    removeFromModel: fn("MemberRepository.removeFromModel")(function* (modelId, userId) {
      const member = yield* readFirst(
        InProject,
        sql`DELETE FROM model_members WHERE model_id = ${Number(modelId)} AND user_id = ${userId}
            RETURNING (SELECT project_id FROM models WHERE id = ${Number(modelId)}) AS "projectId"`
      )
      if (Option.isNone(member)) return false
      const object = `${modelId} ${userId}`
      yield* audit(sql, { ...member.value, action: "model.member.remove", object, outcome: "Done" }, [
        modelChanged(modelId)
      ])
      return true
    }, inTransaction)
  }
})
