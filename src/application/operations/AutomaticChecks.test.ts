/* oxlint-disable no-restricted-imports -- the storage beneath its subject */
import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as MemoryBlobStore from "../../../adapters/blobs/testing/Memory.ts"
import * as Repositories from "../../../adapters/storage/Repositories.ts"
import * as Folder from "../../../adapters/storage/testing/Folder.ts"
import { ada, bert, newCalculation, newProject, readyModel } from "../../../adapters/storage/testing/Work.ts"
import { UserId } from "../../domain/Principal.ts"
import { MemberRepository } from "../../ports/projects/MemberRepository.ts"
import { CheckRepository } from "../../ports/requirements/CheckRepository.ts"
import { RequirementsRepository } from "../../ports/requirements/RequirementsRepository.ts"
import { withLayer } from "../../testing/EffectTest.ts"
import { Operations } from "./Operations.ts"

const dora = UserId.make("dora")

// No worker runs, so operations wait until they are cancelled.
const ports = Layer.merge(
  Repositories.layer.pipe(Layer.provideMerge(Folder.volatile("migrated"))),
  MemoryBlobStore.layer
)
const it = withLayer(Layer.provideMerge(Operations.Default, ports))

/** An automatic check that waits. Bert owns the project, Ada the model; Dora, a Contributor, switched the check on. */
const waitingCheck = Effect.gen(function* () {
  const projectId = yield* newProject(bert)
  const members = yield* MemberRepository
  for (const user of [ada, dora]) yield* members.put(projectId, user, "Contributor")
  const { modelId } = yield* readyModel(projectId)
  const documents = yield* RequirementsRepository
  const facts = { title: "Walls", specifications: [], warnings: [] }
  const { id } = yield* documents.create(projectId, { blob: "walls.ids", facts })
  yield* documents.change(projectId, dora, id, { autoCheck: true })
  const checks = yield* CheckRepository
  const due = Option.getOrThrow(yield* checks.firstDue(null))
  yield* checks.startDue(due, ({ operationId }) => `views/${operationId}`)
  const { items } = yield* checks.list(modelId, dora, { page: 1, pageSize: 10 })
  return { projectId, modelId, operationId: items[0]!.operationId }
})

it("the user who switched automatic checks on cannot cancel one without being an Owner of the model", () =>
  Effect.gen(function* () {
    const { cancel, read } = yield* Operations
    const { operationId, projectId } = yield* waitingCheck
    expect(yield* read(dora, operationId)).toMatchObject({ startedBy: dora, isAutomatic: true, status: "Queued" })
    expect(yield* Effect.flip(cancel(dora, operationId))).toMatchObject({ _tag: "Forbidden", projectId })
    expect((yield* read(dora, operationId)).status).toBe("Queued")
    yield* cancel(ada, operationId)
    expect(yield* read(dora, operationId)).toMatchObject({ status: "Failed", error: "Cancelled" })
  }))

it("a member who becomes an Owner of the model, and an Owner of the project, cancel automatic checks", () =>
  Effect.gen(function* () {
    const { cancel, read } = yield* Operations
    const members = yield* MemberRepository
    const first = yield* waitingCheck
    expect(Option.isSome(yield* members.putOnModel(first.modelId, dora, "Owner"))).toBe(true)
    yield* cancel(dora, first.operationId)
    expect((yield* read(dora, first.operationId)).error).toBe("Cancelled")
    const second = yield* waitingCheck
    yield* cancel(bert, second.operationId)
    expect((yield* read(dora, second.operationId)).error).toBe("Cancelled")
  }))

it("the user who started a calculation can cancel it without being an Owner of the model", () =>
  Effect.gen(function* () {
    const { cancel, read } = yield* Operations
    const { modelId, projectId } = yield* waitingCheck
    const { id } = yield* newCalculation(projectId, modelId, { user: dora })
    yield* cancel(dora, id)
    expect((yield* read(dora, id)).error).toBe("Cancelled")
  }))
