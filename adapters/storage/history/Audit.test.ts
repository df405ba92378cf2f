import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { Caller } from "../../../src/ports/Caller.ts"
import { CodeRepository } from "../../../src/ports/libraries/CodeRepository.ts"
import { CodificationRepository } from "../../../src/ports/libraries/CodificationRepository.ts"
import { JsonText } from "../../../src/domain/JsonText.ts"
import { LocationRepository } from "../../../src/ports/libraries/LocationRepository.ts"
import { MaterialRepository } from "../../../src/ports/libraries/MaterialRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { PropertySetRepository } from "../../../src/ports/libraries/PropertySetRepository.ts"
import { SavedQueryRepository } from "../../../src/ports/projects/SavedQueryRepository.ts"
import { entriesOf } from "../testing/Entries.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, newProject } from "../testing/Work.ts"

/** A new project of Ada's, and functions that read its audit. */
const setUp = Effect.gen(function* () {
  const projectId = yield* newProject()
  const all = yield* Effect.map(entriesOf(projectId), ({ length }) => ({ written: length, requests: 0 }))
  const ask = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const requestId = `r-${++all.requests}`
      const outcome = yield* Effect.either(Effect.provideService(work, Caller, { userId: ada, requestId }))
      const entries = (yield* entriesOf(projectId)).slice(all.written)
      all.written += entries.length
      return { requestId, outcome, entries }
    })
  return {
    projectId,
    /** Runs an action that must be audited exactly once, on the object that its result names. */
    writes: <A, E, R>(action: string, work: Effect.Effect<A, E, R>, objectOf: (result: A) => unknown) =>
      Effect.gen(function* () {
        const { entries, outcome, requestId } = yield* ask(work)
        const result = yield* outcome
        expect(
          entries.map((entry) => [entry.actor, entry.action, entry.object, entry.outcome, entry.requestId])
        ).toEqual([[ada, action, String(objectOf(result)), "Done", requestId]])
        return result
      }),
    /** Runs an action that changes nothing, because it has no effect or is refused. */
    writesNothing: <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.map(ask(work), ({ entries }) => expect(entries).toEqual([]))
  }
})

const none = crypto.randomUUID()

