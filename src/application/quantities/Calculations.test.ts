/* oxlint-disable no-restricted-imports -- the whole service around its subject */
import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { CalculatorNames } from "../../domain/products/CalculatorNames.ts"
import { Filters } from "../../domain/products/Filter.ts"
import { effect } from "../../testing/EffectTest.ts"
import type { ModelId, OperationId, ProjectId } from "../../domain/Identifier.ts"
import type { CalculateQuantities } from "../../domain/operations/Operation.ts"
import type { UserId } from "../../domain/Principal.ts"
import * as Seed from "../../http/testing/Seed.ts"
import * as TestService from "../../http/testing/TestService.ts"
import { AccessRepository } from "../../ports/projects/AccessRepository.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { OperationQueue } from "../../ports/operations/OperationQueue.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { operationInput } from "../common/BlobKeys.ts"

const user = "ada" as UserId
const operationId = (): OperationId => crypto.randomUUID() as OperationId

/** Starts an operation with the data of a row and an id that the caller chose. */
const start = Effect.fn(function* (
  projectId: ProjectId,
  modelId: ModelId,
  id: OperationId,
  view: CalculateQuantities["view"]
) {
  const operations = yield* OperationRepository
  const access = Option.getOrThrow(yield* (yield* AccessRepository).find(user, projectId, modelId))
  const { source, table } = Option.getOrThrow(access.model).latest!
  const filters = Filters.make([{ property: "Mine.Flag", operator: "Equals", value: null }])
  const calculators = CalculatorNames.make(["Count"])
  yield* operations.start({
    operationId: id,
    projectId,
    modelId,
    startedBy: user,
    inputBytes: 0,
    command: { _tag: "CalculateQuantities", calculators, filters, source, table, view }
  })
  yield* (yield* OperationQueue).wake
})

/** Returns the result of an operation without the id of the operation. */
const found = Effect.fn(function* (id: OperationId) {
  const operation = yield* Effect.flatMap(OperationRepository, ({ find }) => find(id))
  const bytes = yield* (yield* BlobStore).read(Option.getOrThrow(operation).result!)
  const { operationId: _, ...rest } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  return rest
})

effect("an operation reads its view from a blob, or from its row if an earlier release stored it there", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    const run = <A, E>(work: Effect.Effect<A, E, TestService.Services>) => Effect.promise(() => service.run(work))
    const token = service.token(user)
    const projectId = (yield* Effect.promise(() => Seed.project(service, token))) as ProjectId
    const seeded = yield* Effect.promise(() => Seed.model(service, token, projectId))
    const modelId = seeded.modelId as ModelId
    const definition = {
      set: "Mine",
      name: "Flag",
      guid: "g",
      dataType: "Boolean",
      unit: null,
      enumerationValues: null
    }
    const text = JSON.stringify({
      projectId,
      definitions: [definition],
      propertyGuids: [],
      locations: [],
      materials: [],
      codes: []
    })
    const resultOf = Effect.fn(function* (id: OperationId, view: CalculateQuantities["view"]) {
      yield* run(start(projectId, modelId, id, view))
      yield* Effect.promise(() => Seed.ready(service, token, id))
      return yield* run(found(id))
    })
    const ofText = yield* resultOf(operationId(), text)
    const id = operationId()
    const blob = operationInput(projectId, modelId, id)
    yield* run(Effect.flatMap(BlobStore, ({ put }) => put(blob, Stream.encodeText(Stream.succeed(text)))))
    const ofBlob = yield* resultOf(id, { blob })
    expect(ofBlob).toEqual(ofText)
    expect((ofBlob["totals"] as { readonly Count: number }).Count).toBeGreaterThan(0)
  })
)
