import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { OperationId, type ProjectId, VersionId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import type { AutoCheck } from "../../../src/domain/requirements/RequirementsDocument.ts"
import { EventRepository } from "../../../src/ports/events/EventRepository.ts"
import { MemberRepository } from "../../../src/ports/projects/MemberRepository.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { OperationRepository } from "../../../src/ports/operations/OperationRepository.ts"
import { CheckRepository } from "../../../src/ports/requirements/CheckRepository.ts"
import { RequirementsRepository } from "../../../src/ports/requirements/RequirementsRepository.ts"
import { overStorages } from "../testing/Storages.ts"
import {
  ada,
  bert,
  cancelled,
  claimed,
  newCalculation,
  newFile,
  newProject,
  outcomeOf,
  readyModel
} from "../testing/Work.ts"

const page = { page: 1, pageSize: 100 }
const viewOf = ({ operationId }: { readonly operationId: OperationId }) => `views/${operationId}`

/** A document of a project; automatic checks are switched on by Ada. */
const newDocument = Effect.fn(function* (projectId: ProjectId, change: Partial<AutoCheck> = {}, title = "Walls") {
  const documents = yield* RequirementsRepository
  const facts = { title, specifications: [], warnings: [] }
  const { id } = yield* documents.create(projectId, { blob: `${title}.ids`, facts })
  yield* documents.change(projectId, ada, id, change)
  return id
})

/** Starts all checks that are due and returns how many there were. */
const startAll = Effect.gen(function* () {
  const checks = yield* CheckRepository
  let count = 0
  for (let due = yield* checks.firstDue(null); Option.isSome(due); due = yield* checks.firstDue(due.value)) {
    yield* checks.startDue(due.value, viewOf)
    count++
  }
  return count
})

const outcome = {
  result: "Failed",
  modelVersionId: VersionId.make("1"),
  specifications: { passed: 1, failed: 1, notApplicable: 0 },
  failures: 12
} as const

overStorages((it) => {
  it("documents are due for the models and tags that they name, and for new versions", () =>
    Effect.gen(function* () {
      const checks = yield* CheckRepository
      const projectId = yield* newProject()
      const model = yield* readyModel(projectId, "First")
      const other = yield* readyModel(projectId, "Second")
      yield* newDocument(projectId, {}, "Off")
      yield* newDocument(projectId, { autoCheck: true, models: [other.modelId] }, "By id")
      yield* newDocument(projectId, { autoCheck: true, tags: ["B", "C"] }, "By tag")
      yield* newDocument(projectId, { autoCheck: true, tags: ["C"] }, "By another tag")
      yield* newDocument(projectId, { autoCheck: true, models: [] }, "Of none")
      expect(yield* startAll).toBe(3)
      const titles = (modelId: typeof model.modelId) =>
        Effect.map(checks.list(modelId, bert, page), ({ items }) => items.map(({ title }) => title).toSorted())
      expect(yield* titles(model.modelId)).toEqual(["By tag"])
      expect(yield* titles(other.modelId)).toEqual(["By id", "By tag"])
      yield* newFile({ ...model, projectId })
      const operations = yield* OperationRepository
      const nothing = () => Effect.succeed({ added: [], changes: [], deleted: [], report: "report" })
      for (;;) {
        const claim = yield* claimed()
        if (claim.command._tag !== "ImportModel") continue
        expect(yield* operations.finishNewFile(claim, outcomeOf("new"), nothing)).toBe(true)
        break
      }
      expect(yield* startAll).toBe(1)
    }))

  it("the search for checks that are due waits for no transaction if there are none", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* readyModel(yield* newProject())
      const [begun, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const change = sql`UPDATE projects SET name = name`
      const other = yield* Effect.fork(
        sql.withTransaction(Effect.all([change, Deferred.succeed(begun, undefined), Deferred.await(done)]))
      )
      yield* Deferred.await(begun)
      expect(yield* startAll).toBe(0)
      yield* Deferred.succeed(done, undefined)
      yield* Fiber.join(other)
    }))

  it("a model and a document have at most one waiting check", () =>
    Effect.gen(function* () {
      const checks = yield* CheckRepository
      const documents = yield* RequirementsRepository
      const projectId = yield* newProject()
      const { modelId } = yield* readyModel(projectId)
      const id = yield* newDocument(projectId, { autoCheck: true })
      const again = Effect.gen(function* () {
        yield* documents.change(projectId, ada, id, { autoCheck: false })
        yield* documents.change(projectId, ada, id, { autoCheck: true })
        yield* startAll
        return (yield* checks.list(modelId, bert, page)).totalCount
      })
      expect(yield* startAll).toBe(1)
      expect(yield* again).toBe(1)
      yield* claimed()
      expect(yield* again).toBe(2)
      yield* documents.change(projectId, ada, id, { autoCheck: false })
      yield* documents.change(projectId, ada, id, { autoCheck: true })
      yield* documents.remove(projectId, id)
      expect(yield* startAll).toBe(0)
    }))

  it("an automatic check is visible to everyone and announces its end", () =>
    Effect.gen(function* () {
      const checks = yield* CheckRepository
      const operations = yield* OperationRepository
      const garbage = yield* GarbageRepository
      const projectId = yield* newProject()
      yield* Effect.flatMap(MemberRepository, ({ put }) => put(projectId, bert, "User"))
      const { modelId } = yield* readyModel(projectId)
      const requirementsId = yield* newDocument(projectId, { autoCheck: true })
      yield* startAll
      const claim = yield* claimed()
      expect(claim).toMatchObject({ startedBy: ada, modelId, command: { _tag: "CheckRequirements", requirementsId } })
      const files = { result: "check.json", csv: "failures.csv", topics: "failures.bcfzip" }
      expect(yield* checks.finish(claim, files, outcome)).toBe(true)
      expect(yield* checks.finish(claim, files, outcome)).toBe(false)
      expect(yield* checks.files(claim.operationId)).toEqual(
        Option.some({ csv: "failures.csv", topics: "failures.bcfzip" })
      )
      expect((yield* checks.list(modelId, bert, page)).items).toMatchObject([
        { operationId: claim.operationId, requirementsId, status: "Ready", isAutomatic: true, outcome }
      ])
      expect(yield* garbage.unreferenced(Object.values(files))).toEqual([])
      const listed = yield* operations.list(projectId, { userId: bert, isOwner: false }, page)
      expect(listed.items.map(({ id }) => id)).toContain(claim.operationId)
      const { events } = yield* Effect.flatMap(EventRepository, ({ after }) => after(projectId, "0" as never, 100))
      const ended = events.filter(({ event: { type } }) => type === "check.ended")
      expect(ended).toMatchObject([
        {
          audienceUser: ada,
          event: {
            operationId: claim.operationId,
            object: `models/${modelId}/checks/${claim.operationId}`,
            data: { requirementsId, isAutomatic: true, status: "Ready", result: "Failed" }
          }
        }
      ])
      expect(events.filter(({ event }) => event.operationId === claim.operationId)).toEqual(ended)
      yield* garbage.forgetResults(0, 0)
      expect(yield* garbage.unreferenced(Object.values(files))).toEqual(Object.values(files))
    }))

  it("a check that a user started is visible to that user only; one that fails announces its failure", () =>
    Effect.gen(function* () {
      const checks = yield* CheckRepository
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      const { modelId } = yield* readyModel(projectId)
      const calculation = yield* newCalculation(projectId, modelId)
      const requirementsId = yield* newDocument(projectId)
      const operationId = OperationId.make(crypto.randomUUID())
      const source = Option.getOrThrow(yield* checks.newest(modelId))
      yield* operations.start({
        operationId,
        projectId,
        modelId,
        startedBy: ada,
        inputBytes: 7,
        command: {
          _tag: "CheckRequirements",
          requirementsId,
          title: "Walls",
          view: `views/${operationId}`,
          started: {
            source: source.source,
            publishedAt: source.publishedAt,
            file: source.file,
            table: source.table,
            document: "kept.ids"
          }
        }
      })
      expect(yield* Effect.flatMap(GarbageRepository, ({ unreferenced }) => unreferenced(["kept.ids"]))).toEqual([])
      const byAda = yield* operations.list(projectId, { userId: ada, isOwner: true }, page)
      expect(byAda.items.slice(0, 2).map(({ id }) => id)).toEqual([operationId, calculation.id])
      yield* operations.cancel(operationId, cancelled, null)
      expect((yield* checks.list(modelId, ada, page)).items).toMatchObject([{ status: "Failed", isAutomatic: false }])
      expect((yield* checks.list(modelId, bert, page)).totalCount).toBe(0)
      expect(yield* checks.files(operationId)).toEqual(Option.none())
      const { events } = yield* Effect.flatMap(EventRepository, ({ after }) => after(projectId, "0" as never, 100))
      expect(events.map(({ event }) => event).filter(({ type }) => type === "check.ended")).toMatchObject([
        { data: { requirementsId, isAutomatic: false, status: "Failed" } }
      ])
    }))

  it("automatic checks do not count among the unfinished operations of the user who switched them on", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      yield* readyModel(projectId)
      yield* newDocument(projectId, { autoCheck: true })
      expect(yield* startAll).toBe(1)
      for (let i = 0; i < limits.openOperations.most - 1; i++) yield* newCalculation(projectId)
      yield* operations.admit(ada)
      yield* newCalculation(projectId)
      expect((yield* Effect.flip(operations.admit(ada)))._tag).toBe("TooManyRequests")
      yield* newDocument(projectId, { autoCheck: true }, "Doors")
      expect(yield* startAll).toBe(1)
    }))
})
