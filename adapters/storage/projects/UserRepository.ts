import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { librariesImported, modelImported, projectChanged } from "../../../src/domain/events/NewEvents.ts"
import { SampleModel } from "../../../src/ports/models/SampleModel.ts"
import { UserRepository } from "../../../src/ports/projects/UserRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { noteEvents } from "../events/EventRows.ts"
import { insertShared } from "../imports/ImportedData.ts"
import { keepMeasured } from "../operations/GeometryRepository.ts"
import { firstVersion, insertImportedVersion } from "../history/ModelVersions.ts"
import { insertModel } from "./ModelRows.ts"
import { insertProject } from "./ProjectRepository.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"

export const layer = Layer.effect(
  UserRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sample = yield* SampleModel

    const createSample = fn("UserRepository.createSample")(function* (userId: string) {
      const { id: projectId, ...versions } = yield* insertProject(sql, userId, {
        name: sample.projectName,
        description: null,
        isSample: true
      })
      const { guid, modelName: name, shared } = sample
      const modelId = yield* insertModel(sql, { projectId, guid, name, defaultRole: "Viewer", createdBy: userId })
      const version = { ...sample, ...firstVersion, modelId: Number(modelId), createdBy: userId }
      const modelVersionId = yield* insertImportedVersion(sql, versions, version)
      yield* keepMeasured(sql, sample.table, sample.geometry)
      const made = yield* insertShared(sql, { projectId, modelId, guid, name }, shared)
      yield* noteEvents(sql, projectId, [
        { ...projectChanged(projectId, "Created"), userId },
        ...librariesImported(made, userId),
        modelImported({ modelId, modelVersionId, userId })
      ])
    })

    const insert = fn("UserRepository.insert")(function* (userId: string, name: string | null) {
      // Among concurrent first calls one inserts the user; the others wait for it and find the row.
      const first = yield* sql`INSERT INTO users (user_id, name, created_at) VALUES (${userId}, ${name}, ${now(sql)})
        ON CONFLICT (user_id) DO NOTHING RETURNING user_id`
      if (first.length > 0) yield* createSample(userId)
      else if (name !== null) yield* sql`UPDATE users SET name = ${name} WHERE user_id = ${userId}`
    }, transaction(sql))

    return UserRepository.of({
      register: fn("UserRepository.register")(function* (userId, name) {
        const known = yield* storageErrors(sql`SELECT name FROM users WHERE user_id = ${userId}`)
        if (known.length > 0 && (name === null || known[0]!["name"] === name)) return
        yield* insert(userId, name)
      }),
      seen: (userId) =>
        sql`UPDATE users SET last_seen_at = ${now(sql)} WHERE user_id = ${userId}`.pipe(transaction(sql), Effect.asVoid)
    })
  })
)
