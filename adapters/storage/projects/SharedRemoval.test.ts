import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as DerivedUuid from "../../../src/domain/DerivedUuid.ts"
import * as GlobalId from "../../../src/domain/GlobalId.ts"
import { withLayer } from "../../../src/testing/EffectTest.ts"
import { CodeRepository } from "../../../src/ports/libraries/CodeRepository.ts"
import { CodificationRepository } from "../../../src/ports/libraries/CodificationRepository.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { LocationRepository } from "../../../src/ports/libraries/LocationRepository.ts"
import { MaterialRepository } from "../../../src/ports/libraries/MaterialRepository.ts"
import { MemberRepository } from "../../../src/ports/projects/MemberRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { PropertySetRepository } from "../../../src/ports/libraries/PropertySetRepository.ts"
import * as Repositories from "../Repositories.ts"
import { sharedContent } from "../testing/SharedContent.ts"
import * as Folder from "../testing/Folder.ts"
import * as Storage from "../testing/Storage.ts"
import { overStorages, type Services } from "../testing/Storages.ts"
import { bert, newImport, whole } from "../testing/Work.ts"

const many = 3000
const content = {
  // Children before their parents, a long chain among them.
  locations: Array.from({ length: many }, (_, i) => ({
    guid: GlobalId.derive("removal", String(i)),
    name: `Space ${i}`,
    type: "Space",
    parent: i === many - 1 ? -1 : i < 40 ? i + 1 : many - 1,
    longName: null,
    properties: []
  })),
  ...sharedContent(many)
}

const rowsOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const counts: Record<string, number> = {}
  for (const table of ["locations", "materials", "codes", "property_definitions", "codification_libraries"]) {
    const [row] = yield* sql<{ readonly n: number | string }>`SELECT count(*) AS n FROM ${sql(table)}`
    counts[table] = Number(row!.n)
  }
  return counts
})

overStorages((it) => {
  it(`a removed project loses all its shared data`, () =>
    Effect.gen(function* () {
      const projects = yield* ProjectRepository
      const other = yield* Storage.newProject
      yield* Storage.imported(other, { locations: content.locations.slice(-1) })
      const before = yield* rowsOf
      const projectId = yield* Storage.newProject
      yield* Storage.imported(projectId, content)
      const sets = yield* PropertySetRepository
      yield* sets.create(projectId, { name: "S", propertyDefinitions: [{ name: "a", dataType: "String" }] })
      expect((yield* rowsOf)["locations"]).toBe(many + 1)
      yield* projects.remove(projectId)
      yield* Storage.purged
      expect(yield* rowsOf).toEqual(before)
    }))

  it(`a removed model loses its libraries and keeps its locations`, () =>
    Effect.gen(function* () {
      const models = yield* ModelRepository
      const materials = yield* MaterialRepository
      const codifications = yield* CodificationRepository
      const projectId = yield* Storage.newProject
      const { model } = yield* Storage.imported(projectId, content)
      const other = yield* Storage.imported(projectId, { materials: content.materials.slice(0, 7) })
      yield* models.remove(model.modelId)
      expect(yield* whole(materials.list(projectId, null))).toHaveLength(7)
      expect(yield* whole(codifications.list(projectId))).toEqual([])
      yield* Storage.purged
      yield* models.remove(other.model.modelId)
      yield* Storage.purged
      expect(yield* rowsOf).toMatchObject({ locations: many, materials: 0, codes: 0, codification_libraries: 0 })
    }))
})

const onThreads = withLayer(
  Layer.mergeAll(
    Repositories.layer.pipe(Layer.provideMerge(Folder.durable("migrated"))),
    Logger.remove(Logger.defaultLogger)
  )
)