overStorages((it) => {
  it("each change of custom property sets and definitions is recorded once", () =>
    Effect.gen(function* () {
      const { projectId, writes, writesNothing } = yield* setUp
      const sets = yield* PropertySetRepository
      const a = { name: "a", dataType: "String" as const }
      const draft = { name: "S", propertyDefinitions: [a] }
      const { id } = yield* writes("property.set.create", sets.create(projectId, draft), (set) => set.id)
      yield* writesNothing(sets.create(projectId, draft))
      yield* writesNothing(sets.change(projectId, id, draft))
      const both = { name: "T", propertyDefinitions: [{ name: "b", dataType: "Real" as const }] }
      yield* writes("property.set.change", sets.change(projectId, id, both), () => id)
      const adding = sets.addDefinition(projectId, id, { name: "c", dataType: "Boolean" })
      const c = yield* writes("property.definition.create", adding, ({ guid }) => guid)
      yield* writesNothing(sets.changeDefinition(projectId, id, c.id!, { unit: null }))
      const renaming = sets.changeDefinition(projectId, id, c.id!, { name: "d" })
      yield* writes("property.definition.change", renaming, ({ guid }) => guid)
      yield* writes("property.definition.remove", sets.removeDefinition(projectId, id, c.id!), () => c.guid)
      yield* writesNothing(sets.removeDefinition(projectId, id, c.id!))
      yield* writes("property.set.remove", sets.remove(projectId, id), () => id)
      yield* writesNothing(sets.remove(projectId, id))
    }))

  it("each change of material libraries and materials is recorded once", () =>
    Effect.gen(function* () {
      const { projectId, writes, writesNothing } = yield* setUp
      const materials = yield* MaterialRepository
      const creating = materials.createLibrary(projectId, { name: "L" })
      const { guid: library } = yield* writes("material.library.create", creating, ({ guid }) => guid)
      const adding = materials.create(projectId, library, { name: "Oak" })
      const { guid } = yield* writes("material.create", adding, (material) => material.guid)
      yield* writesNothing(materials.create(projectId, none, { name: "Oak" }))
      yield* writesNothing(materials.change(projectId, library, guid, { name: "Oak", color: null }))
      yield* writes("material.change", materials.change(projectId, library, guid, { color: "#fff" }), () => guid)
      yield* writes("material.remove", materials.remove(projectId, library, guid), () => guid)
      yield* writesNothing(materials.remove(projectId, library, guid))
      yield* writes("material.library.remove", materials.removeLibrary(projectId, library), () => library)
      yield* writesNothing(materials.removeLibrary(projectId, library))
    }))

  it("each change of locations is recorded once", () =>
    Effect.gen(function* () {
      const { projectId, writes, writesNothing } = yield* setUp
      const locations = yield* LocationRepository
      const creating = locations.create(projectId, { name: "Site" })
      const { locationGuid: site } = yield* writes("location.create", creating, (one) => one.locationGuid)
      const below = locations.create(projectId, { parentGuid: site })
      const { locationGuid: space } = yield* writes("location.create", below, (one) => one.locationGuid)
      yield* writesNothing(locations.change(projectId, space, { type: "Space" }))
      yield* writesNothing(locations.change(projectId, site, { parentGuid: space }))
      yield* writes("location.change", locations.change(projectId, space, { parentGuid: null }), () => space)
      yield* writes("location.remove", locations.remove(projectId, site), () => site)
      yield* writesNothing(locations.remove(projectId, site))
    }))

  it("each change of codifications and codes is recorded once", () =>
    Effect.gen(function* () {
      const { projectId, writes, writesNothing } = yield* setUp
      const libraries = yield* CodificationRepository
      const codes = yield* CodeRepository
      const creating = libraries.create(projectId, { name: "L" })
      const { guid: libraryGuid } = yield* writes("codification.create", creating, ({ guid }) => guid)
      const draft = { name: "n", identification: "1" }
      const adding = codes.create(projectId, libraryGuid, draft)
      const { guid: codificationGuid } = yield* writes("code.create", adding, ({ guid }) => guid)
      const key = { projectId, libraryGuid, codificationGuid }
      yield* writesNothing(codes.create(projectId, libraryGuid, draft))
      yield* writesNothing(codes.change(key, { ...draft, description: "" }))
      yield* writes("code.change", codes.change(key, { description: "d" }), ({ guid }) => guid)
      yield* writes("code.remove", codes.remove(key), () => codificationGuid)
      yield* writesNothing(codes.remove(key))
      yield* writes("codification.remove", libraries.remove(projectId, libraryGuid), () => libraryGuid)
      yield* writesNothing(libraries.remove(projectId, libraryGuid))
    }))

  it("each change of saved queries is recorded once", () =>
    Effect.gen(function* () {
      const { projectId, writes, writesNothing } = yield* setUp
      const queries = yield* SavedQueryRepository
      const text = { name: "Q", description: null, query: JsonText.make("{}"), shared: false }
      const asking = { userId: ada, role: "Owner" } as const
      const { id } = yield* writes("query.create", queries.create(projectId, ada, text), (query) => query.id)
      yield* writesNothing(queries.change(projectId, asking, id, text))
      yield* writes("query.change", queries.change(projectId, asking, id, { shared: true }), () => id)
      yield* writes("query.remove", queries.remove(projectId, asking, id), () => id)
      yield* writesNothing(queries.remove(projectId, asking, id))
    }))

  it("a change of a project is recorded once, one without effect not at all", () =>
    Effect.gen(function* () {
      const { projectId, writes, writesNothing } = yield* setUp
      const projects = yield* ProjectRepository
      yield* writesNothing(projects.change(projectId, { name: "Project", description: null }))
      yield* writes("project.change", projects.change(projectId, { description: "d" }), () => projectId)
      yield* writes("project.remove", projects.remove(projectId), () => projectId)
      yield* writesNothing(projects.remove(projectId))
    }))
})
