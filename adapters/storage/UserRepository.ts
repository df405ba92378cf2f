import { SqlClient } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { ModelId, ProjectId } from "../../src/domain/Identifier.ts"
import { SampleModel } from "../../src/ports/SampleModel.ts"
import { UserRepository } from "../../src/ports/UserRepository.ts"
import { now } from "./Clock.ts"
import { insertShared } from "./ImportedData.ts"
import { insertFirstVersion } from "./ModelVersions.ts"
import { newVersions } from "./ProjectRepository.ts"
import { key } from "./Rows.ts"
import { storageErrors, transaction } from "./Transaction.ts"

const OneModel = Schema.Tuple(Schema.Struct({ id: key(ModelId) }))
const OneProject = Schema.Tuple(Schema.Struct({ id: key(ProjectId) }))

export const layer = Layer.effect(
  UserRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sample = yield* SampleModel

    const createSample = Effect.fn("UserRepository.createSample")(function* (userId: string) {
      const [project] = yield* Effect.flatMap(
        sql`INSERT INTO projects (name, is_sample, created_by, created_at)
          VALUES (${sample.projectName}, 1, ${userId}, ${now(sql)}) RETURNING id`,
        Schema.decodeUnknown(OneProject)
      )
      const projectId = Number(project.id)
      yield* sql`INSERT INTO project_members (project_id, user_id, role) VALUES (${projectId}, ${userId}, 'Owner')`
      const versions = yield* newVersions(sql, project.id)
      const [{ id: modelId }] = yield* Effect.flatMap(
        sql`INSERT INTO models (project_id, guid, name, state, default_role, created_by, created_at)
          VALUES (${projectId}, ${sample.guid}, ${sample.modelName}, 'Importing', 'Viewer', ${userId}, ${now(sql)})
          RETURNING id`,
        Schema.decodeUnknown(OneModel)
      )
      yield* insertFirstVersion(sql, versions, { ...sample, modelId: Number(modelId), createdBy: userId })
      const { guid, modelName: name, shared } = sample
      yield* insertShared(sql, { projectId: project.id, modelId, guid, name }, shared)
    })

    const welcomed = Effect.fn("UserRepository.welcomed")(function* (userId: string, name: string | null) {
      // Of several first calls one inserts; the others wait for it and find the row.
      const first = yield* sql`INSERT INTO users (user_id, name, created_at) VALUES (${userId}, ${name}, ${now(sql)})
        ON CONFLICT (user_id) DO NOTHING RETURNING user_id`
      if (first.length > 0) yield* createSample(userId)
      else if (name !== null) yield* sql`UPDATE users SET name = ${name} WHERE user_id = ${userId}`
    }, transaction(sql))

    return UserRepository.of({
      welcome: Effect.fn("UserRepository.welcome")(function* (userId, name) {
        const known = yield* storageErrors(sql`SELECT name FROM users WHERE user_id = ${userId}`)
        if (known.length > 0 && (name === null || known[0]!["name"] === name)) return
        yield* welcomed(userId, name)
      })
    })
  })
)
