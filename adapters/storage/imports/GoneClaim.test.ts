import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as GlobalId from "../../../src/domain/GlobalId.ts"
import type { ModelId, ProjectId } from "../../../src/domain/Identifier.ts"
import { sliceOf } from "../../../src/domain/models/SharedSlice.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { LocationRepository } from "../../../src/ports/libraries/LocationRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { OperationRepository } from "../../../src/ports/operations/OperationRepository.ts"
import { entriesOf } from "../testing/Entries.ts"
import { interleaved } from "../testing/Statements.ts"
import { overStorages } from "../testing/Storages.ts"
import {
  ada,
  cancelled,
  claimed,
  claimedBy,
  later,
  leaseMillis,
  newFile,
  newImport,
  newProject,
  outcomeOf,
  readyModel,
  whole
} from "../testing/Work.ts"

const guid = GlobalId.derive("Site")
const site = { guid, name: "Site", type: "Site", parent: -1, longName: null, properties: [] } as const
const shared = Stream.make(sliceOf({ locations: [site], materials: [], codifications: [], codes: [] }))

/** The statement of the last transaction of an import that ends its operation. */
const ending = /^UPDATE operations SET status = 'Ready'/

const endings = (projectId: ProjectId) =>
  Effect.map(entriesOf(projectId), (entries) =>
    entries
      .filter(({ action }) => action === "operation.finish" || action === "operation.fail")
      .map(({ action }) => action)
  )

const versionsOf = (modelId: ModelId) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql`SELECT id FROM model_versions WHERE model_id = ${Number(modelId)}`, (rows) => rows.length)
  )

/** Claims the operation as another worker after its lease has ended. */
const takenOver = Effect.scoped(Effect.zipRight(later(leaseMillis + 1), claimedBy("other", ["long"])))

overStorages((it, name) => {
  // SQLite has one writer, so a concurrent change comes after the transaction.
  const isShared = name === "PostgreSQL"

  it("an import that is taken over during its last transaction is finished once", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      const { modelId } = yield* newImport(projectId)
      const first = operations.finishImport(yield* claimed(), { ...outcomeOf("first"), shared }, "reports/first")
      const { beside, result } = yield* interleaved(first, ending, takenOver)
      expect(result).toBe(!isShared)
      expect(Option.isSome(beside)).toBe(isShared)
      if (Option.isSome(beside)) {
        expect(yield* versionsOf(modelId)).toBe(0)
        expect(yield* operations.finishImport(beside.value, outcomeOf("other"), "reports/other")).toBe(true)
      }
      expect(yield* versionsOf(modelId)).toBe(1)
      expect(yield* endings(projectId)).toEqual(["operation.finish"])
    }))

  it("a new file that is taken over during the last transaction becomes one version", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      const model = yield* readyModel(projectId)
      yield* newFile(model)
      const decide = () => Effect.succeed({ changes: [], added: [], deleted: [], report: "reports/first" })
      const first = operations.finishNewFile(yield* claimed(), outcomeOf("first"), decide)
      const { beside, result } = yield* interleaved(first, ending, takenOver)
      expect(result).toBe(!isShared)
      if (Option.isSome(beside)) {
        expect(yield* operations.finishNewFile(beside.value, outcomeOf("other"), decide)).toBe(true)
      }
      expect(yield* versionsOf(model.modelId)).toBe(2)
    }))

  it("an import cancelled during its last transaction is Failed without a model, or Ready with one", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const models = yield* ModelRepository
      const projectId = yield* newProject()
      const { operationId } = yield* newImport(projectId)
      const finish = operations.finishImport(yield* claimed(), { ...outcomeOf("first"), shared }, "reports/first")
      const { result } = yield* interleaved(finish, ending, operations.cancel(operationId, cancelled, null))
      expect(result).toBe(!isShared)
      expect(Option.getOrThrow(yield* operations.find(operationId)).status).toBe(result ? "Ready" : "Failed")
      expect(yield* whole(models.list(projectId, ada))).toHaveLength(result ? 1 : 0)
      expect(yield* endings(projectId)).toEqual([result ? "operation.finish" : "operation.fail"])
    }))

  it("data stored by an import while it is cancelled and removed is never visible", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const garbage = yield* GarbageRepository
      const projectId = yield* newProject()
      yield* newImport(projectId)
      const claim = yield* claimed()
      const end = Effect.zipRight(operations.cancel(claim.operationId, cancelled, null), garbage.purgeRemoved)
      const finish = operations.finishImport(claim, { ...outcomeOf("first"), shared }, "reports/first")
      // If portions are scripts, no change can come between their statements, so the end of the script is delayed
      // instead.
      const { result } = yield* interleaved(finish, isShared ? /^INSERT INTO locations/ : ending, end)
      expect(result).toBe(!isShared)
      const { inOrder } = yield* (yield* LocationRepository).list(projectId, null)
      expect(yield* whole(inOrder)).toHaveLength(result ? 1 : 0)
      const sql = yield* SqlClient.SqlClient
      expect(yield* sql`SELECT id FROM stagings`).toEqual([])
      expect(yield* sql`SELECT id FROM locations`).toHaveLength(result ? 1 : 0)
    }))
})
