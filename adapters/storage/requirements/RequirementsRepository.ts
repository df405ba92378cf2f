import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { requirementsChanged } from "../../../src/domain/events/NewEvents.ts"
import { applied } from "../../../src/domain/libraries/Change.ts"
import { ModelId, type ProjectId, RequirementsId } from "../../../src/domain/Identifier.ts"
import { exceeded } from "../../../src/domain/Limit.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { missing } from "../../../src/domain/Missing.ts"
import {
  type AutoCheck,
  noAutoCheck,
  type RequirementsDocument,
  RequirementsFacts
} from "../../../src/domain/requirements/RequirementsDocument.ts"
import { RequirementsRepository } from "../../../src/ports/requirements/RequirementsRepository.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { withinLimit } from "../sql/Limit.ts"
import { locked } from "../sql/Lock.ts"
import { longList } from "../sql/LongList.ts"
import { repository } from "../sql/Repository.ts"
import { flag, integer, numberKey, readFirst, readOne } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import { makeDueOfDocument } from "./DueChecks.ts"

const Row = Schema.Struct({
  id: numberKey(RequirementsId),
  facts: Schema.parseJson(RequirementsFacts),
  autoCheck: flag,
  models: Schema.NullOr(Schema.parseJson(Schema.Array(ModelId))),
  tags: Schema.NullOr(Schema.parseJson(Schema.Array(Schema.String)))
})

const Blob = Schema.Struct({ blob: Schema.String })
const Id = Schema.Struct({ id: numberKey(RequirementsId) })
const Count = Schema.Struct({ count: integer })

const changes = { create: "Created", change: "Changed", remove: "Deleted" } as const

const shown = ({ autoCheck, facts, id, models, tags }: typeof Row.Type): RequirementsDocument => ({
  id,
  ...facts,
  autoCheck,
  ...(models === null ? {} : { models }),
  ...(tags === null ? {} : { tags })
})

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

export const layer = repository(RequirementsRepository, (sql) => {
  const inTransaction = transaction(sql)
  const columns = sql`id, facts, auto_check AS "autoCheck", models, tags`

  const found = (projectId: ProjectId, id: RequirementsId) =>
    readFirst(Row, sql`SELECT ${columns} FROM requirements WHERE project_id = ${Number(projectId)} AND id = ${id}`)

  const lockProject = Effect.fnUntraced(function* (projectId: ProjectId) {
    const rows = yield* sql`SELECT id FROM projects WHERE id = ${Number(projectId)} AND removed = 0 ${locked(sql)}`
    if (rows.length === 0) return yield* missing.deletedProject()
  })

  /** Locks the project and returns a document of it. */
  const changeable = Effect.fnUntraced(function* (projectId: ProjectId, id: RequirementsId) {
    yield* lockProject(projectId)
    return yield* Effect.flatMap(found(projectId, id), Effect.mapError(missing.requirements))
  })

  /** Fails with `LimitExceeded` if this many specifications are too many besides those of the other documents. */
  const checkSpecifications = Effect.fnUntraced(function* (projectId: ProjectId, adding: number, replaced: number) {
    const { count } = yield* readOne(
      Count,
      sql`SELECT coalesce(sum(specifications), 0) AS count FROM requirements
        WHERE project_id = ${Number(projectId)} AND id <> ${replaced}`
    )
    if (count + adding > limits.specificationsOfProject.most) return yield* exceeded(limits.specificationsOfProject)
  })

  const written = (projectId: ProjectId, verb: keyof typeof changes, id: RequirementsId) =>
    audit(sql, { projectId, action: `requirements.${verb}`, object: String(id), outcome: "Done" }, [
      requirementsChanged(id, changes[verb])
    ])

  return {
    list: (projectId) =>
      Pull.map(
        longList(
          sql,
          sql`SELECT id, octet_length(facts) AS bytes FROM requirements
            WHERE project_id = ${Number(projectId)} ORDER BY id`,
          Row,
          (ids) => sql`SELECT ${columns} FROM requirements WHERE ${sql.in("id", ids)}`
        ),
        shown
      ),
    find: fn("RequirementsRepository.find")(function* (projectId, id) {
      return Option.map(yield* found(projectId, id), shown)
    }, storageErrors),
    blob: fn("RequirementsRepository.blob")(function* (projectId, id) {
      const row = yield* readFirst(
        Blob,
        sql`SELECT file_blob AS blob FROM requirements WHERE project_id = ${Number(projectId)} AND id = ${id}`
      )
      return Option.map(row, ({ blob }) => blob)
    }, storageErrors),
    create: fn("RequirementsRepository.create")(function* (projectId, { blob, facts }) {
      yield* lockProject(projectId)
      yield* withinLimit(sql, limits.requirementsOfProject, sql`requirements WHERE project_id = ${Number(projectId)}`)
      yield* checkSpecifications(projectId, facts.specifications.length, 0)
      const { id } = yield* readOne(
        Id,
        sql`INSERT INTO requirements ${sql.insert({
          project_id: Number(projectId),
          file_blob: blob,
          facts: JSON.stringify(facts),
          specifications: facts.specifications.length,
          auto_check: 0
        })} RETURNING id`
      )
      yield* written(projectId, "create", id)
      return shown({ id, facts, ...noAutoCheck })
    }, inTransaction),
    replace: fn("RequirementsRepository.replace")(function* (projectId, id, { blob, facts }) {
      const row = yield* changeable(projectId, id)
      yield* checkSpecifications(projectId, facts.specifications.length, id)
      yield* sql`UPDATE requirements SET file_blob = ${blob}, facts = ${JSON.stringify(facts)},
        specifications = ${facts.specifications.length} WHERE id = ${id}`
      yield* written(projectId, "change", id)
      return shown({ ...row, facts })
    }, inTransaction),
    change: fn("RequirementsRepository.change")(function* (projectId, userId, id, change) {
      const row = yield* changeable(projectId, id)
      const { autoCheck, models, tags } = row
      const before: AutoCheck = { autoCheck, models, tags }
      const after = applied(before, change)
      if (after === before) return shown(row)
      yield* sql`UPDATE requirements SET auto_check = ${after.autoCheck ? 1 : 0}, models = ${json(after.models)},
        tags = ${json(after.tags)} WHERE id = ${id}`
      if (after.autoCheck && !autoCheck) {
        yield* sql`UPDATE requirements SET checked_by = ${userId} WHERE id = ${id}`
        yield* makeDueOfDocument(sql, projectId, id)
      }
      yield* written(projectId, "change", id)
      return shown({ ...row, ...after })
    }, inTransaction),
    remove: fn("RequirementsRepository.remove")(function* (projectId, id) {
      yield* changeable(projectId, id)
      yield* sql`DELETE FROM requirements WHERE id = ${id}`
      yield* written(projectId, "remove", id)
    }, inTransaction)
  }
})