onThreads("while a large model and a large project are removed and taken away others write all the time", () =>
  Effect.gen(function* () {
    const projects = yield* ProjectRepository
    const garbage = yield* GarbageRepository
    const projectId = yield* Storage.newProject
    const { model } = yield* Storage.imported(projectId, content)
    const writesWhile = <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        let writes = 0
        const write = Effect.tap(projects.create(bert, { name: "Small" }), () => Effect.sync(() => (writes += 1)))
        yield* Effect.raceFirst(work, Effect.forever(write))
        return writes
      })
    yield* Effect.flatMap(ModelRepository, ({ remove }) => remove(model.modelId))
    expect(yield* writesWhile(garbage.purgeRemoved)).toBeGreaterThan(10)
    yield* projects.remove(projectId)
    expect(yield* writesWhile(garbage.purgeRemoved)).toBeGreaterThan(5)
  })
)

overStorages((it) => {
  it("a removed library and its content are invisible at once, before and after they are purged", () =>
    Effect.gen(function* () {
      const materials = yield* MaterialRepository
      const codifications = yield* CodificationRepository
      const codes = yield* CodeRepository
      const garbage = yield* GarbageRepository
      const projectId = yield* Storage.newProject
      const few = { materials: content.materials.slice(0, 600), codifications: content.codifications }
      const { model } = yield* Storage.imported(projectId, { ...few, codes: content.codes.slice(0, 600) })
      const imported = yield* whole(materials.list(projectId, null))
      const library = imported[3]!.library
      const [codification] = yield* whole(codifications.list(projectId))
      const renamed = imported[3]!.material!.guid
      yield* materials.change(projectId, library.guid, renamed, { name: "Renamed" })
      yield* materials.removeLibrary(projectId, library.guid)
      yield* codifications.remove(projectId, codification!.guid)
      expect((yield* Effect.flip(materials.removeLibrary(projectId, library.guid)))._tag).toBe("NotFound")
      expect((yield* Effect.flip(codifications.remove(projectId, codification!.guid)))._tag).toBe("NotFound")
      const gone = Effect.gen(function* () {
        expect(yield* materials.find(projectId, library.guid, renamed)).toEqual(Option.none())
        const codificationGuid = DerivedUuid.ofCode(model.guid, "Uniclass", "EF_1")
        const code = { projectId, libraryGuid: codification!.guid, codificationGuid }
        expect(yield* codes.find(code)).toEqual(Option.none())
        expect(yield* whole(materials.list(projectId, null))).toEqual([])
        expect(yield* whole(codifications.list(projectId))).toEqual([])
        const found = [yield* materials.differences(projectId), yield* codes.changed(projectId)]
        for (const one of found) {
          expect(one.size).toBe(600)
          expect(new Set(one.values())).toEqual(new Set([null]))
        }
        expect(found[0]!.has(renamed)).toBe(true)
      })
      yield* gone
      // A new file of the model does not bring back what was deleted.
      yield* Storage.imported(projectId, { ...few, codes: content.codes.slice(0, 600) }, model)
      yield* gone
      yield* garbage.purgeRemoved
      yield* gone
      expect(yield* rowsOf).toMatchObject({ materials: 0, codes: 0, codification_libraries: 0 })
      yield* Storage.imported(projectId, { ...few, codes: content.codes.slice(0, 600) }, model)
      yield* gone
    }))

  it("a removed project accepts no members, models or changes", () =>
    Effect.gen(function* () {
      const projects = yield* ProjectRepository
      const projectId = yield* Storage.newProject
      yield* projects.remove(projectId)
      const late: ReadonlyArray<Effect.Effect<void, { readonly _tag: string }, Services>> = [
        Effect.flatMap(MemberRepository, ({ put }) => Effect.asVoid(put(projectId, bert, "Owner"))),
        Effect.flatMap(LocationRepository, ({ create }) => Effect.asVoid(create(projectId, {}))),
        Effect.asVoid(newImport(projectId))
      ]
      for (const write of late) expect((yield* Effect.flip(write))._tag).toBe("ProjectNotFound")
      expect(yield* whole(projects.list(bert))).toEqual([])
    }))
})
