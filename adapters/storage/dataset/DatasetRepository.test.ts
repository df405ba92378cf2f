import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type { ModelId, ProjectId, VersionId } from "../../../src/domain/Identifier.ts"
import type { TableState } from "../../../src/iceberg/Commit.ts"
import { DatasetRepository, type WrittenModel } from "../../../src/ports/dataset/DatasetRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { MemberRepository } from "../../../src/ports/projects/MemberRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { newProjectVersion, newVersions } from "../history/ProjectVersions.ts"
import { transaction } from "../sql/Transaction.ts"
import { recorded, slowSteps } from "../testing/Statements.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, bert, newProject, readyModel, standingAt } from "../testing/Work.ts"

const lease = 10_000
const minute = 60_000
const start = 1_700_000_000_000
/** Sets the time of the storage to this many milliseconds after the start of a test. */
const at = (millis: number) => standingAt(start + millis)
const repository = DatasetRepository
const claim = Effect.flatMap(repository, (datasets) => datasets.claim(lease))
const claimed = Effect.map(claim, Option.getOrThrow)

const ofTables = <A>(value: A) => ({ products: value, properties: value, quantities: value })
const state: TableState = { version: 1, snapshotId: 7, sequence: 1, rows: 3, bytes: 99, manifests: {} }
const model = (modelId: string, fingerprint: string): WrittenModel => ({
  modelId: modelId as ModelId,
  modelVersionId: "5" as VersionId,
  sharedDataVersionId: "6" as VersionId,
  fingerprint,
  files: ofTables({
    file: { path: `file:///d/${fingerprint}`, partition: modelId, rows: 1, bytes: 9, columns: [], splits: [4] },
    added: { snapshotId: 7, sequence: 1 }
  })
})
const commitOf = (written: ReadonlyArray<WrittenModel>, removed: ReadonlyArray<ModelId> = []) => ({
  location: "file:///d",
  tables: ofTables(state),
  models: written.map(({ modelId, modelVersionId }) => ({ modelId, modelVersionId })),
  written,
  removed
})

/** Claims the dataset of a new project, and finishes the claim as if the dataset had been written. */
const upToDate = Effect.gen(function* () {
  const datasets = yield* repository
  const projectId = yield* newProject()
  yield* datasets.finish(yield* claimed, 0)
  expect(yield* claim).toEqual(Option.none())
  return projectId
})

const inTransaction = <A, E, R>(work: (sql: SqlClient.SqlClient) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => transaction(sql)(work(sql)))

