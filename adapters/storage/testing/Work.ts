import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { CalculatorNames } from "../../../src/domain/products/CalculatorNames.ts"
import { noFilters } from "../../../src/domain/products/Filter.ts"
import * as GlobalId from "../../../src/domain/GlobalId.ts"
import type { OperationId, ProjectId, VersionId } from "../../../src/domain/Identifier.ts"
import type { Lane } from "../../../src/domain/operations/Operation.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { type ImportOutcome, OperationRepository } from "../../../src/ports/operations/OperationRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { UploadRepository } from "../../../src/ports/models/UploadRepository.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { offset, stopped } from "../sql/Clock.ts"

export const ada = "ada" as UserId
export const bert = "bert" as UserId
export const leaseMillis = 10_000

const operationIdOf = (): OperationId => crypto.randomUUID() as OperationId

export const newProject = (owner = ada, name = "Project") =>
  Effect.flatMap(ProjectRepository, (projects) => Effect.map(projects.create(owner, { name }), ({ id }) => id))

/** A model whose import is waiting, created from a new upload. */
export const newImport = fn("newImport")(function* (projectId: ProjectId, name = "Model", user = ada) {
  const models = yield* ModelRepository
  const uploadKey = crypto.randomUUID()
  yield* Effect.flatMap(UploadRepository, (uploads) => uploads.issue(uploadKey, user, 3600, 1e9))
  const guid = GlobalId.random()
  const operationId = operationIdOf()
  const made = yield* models.createWithImport({
    projectId,
    guid,
    name,
    tags: ["A", "B"],
    defaultRole: "Viewer",
    createdBy: user,
    uploadKey,
    operationId,
    command: { _tag: "ImportModel", file: `files/${operationId}`, fileName: "a.ifc", format: "ifc", modelGuid: guid }
  })
  return { ...made, operationId, uploadKey, guid, projectId }
})

/** A new file for an existing model: its import is waiting, and its version has this name. */
export const newFile = fn("newFile")(function* (
  {
    guid,
    modelId,
    projectId
  }: Pick<Effect.Effect.Success<ReturnType<typeof newImport>>, "guid" | "modelId" | "projectId">,
  title = "New file",
  user = ada
) {
  const uploadKey = crypto.randomUUID()
  yield* Effect.flatMap(UploadRepository, (uploads) => uploads.issue(uploadKey, user, 3600, 1e9))
  const operationId = operationIdOf()
  const version = { title, description: null }
  const file = { _tag: "ImportModel", file: `files/${operationId}`, fileName: "b.ifc", format: "ifc" } as const
  return yield* Effect.flatMap(ModelRepository, ({ startNewFile }) =>
    startNewFile({
      projectId,
      modelId,
      uploadKey,
      operationId,
      startedBy: user,
      command: { ...file, modelGuid: guid, version }
    })
  )
})

/** A calculation of the project that waits; of a model that need not exist. */
export const newCalculation = (
  projectId: ProjectId,
  modelId = "1",
  { inputBytes = 0, user = ada }: { readonly inputBytes?: number; readonly user?: UserId } = {}
) =>
  Effect.flatMap(OperationRepository, (operations) => {
    const operationId = operationIdOf()
    return operations.start({
      operationId,
      projectId,
      modelId: modelId as never,
      startedBy: user,
      inputBytes,
      command: {
        _tag: "CalculateQuantities",
        calculators: CalculatorNames.make(["Count"]),
        filters: noFilters,
        source: {
          projectVersionId: "1" as VersionId,
          modelVersionId: "1" as VersionId,
          sharedDataVersionId: "1" as VersionId
        },
        table: "tables/1",
        view: { blob: `views/${operationId}` }
      }
    })
  })

/** Returns the next operation of the lanes, which must exist. */
export const claimed = (owner = "worker", lanes: ReadonlyArray<Lane> = ["long", "short"]) =>
  Effect.map(claimedBy(owner, lanes), Option.getOrThrow)

/** Claims the next operation of the lanes if there is one, however many the user has. */
export const claimedBy = (owner: string, lanes: ReadonlyArray<Lane>, longOfUser = Number.MAX_SAFE_INTEGER) =>
  Effect.flatMap(OperationRepository, (operations) => operations.claim(owner, lanes, leaseMillis, longOfUser))

export const outcomeOf = (name: string): ImportOutcome => ({
  table: `tables/${name}`,
  parquet: `parquets/${name}`,
  geometry: null,
  file: null,
  products: 3,
  schema: "IFC4",
  sizeBytes: 2048,
  position: { site: { latitude: 49.5, longitude: -8.25, elevation: 110 }, map: null },
  shared: Stream.empty
})

/** A model in the state Ready. */
export const readyModel = fn("readyModel")(function* (projectId: ProjectId, name = "Model") {
  const model = yield* newImport(projectId, name)
  const operations = yield* OperationRepository
  yield* operations.finishImport(yield* claimed(), outcomeOf(model.operationId), `reports/${model.operationId}`)
  return model
})

/** Returns all items of a list. */
export const whole = Pull.all

/** Does the same for a stream. */
export const collected = <A, E, R>(items: Stream.Stream<A, E, R>) =>
  Effect.map(Stream.runCollect(items), (all) => [...all])

/** Advances the storage's time until the scope closes. */
export const later = (millis: number) =>
  Effect.acquireRelease(
    Effect.sync(() => void (offset.millis += millis)),
    () => Effect.sync(() => void (offset.millis -= millis))
  )

/** Fixes the storage's time at an instant until the scope closes. */
export const standingAt = (millis: number) =>
  Effect.acquireRelease(
    Effect.sync(() => void (stopped.at = millis)),
    () => Effect.sync(() => void (stopped.at = null))
  )

/** Columns of an operation that no port shows. */
export const rowOf = (operationId: OperationId) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        readonly status: string
        readonly attempt: number
        readonly interruptions: number
        readonly token: number
      }>`SELECT status, attempt, interruptions, token FROM operations WHERE id = ${operationId}`,
      (rows) => rows[0]!
    )
  )

/** Why an operation ends that its caller does not want any more. */
export const cancelled = { error: "Cancelled", errorDetails: "Not wanted." }
