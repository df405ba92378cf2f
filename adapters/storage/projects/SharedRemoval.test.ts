import { expect } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Logger, Runtime } from "effect"
import * as GlobalId from "../../../src/domain/GlobalId.ts"
import { withLayer } from "../../../src/testing/EffectTest.ts"
import { turnsDuring } from "../../../src/testing/Turns.ts"
import { ModelRepository } from "../../../src/ports/ModelRepository.ts"
import { ProjectRepository } from "../../../src/ports/ProjectRepository.ts"
import { PropertySetRepository } from "../../../src/ports/PropertySetRepository.ts"
import * as Repositories from "../Repositories.ts"
import * as Folder from "../testing/Folder.ts"
import * as Storage from "../testing/Storage.ts"
import { overStorages } from "../testing/Storages.ts"

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
  materials: Array.from({ length: many }, (_, i) => ({ name: `Oak ${i}`, description: null, category: null })),
  codifications: [{ name: "Uniclass", description: null, source: null, edition: null, editionDate: null, uri: null }],
  codes: Array.from({ length: many }, (_, i) => ({
    codification: 0,
    identification: `EF_${i}`,
    name: "n",
    description: null,
    uri: null,
    parent: i - 1 < 50 ? i - 1 : 0
  }))
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

const turnsOf = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.runtime<R>(), (runtime) =>
    Effect.promise(() => turnsDuring(() => Runtime.runPromise(runtime)(work)))
  )

overStorages((it) => {
  it(`a removed project takes along all that it shares`, () =>
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
      expect(yield* rowsOf).toEqual(before)
    }))

  it(`a removed model takes along its libraries and leaves locations`, () =>
    Effect.gen(function* () {
      const models = yield* ModelRepository
      const projectId = yield* Storage.newProject
      const { model } = yield* Storage.imported(projectId, content)
      yield* models.remove(model.modelId)
      expect(yield* rowsOf).toMatchObject({ locations: many, materials: 0, codes: 0, codification_libraries: 0 })
    }))
})

const onThreads = withLayer(
  Layer.mergeAll(Repositories.layer.pipe(Layer.provideMerge(Folder.layer)), Logger.remove(Logger.defaultLogger))
)

onThreads("the event loop turns while a model and a project are removed", () =>
  Effect.gen(function* () {
    const projectId = yield* Storage.newProject
    const { model } = yield* Storage.imported(projectId, content)
    expect(yield* turnsOf(Effect.flatMap(ModelRepository, ({ remove }) => remove(model.modelId)))).toBeGreaterThan(20)
    expect(yield* turnsOf(Effect.flatMap(ProjectRepository, ({ remove }) => remove(projectId)))).toBeGreaterThan(20)
  })
)
