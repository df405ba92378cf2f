import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Edit } from "../../src/domain/edits/Edit.ts"
import type { ModelId, ProjectId } from "../../src/domain/Identifier.ts"
import { EditRepository } from "../../src/ports/edits/EditRepository.ts"
import { AccessRepository } from "../../src/ports/projects/AccessRepository.ts"
import { AnswerRepository } from "../../src/ports/projects/AnswerRepository.ts"
import { GarbageRepository } from "../../src/ports/operations/GarbageRepository.ts"
import { MemberRepository } from "../../src/ports/projects/MemberRepository.ts"
import { ModelRepository } from "../../src/ports/models/ModelRepository.ts"
import { OperationRepository } from "../../src/ports/operations/OperationRepository.ts"
import { OutboxRepository } from "../../src/ports/operations/OutboxRepository.ts"
import { ProjectRepository } from "../../src/ports/projects/ProjectRepository.ts"
import { SessionRepository } from "../../src/ports/models/SessionRepository.ts"
import { SecretRepository } from "../../src/ports/SecretRepository.ts"
import { StorageHealth } from "../../src/ports/StorageHealth.ts"
import { StorageTime } from "../../src/ports/StorageTime.ts"
import { UploadRepository } from "../../src/ports/models/UploadRepository.ts"
import type { It, Services } from "./testing/Storages.ts"
import {
  ada,
  bert,
  cancelled,
  claimed,
  later,
  newCalculation,
  newImport,
  newProject,
  readyModel,
  standingAt,
  whole
} from "./testing/Work.ts"

const hour = 3_600_000
const day = 24 * hour

