import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import type { OperationId, ProjectId } from "../../../src/domain/Identifier.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { OperationRepository } from "../../../src/ports/operations/OperationRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { withLayer } from "../../../src/testing/EffectTest.ts"
import { recorded, slowSteps } from "../testing/Statements.ts"
import * as Storage from "../testing/Storage.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, cancelled, claimed, newFile, newImport, newProject, outcomeOf, readyModel } from "../testing/Work.ts"

type Model = Effect.Effect.Success<ReturnType<typeof newImport>>

/** A model whose import failed. */
const failedModel = fn("failedModel")(function* (projectId: ProjectId) {
  const model = yield* newImport(projectId)
  yield* Effect.flatMap(OperationRepository, ({ cancel }) => cancel(model.operationId, cancelled, null))
  return model
})

/** Tries an import of a model again, by default the one that made it. */
const retry = fn("retry")(function* ({ guid, modelId, operationId, projectId }: Model, version?: { title: string }) {
  const operations = yield* OperationRepository
  const id = crypto.randomUUID() as OperationId
  const file = { _tag: "ImportModel", file: `files/${id}`, fileName: "a.ifc", format: "ifc", modelGuid: guid } as const
  const command = version === undefined ? file : { ...file, version: { ...version, description: null } }
  return yield* operations.retry(
    { operationId: id, projectId, modelId, startedBy: ada, inputBytes: 0, command },
    operationId
  )
})

const codeOf = <A, E extends { readonly _tag: string }, R>(tried: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(tried), ({ _tag }) => _tag)

overStorages((it) => {
  it("a failed import is tried again once at a time, until its model is made", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const model = yield* failedModel(yield* newProject())
      const both = yield* Effect.all([Effect.either(retry(model)), Effect.either(retry(model))], {
        concurrency: "unbounded"
      })
      expect(both.filter(({ _tag }) => _tag === "Right")).toHaveLength(1)
      expect(yield* codeOf(retry(model))).toBe("Conflict")
      yield* operations.finishImport(yield* claimed(), outcomeOf("again"), "reports/again")
      expect(yield* codeOf(retry(model))).toBe("InvalidParameter")
    }))

  it("a failed new file is tried again, but not beside another file of its model", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const model = yield* readyModel(yield* newProject())
      const waiting = yield* newFile(model)
      expect(yield* codeOf(retry(model, { title: "Again" }))).toBe("Conflict")
      yield* operations.cancel(waiting.id, cancelled, null)
      expect(yield* retry(model, { title: "Again" })).toMatchObject({ status: "Queued", modelId: model.modelId })
    }))

  it("an import is not tried again if its model or project was removed", () =>
    Effect.gen(function* () {
      const projectId = yield* newProject()
      const [first, second] = [yield* failedModel(projectId), yield* failedModel(projectId)]
      yield* Effect.flatMap(ModelRepository, ({ remove }) => remove(first.modelId))
      expect(yield* codeOf(retry(first))).toBe("InvalidParameter")
      yield* Effect.flatMap(ProjectRepository, ({ remove }) => remove(projectId))
      expect(yield* codeOf(retry(second))).toBe("InvalidParameter")
    }))
})

withLayer(Storage.layer)("every statement of a retry finds its rows by an index", () =>
  Effect.gen(function* () {
    const model = yield* failedModel(yield* newProject())
    const { texts } = yield* recorded(retry(model))
    expect(texts.length).toBeGreaterThan(5)
    expect(yield* slowSteps(texts)).toEqual([])
  })
)