overStorages((it, name) => {
  it("a dataset that is out of date is claimed once, even if many ask for it", () =>
    Effect.gen(function* () {
      const projects = [yield* newProject(), yield* newProject(), yield* newProject()]
      const asked = yield* Effect.all(Array(8).fill(claim) as Array<typeof claim>, { concurrency: "unbounded" })
      const found = asked.flatMap(Option.toArray)
      // The storage returns no dataset if a concurrent claim holds the lock; those callers ask again.
      for (let next = yield* claim; Option.isSome(next); next = yield* claim) found.push(next.value)
      expect(found.map(({ projectId }) => projectId).toSorted()).toEqual(projects.toSorted())
      expect(found.map(({ marked, number }) => [marked, number])).toEqual([[1, 1], [1, 1], [1, 1]]) // prettier-ignore
    }))

  it("the search for datasets that are out of date waits for no transaction if there are none", () =>
    Effect.gen(function* () {
      yield* upToDate
      const sql = yield* SqlClient.SqlClient
      const [begun, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const change = sql`UPDATE projects SET name = name`
      const other = yield* Effect.fork(
        sql.withTransaction(Effect.all([change, Deferred.succeed(begun, undefined), Deferred.await(done)]))
      )
      yield* Deferred.await(begun)
      expect(yield* claim).toEqual(Option.none())
      yield* Deferred.succeed(done, undefined)
      yield* Fiber.join(other)
    }))

  it("after a lease has expired another worker can claim, and the first can neither renew nor write", () =>
    Effect.gen(function* () {
      yield* at(0)
      const datasets = yield* repository
      const projectId = yield* newProject()
      const first = yield* claimed
      yield* at(lease - 1)
      expect(yield* claim).toEqual(Option.none())
      expect(yield* datasets.renew(first, lease)).toBe(true)
      yield* at(2 * lease - 2)
      expect(yield* claim).toEqual(Option.none())
      yield* at(2 * lease - 1)
      const second = yield* claimed
      expect(second).toEqual({ ...first, number: first.number + 1 })
      expect(yield* datasets.renew(first, lease)).toBe(false)
      expect(yield* datasets.commit(second, commitOf([model("3", "second")]))).toBe(true)
      expect(yield* datasets.commit(first, commitOf([model("3", "first")]))).toBe(false)
      yield* datasets.confirm(first, "9" as VersionId, ["3" as ModelId])
      yield* datasets.postpone(first, minute)
      yield* datasets.finish(first, 0)
      expect(yield* datasets.models(projectId)).toEqual([model("3", "second")])
      expect(yield* claim).toEqual(Option.none())
      yield* at(3 * lease - 1)
      expect(Option.isSome(yield* claim)).toBe(true)
    }))

  it("a postponed dataset is claimed again after the pause", () =>
    Effect.gen(function* () {
      yield* at(0)
      const datasets = yield* repository
      yield* newProject()
      yield* datasets.postpone(yield* claimed, minute)
      yield* at(minute - 1)
      expect(yield* claim).toEqual(Option.none())
      yield* at(minute)
      expect(Option.isSome(yield* claim)).toBe(true)
    }))

  it("a commit replaces the models that it names and keeps the others", () =>
    Effect.gen(function* () {
      yield* at(0)
      const datasets = yield* repository
      const projectId = yield* newProject()
      const held = yield* claimed
      expect(yield* datasets.find(projectId)).toEqual(Option.none())
      const many = Array.from({ length: 450 }, (_, i) => model(String(i + 1), "a"))
      expect(yield* datasets.commit(held, commitOf(many))).toBe(true)
      const { models } = commitOf(many)
      const shown = { location: "file:///d", tables: ofTables(state), models, updatedAt: start }
      expect(yield* datasets.find(projectId)).toEqual(Option.some(shown))
      expect(yield* datasets.models(projectId)).toEqual(many)
      const removed = many.slice(2).map(({ modelId }) => modelId)
      expect(yield* datasets.commit(held, commitOf([model("2", "b")], removed))).toBe(true)
      yield* datasets.confirm(held, "9" as VersionId, ["1" as ModelId])
      expect(yield* datasets.models(projectId)).toEqual([
        { ...model("1", "a"), sharedDataVersionId: "9" as VersionId },
        model("2", "b")
      ])
    }))

  it("a dataset is still out of date if its project changes while it is written", () =>
    Effect.gen(function* () {
      const datasets = yield* repository
      const projectId = yield* upToDate
      yield* datasets.mark(projectId)
      const held = yield* claimed
      yield* inTransaction((sql) => newProjectVersion(sql, projectId))
      yield* datasets.finish(held, 0)
      const again = yield* claimed
      expect(again).toEqual({ projectId, marked: held.marked + 1, number: held.number + 1 })
      yield* datasets.finish(again, 0)
      expect(yield* claim).toEqual(Option.none())
    }))

  it("a new version marks the dataset as out of date in its own transaction", () =>
    Effect.gen(function* () {
      yield* at(0)
      const projectId = yield* upToDate
      yield* Effect.flip(
        inTransaction((sql) => Effect.zipRight(newProjectVersion(sql, projectId), Effect.fail("undone" as const)))
      )
      expect(yield* claim).toEqual(Option.none())
      yield* inTransaction((sql) => newProjectVersion(sql, projectId))
      expect(yield* claimed).toMatchObject({ projectId, marked: 2 })
    }))

  it("changes of shared data wait for further changes, for at most 50 s", () =>
    Effect.gen(function* () {
      yield* at(0)
      const datasets = yield* repository
      const projectId = yield* upToDate
      yield* inTransaction((sql) => newVersions(sql, projectId))
      yield* at(1999)
      expect(yield* claim).toEqual(Option.none())
      yield* at(2000)
      yield* datasets.finish(yield* claimed, 3_600_000)
      yield* inTransaction((sql) => newVersions(sql, projectId))
      // A later change does not extend the delay after the first.
      yield* at(51_999)
      yield* inTransaction((sql) => newVersions(sql, projectId))
      expect(yield* claim).toEqual(Option.none())
      yield* at(52_000)
      expect(yield* claimed).toMatchObject({ projectId, marked: 4 })
    }))

  it("the content includes the public models of a project, and nothing of a deleted project", () =>
    Effect.gen(function* () {
      yield* at(0)
      const datasets = yield* repository
      const projectId = yield* newProject()
      const { modelId, operationId } = yield* readyModel(projectId)
      const gone = yield* readyModel(projectId, "Gone")
      const models = yield* ModelRepository
      yield* models.remove(gone.modelId)
      const shown = Option.getOrThrow(yield* datasets.present(projectId))
      expect(shown.models.map((one) => [one.modelId, one.table])).toEqual([[modelId, `tables/${operationId}`]])
      expect(yield* datasets.commit(yield* claimed, commitOf([model(modelId, "a")]))).toBe(true)
      yield* datasets.mark(projectId)
      const projects = yield* ProjectRepository
      yield* projects.remove(projectId)
      yield* at(2 * minute)
      expect(yield* claim).toEqual(Option.none())
      expect(yield* datasets.present(projectId)).toEqual(Option.none())
      expect(yield* datasets.find(projectId)).toEqual(Option.none())
      expect(yield* datasets.readable(ada)).toEqual([])
    }))

  it("rows of a dataset are removed with its project", () =>
    Effect.gen(function* () {
      const datasets = yield* repository
      const projectId = yield* newProject()
      yield* datasets.commit(yield* claimed, commitOf([model("1", "a"), model("2", "a")]))
      yield* Effect.flatMap(ProjectRepository, ({ remove }) => remove(projectId))
      yield* Effect.flatMap(GarbageRepository, ({ purgeRemoved }) => purgeRemoved)
      expect(yield* datasets.models(projectId)).toEqual([])
      const rows = yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT project_id FROM datasets`)
      expect(rows).toEqual([])
    }))

  it("a project is readable as a whole only if none of its models is hidden", () =>
    Effect.gen(function* () {
      const datasets = yield* repository
      const own = yield* newProject()
      const shared = yield* newProject()
      const members = yield* MemberRepository
      const { modelId } = yield* readyModel(shared)
      const ids = (user: typeof ada) =>
        Effect.map(datasets.readable(user), (found) => found.map(({ projectId }): ProjectId => projectId))
      yield* members.put(shared, bert, "User")
      expect(yield* ids(ada)).toEqual([own, shared])
      expect(yield* ids(bert)).toEqual([shared])
      yield* members.putOnModel(modelId, bert, "NoAccess")
      expect(yield* ids(bert)).toEqual([])
      expect(yield* ids(ada)).toEqual([own, shared])
    }))

  it("datasets at another location are out of date", () =>
    Effect.gen(function* () {
      const datasets = yield* repository
      const projectId = yield* newProject()
      const held = yield* claimed
      yield* datasets.commit(held, commitOf([]))
      yield* datasets.finish(held, 0)
      yield* datasets.markMoved("file:///d")
      expect(yield* claim).toEqual(Option.none())
      yield* datasets.markMoved("gs://bucket")
      expect(yield* claimed).toMatchObject({ projectId, marked: 2 })
    }))

  if (name !== "PostgreSQL") {
    it("claims and reads use indices", () =>
      Effect.gen(function* () {
        const datasets = yield* repository
        const projectId = yield* newProject()
        const { texts } = yield* recorded(Effect.all([claim, datasets.find(projectId), datasets.models(projectId)]))
        expect(texts.length).toBeGreaterThan(2)
        expect(yield* slowSteps(texts)).toEqual([])
      }))
  }
})
