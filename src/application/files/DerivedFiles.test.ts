import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import type { DerivedFile } from "../../domain/models/DerivedFile.ts"
import type { Operation } from "../../domain/operations/Operation.ts"
import type { UserId } from "../../domain/Principal.ts"
import { AccessRepository, type ModelAccess, type ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { GeometryRepository } from "../../ports/models/GeometryRepository.ts"
import { VersionRepository } from "../../ports/models/VersionRepository.ts"
import { OperationQueue } from "../../ports/operations/OperationQueue.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { withLayer } from "../../testing/EffectTest.ts"
import { DerivedFiles } from "./DerivedFiles.ts"
import { Downloads } from "./Downloads.ts"
import { EditLayers } from "../views/EditLayers.ts"
import { OperationStart } from "../operations/OperationStart.ts"
import { ProjectView } from "../views/ProjectView.ts"

const ada = "ada" as UserId
const project = { projectId: "1" } as ProjectAccess
const source = { modelVersionId: "3", projectVersionId: "4", sharedDataVersionId: "5" }
const model = { modelId: "2", latest: { source, table: "table", parquet: "parquet" } } as unknown as ModelAccess
const file: DerivedFile = { blob: "picture", triangles: 0 }
const state = { starts: 0, status: "InProgress" }

const layer = DerivedFiles.Default.pipe(
  Layer.provide(
    Layer.mergeAll(
      Layer.mock(AccessRepository, {}),
      Layer.mock(BlobStore, {}),
      Layer.mock(GeometryRepository, {
        findDerived: () => Effect.sync(() => (state.status === "Ready" ? Option.some(file) : Option.none()))
      }),
      Layer.mock(VersionRepository, {}),
      Layer.mock(OperationQueue, { wake: Effect.void }),
      Layer.mock(OperationRepository, {
        find: () => Effect.sync(() => Option.some({ status: state.status } as Operation))
      }),
      Layer.succeed(Downloads, {} as Downloads),
      Layer.succeed(EditLayers, {} as EditLayers),
      Layer.succeed(ProjectView, {} as ProjectView),
      Layer.succeed(OperationStart, {
        prepare: () =>
          Effect.succeed({
            commit: Effect.sync(() => {
              state.starts += 1
              return { id: "operation" } as Operation
            })
          })
      } as unknown as OperationStart)
    )
  )
)

withLayer(Layer.merge(layer, TestContext.TestContext))(
  "who asks again for a file that is being made waits for the same operation, however long it takes",
  () =>
    Effect.gen(function* () {
      const files = yield* DerivedFiles
      const ask = Effect.fork(Effect.flip(files.get(project, model, ada, "quality.json")))
      for (let asked = 0; asked < 5; asked++) {
        const fibers = [yield* ask, yield* ask]
        yield* TestClock.adjust("26 seconds")
        for (const fiber of fibers) expect(yield* Fiber.join(fiber)).toMatchObject({ _tag: "Overloaded" })
      }
      expect(state.starts).toBe(1)
      const last = yield* Effect.fork(files.get(project, model, ada, "quality.json"))
      state.status = "Ready"
      yield* TestClock.adjust("2 seconds")
      expect(yield* Fiber.join(last)).toEqual(file)
      expect(state.starts).toBe(1)
    })
)
