import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { OperationRepository } from "../../../src/ports/operations/OperationRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { withLayer } from "../../../src/testing/EffectTest.ts"
import { insertVersion } from "../history/ModelVersions.ts"
import { newVersions } from "../history/ProjectVersions.ts"
import { transaction } from "../sql/Transaction.ts"
import { planOf, recorded } from "../testing/Statements.ts"
import * as Storage from "../testing/Storage.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, bert, claimed, newFile, newProject, outcomeOf, readyModel, whole } from "../testing/Work.ts"

/** Returns the text of a statement for this many ids. */
const forIds = (text: string, count: number): string =>
  text.replaceAll(/\bIN \(\+\?(?:,\+\?)*\)/g, `IN (${Array.from({ length: count }, () => "+?").join(",")})`)

withLayer(Storage.layer)("listing models takes no longer for a member of many other projects", () =>
  Effect.gen(function* () {
    const models = yield* ModelRepository
    const projectId = yield* newProject()
    for (const name of ["Walls", "Doors"]) yield* readyModel(projectId, name)
    const { result, texts } = yield* recorded(whole(models.list(projectId, ada)))
    expect(result).toHaveLength(2)
    expect(texts.map((text) => forIds(text, 2))).not.toEqual(texts.map((text) => forIds(text, 3)))
    for (const count of [1, 30, 128]) {
      const sent = texts.map((text) => forIds(text, count))
      const steps = (yield* Effect.forEach(sent, planOf)).flat()
      expect(steps.filter((step) => step.includes("project_members_of_user"))).toEqual([])
    }
  })
)

overStorages((it) => {
  it("a model names the author of its latest version and its file", () =>
    Effect.gen(function* () {
      const models = yield* ModelRepository
      const operations = yield* OperationRepository
      const sql = yield* SqlClient.SqlClient
      const projectId = yield* newProject()
      const model = yield* readyModel(projectId)
      const found = Effect.map(models.find(projectId, ada, model.modelId), Option.getOrThrow)
      const { position, products, schema, sizeBytes } = outcomeOf("any")
      const coordinates = { offset: null, ...position }
      const first = yield* found
      expect(first).toMatchObject({ products, schema, sizeBytes, coordinates, versionTitle: "Import", updatedBy: ada })
      expect(first.updatedAt).toBeGreaterThanOrEqual(first.createdAt)

      // A version without a file of its own has the figures of the version before.
      yield* transaction(sql)(
        Effect.gen(function* () {
          const { projectVersionId } = yield* newVersions(sql, projectId)
          const version = { title: "Edited", description: null, createdBy: bert }
          yield* insertVersion(sql, Number(model.modelId), projectVersionId, version)
        })
      )
      const edited = { products, schema, sizeBytes, coordinates, versionTitle: "Edited", updatedBy: bert }
      expect(yield* found).toMatchObject({ ...edited, createdAt: first.createdAt })

      yield* newFile(model, "Second file")
      const map = { crs: null, eastings: 1.5, northings: -2.5, height: 3, rotationDegrees: 30, scale: 0.9996 }
      const outcome = { ...outcomeOf("second"), schema: "IFC4X3", sizeBytes: 5e9, position: { site: null, map } }
      yield* operations.finishNewFile(yield* claimed(), outcome, () =>
        Effect.succeed({ changes: [], added: [], deleted: [], report: "r" })
      )
      expect(yield* found).toMatchObject({
        schema: "IFC4X3",
        sizeBytes: 5e9,
        coordinates: { offset: null, site: null, map },
        versionTitle: "Second file",
        updatedBy: ada,
        createdAt: first.createdAt
      })

      // An earlier release left these columns empty.
      yield* sql`UPDATE model_versions SET file_schema = NULL, size_bytes = NULL, geo_reference = NULL`
      const unknown = { offset: null, site: null, map: null }
      expect(yield* found).toMatchObject({ schema: null, sizeBytes: null, coordinates: unknown })
    }))
})
