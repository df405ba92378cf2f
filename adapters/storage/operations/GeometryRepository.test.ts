import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DerivedName, ModelGeometry } from "../../../src/domain/models/DerivedFile.ts"
import type { OperationId, ProjectId, VersionId } from "../../../src/domain/Identifier.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { GeometryRepository } from "../../../src/ports/models/GeometryRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { OperationRepository } from "../../../src/ports/operations/OperationRepository.ts"
import { overStorages } from "../testing/Storages.ts"
import {
  ada,
  claimed,
  later,
  leaseMillis,
  newCalculation,
  newImport,
  newProject,
  outcomeOf,
  readyModel
} from "../testing/Work.ts"

const day = 86_400_000

const geometryOf = (name: string): ModelGeometry => ({
  measures: `${name}/measures`,
  exchange: { blob: `${name}/exchange`, triangles: 12 },
  view: { blob: `${name}/view`, triangles: 7 },
  offset: [1, -2, 3],
  picture: `${name}/picture`
})

const sourceOf = (version: string, shared = "1") => ({
  projectVersionId: "1" as VersionId,
  modelVersionId: version as VersionId,
  sharedDataVersionId: shared as VersionId
})

/** The claim of an operation that is in progress. */
const working = (projectId: ProjectId) => Effect.zipRight(newCalculation(projectId), claimed())