/** Projects, models, members, uploads, secrets, answers and garbage, as every storage keeps them. */
export const repositoriesContract = (it: It<Services>): void => {
  it("a project has an Owner and versions, and is removed with its content", () =>
    Effect.gen(function* () {
      const projects = yield* ProjectRepository
      const access = yield* AccessRepository
      const made = yield* projects.create(ada, { name: "Täst 🏗", description: "d" })
      expect(made).toEqual({ id: made.id, name: "Täst 🏗", description: "d", role: "Owner" })
      expect(yield* projects.find(ada, made.id)).toEqual(Option.some(made))
      expect(yield* projects.find(bert, made.id)).toEqual(Option.none())
      yield* projects.change(made.id, { name: "Other", description: null })
      expect(yield* whole(projects.list(ada))).toEqual([{ id: made.id, name: "Other", role: "Owner" }])
      const { modelId } = yield* readyModel(made.id)
      yield* projects.remove(made.id)
      expect(yield* whole(projects.list(ada))).toEqual([])
      expect(yield* access.find(ada, made.id, modelId)).toEqual(Option.none())
      expect(Number((yield* projects.create(ada, { name: "Next" })).id)).toBeGreaterThan(Number(made.id))
    }))

  it("a model is not listed before its import is Ready, and an upload is used for one model", () =>
    Effect.gen(function* () {
      const models = yield* ModelRepository
      const uploads = yield* UploadRepository
      const access = yield* AccessRepository
      const projectId = yield* newProject()
      const made = yield* newImport(projectId)
      expect(yield* models.find(projectId, ada, made.modelId)).toEqual(Option.none())
      const accessed = Option.getOrThrow(yield* access.find(ada, projectId, made.modelId))
      expect(Option.getOrThrow(accessed.model)).toMatchObject({ state: "Importing", role: "Owner", latest: null })
      expect(Option.getOrThrow(yield* uploads.find(made.uploadKey))).toMatchObject({ state: "Used", userId: ada })
      const again = yield* Effect.flip(
        models.createWithImport({
          projectId,
          guid: made.guid,
          name: "Again",
          tags: [],
          defaultRole: "Viewer",
          createdBy: ada,
          uploadKey: made.uploadKey,
          operationId: crypto.randomUUID() as never,
          command: { _tag: "ImportModel", file: "f", fileName: "a.ifc", format: "ifc", modelGuid: made.guid }
        })
      )
      expect(again._tag).toBe("InvalidUploadKey")
      const before = Option.getOrThrow(yield* access.find(ada, projectId, null))
      yield* Effect.flatMap(OperationRepository, (operations) =>
        Effect.flatMap(claimed(), (claim) =>
          operations.finishImport(
            claim,
            {
              table: "t",
              parquet: "p",
              geometry: null,
              file: null,
              products: 1,
              schema: "IFC4",
              sizeBytes: 1,
              position: { site: null, map: null },
              shared: Stream.empty
            },
            "r"
          )
        )
      )
      expect(before.project).toMatchObject({ name: "Project", role: "Owner", isSample: false })
      const ready = Option.getOrThrow(yield* models.find(projectId, ada, made.modelId))
      expect(ready).toMatchObject({ name: "Model", guid: made.guid, tags: ["A", "B"], role: "Owner", table: "t" })
      yield* models.remove(made.modelId)
      expect(yield* whole(models.list(projectId, ada))).toEqual([])
      expect(yield* models.find(projectId, ada, made.modelId)).toEqual(Option.none())
    }))

  it("the models of a project are listed for a caller by name, with effective roles, even without a version", () =>
    Effect.gen(function* () {
      const access = yield* AccessRepository
      const members = yield* MemberRepository
      const models = yield* ModelRepository
      const projectId = yield* newProject()
      const [walls, doors, gone] = [
        yield* readyModel(projectId, "walls"),
        yield* readyModel(projectId, "Doors"),
        yield* readyModel(projectId, "Gone")
      ]
      const elsewhere = yield* readyModel(yield* newProject())
      const waiting = yield* newImport(projectId, "Imported soon")
      yield* models.remove(gone.modelId)
      yield* members.put(projectId, bert, "User")
      yield* members.putOnModel(doors.modelId, bert, "NoAccess")
      yield* Effect.flatMap(SessionRepository, (sessions) => sessions.start(bert, walls.modelId, "s"))
      const edit: Edit = { kind: "Attribute", guid: "a", name: "Name", now: "n" }
      yield* Effect.flatMap(EditRepository, (edits) =>
        edits.store({ projectId, modelId: walls.modelId, userId: bert }, "s", 0, [edit])
      )
      const seen = (of: typeof ada, ids: ReadonlyArray<ModelId> | null = null) =>
        Effect.map(access.models(of, projectId, ids), (all) =>
          all.map(({ latest, name, revision, role }) => [name, role, latest !== null, revision > 0])
        )
      expect(yield* seen(bert)).toEqual([
        ["Doors", "NoAccess", true, false],
        ["Imported soon", "Viewer", false, false],
        ["walls", "Viewer", true, true]
      ])
      expect(yield* seen(ada)).toEqual([
        ["Doors", "Owner", true, false],
        ["Imported soon", "Owner", false, false],
        ["walls", "Owner", true, false]
      ])
      const all = yield* access.models(ada, projectId, null)
      for (const one of all) {
        const found = Option.getOrThrow(yield* access.find(ada, projectId, one.modelId))
        expect(found.model).toEqual(Option.some(one))
      }
      const ids = [walls, doors, waiting, gone, elsewhere].map(({ modelId }) => modelId)
      expect((yield* seen(ada, ids)).map(([name]) => name)).toEqual(["Doors", "Imported soon", "walls"])
      expect(yield* seen(ada, [walls.modelId])).toHaveLength(1)
      expect(yield* seen(ada, [])).toEqual([])
      expect(yield* seen("stranger" as typeof ada)).toEqual([])
    }))

  it("members: roles, the last Owner, effective roles on models", () =>
    Effect.gen(function* () {
      const members = yield* MemberRepository
      const access = yield* AccessRepository
      const projectId = yield* newProject()
      const { modelId } = yield* readyModel(projectId)
      expect(yield* members.put(projectId, bert, "User")).toMatchObject({ userId: bert, role: "User" })
      expect((yield* whole(members.ofProject(projectId))).map(({ role, userId }) => [userId, role])).toEqual([
        [ada, "Owner"],
        [bert, "User"]
      ])
      expect((yield* Effect.flip(members.put(projectId, ada, "User")))._tag).toBe("InvalidRole")
      expect((yield* Effect.flip(members.remove(projectId, ada)))._tag).toBe("InvalidRole")
      const roleOfBert = Effect.map(
        access.find(bert, projectId, modelId),
        (one) => Option.getOrThrow(Option.flatMap(one, ({ model }) => model)).role
      )
      expect(yield* roleOfBert).toBe("Viewer")
      yield* members.putOnModel(modelId, bert, "NoAccess")
      expect(yield* roleOfBert).toBe("NoAccess")
      expect((yield* whole(members.ofModel(modelId))).map(({ role, userId }) => [userId, role])).toEqual([
        [ada, "Owner"],
        [bert, "NoAccess"]
      ])
      expect(yield* members.removeFromModel(modelId, bert)).toBe(true)
      expect(yield* members.removeFromModel(modelId, bert)).toBe(false)
      expect(yield* members.putOnModel(modelId, "stranger" as typeof ada, "Viewer")).toEqual(Option.none())
      yield* members.putOnModel(modelId, bert, "Modeler")
      expect(yield* members.remove(projectId, bert)).toBe(true)
      expect(yield* members.remove(projectId, bert)).toBe(false)
      expect(yield* access.find(bert, projectId, null)).toEqual(Option.none())
      yield* members.put(projectId, bert, "User")
      expect(yield* roleOfBert).toBe("Viewer")
    }))

  it("if the last two Owners leave at once, one stays", () =>
    Effect.gen(function* () {
      const members = yield* MemberRepository
      for (let round = 0; round < 10; round++) {
        const projectId = yield* newProject()
        yield* members.put(projectId, bert, "Owner")
        const exits = yield* Effect.forEach([ada, bert], (user) => Effect.exit(members.remove(projectId, user)), {
          concurrency: "unbounded"
        })
        expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
        expect(yield* whole(members.ofProject(projectId))).toHaveLength(1)
      }
    }))

  it("an upload expires by the storage's clock", () =>
    Effect.gen(function* () {
      const uploads = yield* UploadRepository
      const issued = yield* uploads.issue("key", ada, 3600, 1e9)
      expect(issued).toMatchObject({ key: "key", userId: ada, state: "Issued", expired: false })
      yield* later(hour - 5000)
      expect(Option.getOrThrow(yield* uploads.find("key")).expired).toBe(false)
      yield* later(5000)
      expect(Option.getOrThrow(yield* uploads.find("key")).expired).toBe(true)
      expect(yield* uploads.find("none")).toEqual(Option.none())
    }))

  it("a secret is created once, whoever asks first", () =>
    Effect.gen(function* () {
      const secrets = yield* SecretRepository
      const all = yield* Effect.all(
        Array.from({ length: 10 }, () => secrets.secret("tickets")),
        { concurrency: "unbounded" }
      )
      expect(all[0]).toHaveLength(32)
      expect(new Set(all.map((one) => Buffer.from(one).toString("hex"))).size).toBe(1)
      expect(yield* secrets.secret("other")).not.toEqual(all[0])
    }))

  it("an answer is stored once and kept for a day, together with the writes of its request", () =>
    Effect.gen(function* () {
      const answers = yield* AnswerRepository
      const projects = yield* ProjectRepository
      const key = { userId: ada, path: "/v1/projects", key: "k", bodyHash: "1" }
      expect(yield* answers.find(key)).toEqual(Option.none())
      let made = 0
      const work = Effect.gen(function* () {
        made += 1
        const { id } = yield* projects.create(ada, { name: "Once" })
        return { status: 201, headers: { a: "b" }, body: id }
      })
      const all = yield* Effect.all(
        Array.from({ length: 10 }, () => answers.once(key, work)),
        { concurrency: "unbounded" }
      )
      expect(made).toBe(1)
      expect(new Set(all.map(({ body }) => body)).size).toBe(1)
      expect(all[0]).toMatchObject({ status: 201, headers: { a: "b" } })
      expect(yield* whole(projects.list(ada))).toHaveLength(1)
      expect((yield* Effect.flip(answers.once({ ...key, bodyHash: "2" }, work)))._tag).toBe("IdempotencyKeyReused")
      expect(yield* answers.find(key)).toEqual(Option.some(all[0]!))
      expect((yield* Effect.flip(answers.find({ ...key, bodyHash: "2" })))._tag).toBe("IdempotencyKeyReused")
      yield* Effect.exit(answers.once({ ...key, key: "fails" }, Effect.zipRight(work, Effect.fail("no"))))
      expect(yield* answers.find({ ...key, key: "fails" })).toEqual(Option.none())
      expect(yield* whole(projects.list(ada))).toHaveLength(1)
      yield* later(day)
      expect(yield* answers.find({ ...key, bodyHash: "2" })).toEqual(Option.none())
      const anew = yield* answers.once({ ...key, bodyHash: "2" }, work)
      expect(anew.body).not.toBe(all[0]!.body)
      expect(yield* answers.find({ ...key, bodyHash: "2" })).toEqual(Option.some(anew))
    }))

  it("garbage: uploads, answers, messages, failed models and old results are removed when they expire", () =>
    Effect.gen(function* () {
      const garbage = yield* GarbageRepository
      const operations = yield* OperationRepository
      const models = yield* ModelRepository
      const uploads = yield* UploadRepository
      const outbox = yield* OutboxRepository
      const projectId = yield* newProject()
      const ready = yield* readyModel(projectId)
      const failed = yield* newImport(projectId)
      yield* operations.fail(yield* claimed(), { error: "InvalidModelFile", errorDetails: "" }, null)
      const calculation = yield* newCalculation(projectId, ready.modelId)
      yield* operations.finish(yield* claimed(), "results/1", "reports/1")
      yield* uploads.issue("unused", ada, 3600, 1e9)
      yield* outbox.relay(10, () => Effect.void)
      expect(yield* garbage.forgetUploads(24)).toEqual([])
      expect(yield* garbage.removeFailedModels(7)).toEqual([])
      expect(yield* garbage.forgetResults(14, 7)).toBe(0)
      yield* garbage.forgetAnswers
      yield* garbage.forgetMessages
      yield* later(hour + day)
      expect([...(yield* garbage.forgetUploads(24))].sort()).toEqual(
        [ready.uploadKey, failed.uploadKey, "unused"].sort()
      )
      yield* later(6 * day)
      expect(yield* garbage.removeFailedModels(7)).toEqual([{ projectId, modelId: failed.modelId }])
      yield* later(3 * day)
      yield* operations.resultAsked(calculation.id)
      yield* later(4 * day)
      expect(yield* garbage.forgetResults(14, 7)).toBe(0)
      expect(yield* garbage.unreferenced(["results/1", "reports/1"])).toEqual([])
      yield* later(4 * day)
      expect(yield* garbage.forgetResults(14, 7)).toBe(1)
      const forgotten = { status: "Ready", result: null, report: null }
      expect(Option.getOrThrow(yield* operations.find(calculation.id))).toMatchObject(forgotten)
      expect(yield* garbage.unreferenced(["results/1", "reports/1"])).toEqual(["results/1", "reports/1"])
      expect(yield* whole(models.list(projectId, ada))).toHaveLength(1)
    }))

  it("blobs that rows refer to are in use: files, tables, results, reports, inputs of unfinished operations", () =>
    Effect.gen(function* () {
      const garbage = yield* GarbageRepository
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      const { operationId } = yield* readyModel(projectId)
      const done = yield* newCalculation(projectId)
      yield* operations.finish(yield* claimed(), "results/1", "reports/1")
      const waiting = yield* newImport(projectId)
      const calculation = yield* newCalculation(projectId)
      const keys = [
        `files/${operationId}`,
        `tables/${operationId}`,
        `parquets/${operationId}`,
        `reports/${operationId}`,
        "results/1",
        "reports/1",
        `files/${waiting.operationId}`,
        `views/${calculation.id}`
      ]
      const unneeded = ["nobody/1", "tables/1", `views/${done.id}`]
      expect(yield* garbage.unreferenced([...keys, ...unneeded])).toEqual(unneeded)
      expect(yield* garbage.unreferenced([])).toEqual([])
      yield* operations.cancel(waiting.operationId, cancelled, null)
      yield* operations.cancel(calculation.id, cancelled, null)
      expect(yield* garbage.unreferenced(keys)).toEqual([`files/${waiting.operationId}`, `views/${calculation.id}`])
      const [now, before] = [yield* garbage.hoursAgo(0), yield* garbage.hoursAgo(24)]
      expect(now - before).toBeGreaterThanOrEqual(day - 10_000)
      expect(now - before).toBeLessThanOrEqual(day)
    }))

  it("ids of missing rows find nothing, up to the largest id", () =>
    Effect.gen(function* () {
      const largest = String(Number.MAX_SAFE_INTEGER)
      const projects = yield* ProjectRepository
      const models = yield* ModelRepository
      expect(yield* projects.find(ada, largest as ProjectId)).toEqual(Option.none())
      yield* projects.remove(largest as ProjectId)
      yield* models.remove(largest as ModelId)
      expect(yield* whole(models.list(largest as ProjectId, ada))).toEqual([])
      yield* Effect.flatMap(StorageHealth, ({ check }) => check)
    }))

  it("the storage has a clock, in milliseconds since 1970", () =>
    Effect.gen(function* () {
      const { read } = yield* StorageTime
      expect(Math.abs((yield* read) - Date.now())).toBeLessThan(5000)
      yield* standingAt(1_700_000_000_123)
      expect(yield* read).toBe(1_700_000_000_123)
    }))
}