overStorages((it) => {
  it("an import stores the geometry of its table, and models are listed with its picture", () =>
    Effect.gen(function* () {
      const geometries = yield* GeometryRepository
      const operations = yield* OperationRepository
      const models = yield* ModelRepository
      const projectId = yield* newProject()
      const { modelId, operationId } = yield* newImport(projectId)
      expect(yield* geometries.find(`tables/${operationId}`)).toEqual(Option.none())
      const geometry = geometryOf(operationId)
      yield* operations.finishImport(yield* claimed(), { ...outcomeOf(operationId), geometry }, "r")
      expect(yield* geometries.find(`tables/${operationId}`)).toEqual(Option.some(geometry))
      const listed = Option.getOrThrow(yield* models.find(projectId, ada, modelId))
      expect(listed.picture).toBe(`${operationId}/picture`)
      expect(listed.coordinates.offset).toEqual([1, -2, 3])
      const blobs = ["measures", "exchange", "view", "picture"].map((name) => `${operationId}/${name}`)
      const garbage = yield* GarbageRepository
      expect(yield* garbage.unreferenced([...blobs, "nobody"])).toEqual(["nobody"])
      yield* models.remove(modelId)
      yield* garbage.purgeRemoved
      yield* garbage.forgetDerived(14)
      expect(yield* garbage.unreferenced(blobs)).toEqual(blobs)
    }))

  it("models without geometry are measured one at a time, and each only once", () =>
    Effect.gen(function* () {
      const geometries = yield* GeometryRepository
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      const first = yield* readyModel(projectId, "First")
      const second = yield* readyModel(projectId, "Second")
      const table = (model: { readonly operationId: OperationId }) => `tables/${model.operationId}`
      for (const one of [first, second]) expect(yield* geometries.find(table(one))).toEqual(Option.some(null))
      const starting = Effect.suspend(() => geometries.startMeasuring(crypto.randomUUID() as OperationId))
      expect(yield* starting).toBe(false)
      // An older release left the tables in this state.
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM measured_tables`
      // Several processes run the check at the same time.
      const started = yield* Effect.all([starting, starting, starting], { concurrency: "unbounded" })
      expect(started.filter(Boolean)).toHaveLength(1)
      const ofFirst = yield* claimed()
      expect(ofFirst).toMatchObject({
        projectId,
        modelId: first.modelId,
        startedBy: ada,
        command: { _tag: "MeasureModel", file: `files/${first.operationId}`, table: table(first) }
      })
      expect(yield* starting).toBe(false)
      yield* operations.fail(ofFirst, { error: "ResourceLimit", errorDetails: "no" }, null)
      expect(yield* starting).toBe(true)
      const ofSecond = yield* claimed()
      expect(ofSecond.modelId).toBe(second.modelId)
      expect(yield* geometries.keep(ofSecond, table(second), geometryOf("x"))).toBe(true)
      yield* operations.finish(ofSecond, table(second), null)
      expect(yield* starting).toBe(false)
    }))

  it("a worker that lost its lease stores no geometry, and a result without geometry removes none", () =>
    Effect.gen(function* () {
      const geometries = yield* GeometryRepository
      const projectId = yield* newProject()
      const { modelId } = yield* readyModel(projectId)
      const of = { modelId, name: "view.glb", source: sourceOf("5") } as const
      const old = yield* working(projectId)
      expect(yield* geometries.keep(old, "t", null)).toBe(true)
      expect(yield* geometries.find("t")).toEqual(Option.some(null))
      yield* later(leaseMillis + 1)
      const fresh = yield* claimed("other")
      expect(fresh.operationId).toBe(old.operationId)
      expect(yield* geometries.keep(fresh, "t", geometryOf("fresh"))).toBe(true)
      expect(yield* geometries.keepDerived(fresh, of, { blob: "fresh", triangles: 1 })).toBe(true)
      for (const late of [geometryOf("late"), null]) expect(yield* geometries.keep(old, "t", late)).toBe(false)
      expect(yield* geometries.keepDerived(old, of, { blob: "late", triangles: 1 })).toBe(false)
      expect(yield* geometries.keep(fresh, "t", null)).toBe(true)
      expect(yield* geometries.find("t")).toEqual(Option.some(geometryOf("fresh")))
      expect(yield* geometries.findDerived(of)).toEqual(Option.some({ blob: "fresh", triangles: 1 }))
    }))

  it("a file of a version is found by its content, and removed when it is not used", () =>
    Effect.gen(function* () {
      const geometries = yield* GeometryRepository
      const garbage = yield* GarbageRepository
      const projectId = yield* newProject()
      const { modelId } = yield* readyModel(projectId)
      const claim = yield* working(projectId)
      const of = (name: DerivedName, version: string, shared?: string) => ({
        modelId,
        name,
        source: sourceOf(version, shared)
      })
      const file = { blob: "b", triangles: 3 }
      expect(yield* geometries.findDerived(of("view.glb", "5"))).toEqual(Option.none())
      yield* geometries.keepDerived(claim, of("view.glb", "5"), file)
      yield* geometries.keepDerived(claim, of("quality.json", "5"), { blob: "q", triangles: 0 })
      expect(yield* geometries.findDerived(of("view.glb", "5", "9"))).toEqual(Option.some(file))
      expect(yield* geometries.findDerived(of("view.glb", "6"))).toEqual(Option.none())
      expect(Option.isSome(yield* geometries.findDerived(of("quality.json", "5")))).toBe(true)
      expect(yield* geometries.findDerived(of("quality.json", "5", "9"))).toEqual(Option.none())
      expect(yield* garbage.unreferenced(["b", "q", "x"])).toEqual(["x"])
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* later(10 * day)
          expect(yield* geometries.findDerived(of("view.glb", "5"))).toEqual(Option.some(file))
          yield* later(10 * day)
          yield* garbage.forgetDerived(14)
          expect(yield* geometries.findDerived(of("view.glb", "5"))).toEqual(Option.some(file))
          expect(yield* geometries.findDerived(of("quality.json", "5"))).toEqual(Option.none())
        })
      )
    }))

  it("a model keeps 64 files, and the least recently used ones are removed", () =>
    Effect.gen(function* () {
      const geometries = yield* GeometryRepository
      const projectId = yield* newProject()
      const { modelId } = yield* readyModel(projectId)
      const claim = yield* working(projectId)
      const of = (i: number) => ({ modelId, name: `${100 + i}x100.png` as const, source: sourceOf("5") })
      for (let i = 0; i < 66; i++) {
        yield* Effect.scoped(
          Effect.zipRight(later(i * 1000), geometries.keepDerived(claim, of(i), { blob: `p${i}`, triangles: 0 }))
        )
      }
      const left = yield* Effect.forEach([0, 1, 2, 65], (i) => Effect.map(geometries.findDerived(of(i)), Option.isSome))
      expect(left).toEqual([false, false, true, true])
    }))

  it("internal operations are in no list", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      const { modelId } = yield* readyModel(projectId)
      const operationId = crypto.randomUUID() as OperationId
      const command = { _tag: "MeasureModel", file: "f", table: "t" } as const
      yield* operations.start({ operationId, projectId, modelId, startedBy: ada, inputBytes: 0, command })
      const page = { page: 1, pageSize: 100 }
      const { items } = yield* operations.list(projectId, { userId: ada, isOwner: true }, page)
      expect(items.map(({ kind }) => kind)).toEqual(["ImportIfc"])
      expect((yield* claimed("worker", ["long"])).operationId).toBe(operationId)
    }))
})
