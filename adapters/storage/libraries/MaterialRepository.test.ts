import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { ofMaterial, ofMaterialLibrary } from "../../../src/domain/DerivedUuid.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import type { ContentMaterial } from "../../../src/domain/models/ModelContent.ts"
import { withLayer } from "../../../src/testing/EffectTest.ts"
import { MaterialRepository } from "../../../src/ports/libraries/MaterialRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { recorded, slowSteps } from "../testing/Statements.ts"
import * as Storage from "../testing/Storage.ts"
import { overStorages } from "../testing/Storages.ts"
import { whole } from "../testing/Work.ts"

const inNewProject = Effect.all({ projectId: Storage.newProject, materials: MaterialRepository })

const content = (name: string, more: Partial<ContentMaterial> = {}): ContentMaterial => ({
  name,
  description: null,
  category: null,
  properties: [],
  ...more
})
const sets = [{ set: "Pset_MaterialCommon", name: "MassDensity", value: "700" }]
const three = [
  content("Brick", { description: "red", category: "Masonry", properties: sets }),
  content("Concrete"),
  content("Air")
]

/** The libraries of a project, or the one of a guid, each with its materials. */
const librariesOf = (projectId: ProjectId, guid: string | null = null) =>
  Effect.flatMap(MaterialRepository, (materials) =>
    Effect.map(whole(materials.list(projectId, guid)), (listed) =>
      [...Map.groupBy(listed, ({ library }) => library.guid).values()].map((rows) => ({
        ...rows[0]!.library,
        materials: rows.flatMap(({ material }) => material ?? [])
      }))
    )
  )

const namesOf = (projectId: ProjectId) =>
  Effect.map(librariesOf(projectId), (libraries) =>
    libraries.map(({ materials, name }) => [name, ...materials.map(({ name }) => name)])
  )

overStorages((it) => {
  it("libraries and materials are listed in the order of creation", () =>
    Effect.gen(function* () {
      const { materials, projectId } = yield* inNewProject
      const first = yield* materials.createLibrary(projectId, { name: "Zinc", uri: "https://a.example" })
      yield* materials.createLibrary(projectId, { name: "Empty" })
      const oak = yield* materials.create(projectId, first.guid, { name: "Oak", color: "#a52", category: "Wood" })
      const ash = yield* materials.create(projectId, first.guid, { name: "Ash", description: "light" })
      expect(yield* librariesOf(projectId, first.guid)).toEqual([
        {
          guid: first.guid,
          name: "Zinc",
          materials: [
            { ...oak, color: "#a52", description: null, category: "Wood", properties: null },
            { ...ash, color: null, description: "light", category: null, properties: null }
          ]
        }
      ])
      expect(yield* namesOf(projectId)).toEqual([["Zinc", "Oak", "Ash"], ["Empty"]])
      expect(yield* materials.find(projectId, first.guid, oak.guid)).toEqual(Option.some(oak))
      expect(yield* librariesOf(yield* Storage.newProject, first.guid)).toEqual([])
    }))

  it("an import creates a library named after the model, with materials under the guids of its tables", () =>
    Effect.gen(function* () {
      const { materials, projectId } = yield* inNewProject
      const { model } = yield* Storage.imported(projectId, { materials: three })
      const [library] = yield* librariesOf(projectId, null)
      expect(library).toMatchObject({ guid: ofMaterialLibrary(model.guid), name: "Model" })
      expect(library!.materials).toEqual([
        {
          guid: ofMaterial(model.guid, "Brick"),
          name: "Brick",
          color: null,
          description: "red",
          category: "Masonry",
          properties: JSON.stringify(sets)
        },
        {
          guid: ofMaterial(model.guid, "Concrete"),
          name: "Concrete",
          color: null,
          description: null,
          category: null,
          properties: null
        },
        {
          guid: ofMaterial(model.guid, "Air"),
          name: "Air",
          color: null,
          description: null,
          category: null,
          properties: null
        }
      ])
      expect(yield* materials.differences(projectId)).toEqual(new Map())
      yield* Storage.imported(projectId, {})
      expect(yield* namesOf(projectId)).toEqual([["Model", "Brick", "Concrete", "Air"]])
    }))

  it("changes that tables do not contain are returned: new names, and deleted materials of a model", () =>
    Effect.gen(function* () {
      const { materials, projectId } = yield* inNewProject
      const { model } = yield* Storage.imported(projectId, { materials: three })
      const library = ofMaterialLibrary(model.guid)
      const [brick, concrete] = [ofMaterial(model.guid, "Brick"), ofMaterial(model.guid, "Concrete")]
      yield* materials.change(projectId, library, brick, { name: "Clinker" })
      yield* materials.change(projectId, library, concrete, { color: "#888" })
      const own = yield* materials.create(projectId, library, { name: "Own" })
      expect(yield* materials.differences(projectId)).toEqual(
        new Map([
          [brick, { name: "Clinker" }],
          [own.guid, { name: "Own" }]
        ])
      )
      yield* materials.remove(projectId, library, brick)
      yield* materials.remove(projectId, library, own.guid)
      expect(yield* materials.differences(projectId)).toEqual(new Map([[brick, null]]))
      yield* materials.removeLibrary(projectId, library)
      const gone = three.map(({ name }) => [ofMaterial(model.guid, name), null] as const)
      expect(yield* materials.differences(projectId)).toEqual(new Map(gone))
      expect(yield* namesOf(projectId)).toEqual([])
    }))

  it("another file of a model adds new materials and keeps changed or deleted ones so", () =>
    Effect.gen(function* () {
      const { materials, projectId } = yield* inNewProject
      const { model } = yield* Storage.imported(projectId, { materials: three })
      const library = ofMaterialLibrary(model.guid)
      yield* materials.change(projectId, library, ofMaterial(model.guid, "Brick"), { name: "Clinker" })
      yield* materials.remove(projectId, library, ofMaterial(model.guid, "Concrete"))
      yield* Storage.imported(projectId, { materials: [...three, content("Glass")] }, model)
      expect(yield* namesOf(projectId)).toEqual([["Model", "Clinker", "Air", "Glass"]])
      yield* materials.removeLibrary(projectId, library)
      yield* Storage.imported(projectId, { materials: [...three, content("Zinc")] }, model)
      expect(yield* namesOf(projectId)).toEqual([["Model", "Zinc"]])
    }))

  it("a removed model loses its library and the record of its deletions, with new versions", () =>
    Effect.gen(function* () {
      const { materials, projectId } = yield* inNewProject
      const { model } = yield* Storage.imported(projectId, { materials: three })
      yield* Storage.imported(projectId, { materials: [content("Brick")] })
      yield* materials.remove(projectId, ofMaterialLibrary(model.guid), ofMaterial(model.guid, "Brick"))
      const before = yield* Storage.versionsOf(projectId)
      yield* Effect.flatMap(ModelRepository, (models) => models.remove(model.modelId))
      yield* Storage.purged
      expect(yield* namesOf(projectId)).toEqual([["Model", "Brick"]])
      expect(yield* materials.differences(projectId)).toEqual(new Map())
      expect(yield* Storage.versionsOf(projectId)).not.toEqual(before)
    }))

  it("each change makes new versions; one without effect makes none", () =>
    Effect.gen(function* () {
      const { materials, projectId } = yield* inNewProject
      const { guid: library } = yield* materials.createLibrary(projectId, { name: "L" })
      const { guid } = yield* materials.create(projectId, library, { name: "M", color: "#fff", category: "c" })
      const before = yield* Storage.versionsOf(projectId)
      for (const nothing of [{}, { name: "M" }, { color: "#fff", category: "c" }, { description: null }]) {
        yield* materials.change(projectId, library, guid, nothing)
      }
      expect(yield* Storage.versionsOf(projectId)).toEqual(before)
      yield* materials.change(projectId, library, guid, { color: null })
      expect((yield* librariesOf(projectId, library))[0]!.materials).toEqual([
        { guid, name: "M", color: null, description: null, category: "c", properties: null }
      ])
      const changed = yield* Storage.versionsOf(projectId)
      expect(changed).not.toEqual(before)
      yield* materials.remove(projectId, library, guid)
      expect(yield* Storage.versionsOf(projectId)).not.toEqual(changed)
    }))

  it("a material added while its library is deleted is added before or refused: no orphans", () =>
    Effect.gen(function* () {
      const { materials, projectId } = yield* inNewProject
      const sql = yield* SqlClient.SqlClient
      for (let round = 0; round < 5; round++) {
        const { guid } = yield* materials.createLibrary(projectId, { name: "Gone" })
        const adding = Effect.either(materials.create(projectId, guid, { name: "m" }))
        const work = [adding, adding, Effect.either(materials.removeLibrary(projectId, guid)), adding, adding]
        const outcomes: ReadonlyArray<Either.Either<unknown, { readonly _tag: string }>> = yield* Effect.all(work, {
          concurrency: "unbounded"
        })
        expect(Either.isRight(outcomes[2]!)).toBe(true)
        for (const outcome of outcomes) if (Either.isLeft(outcome)) expect(outcome.left._tag).toBe("NotFound")
        yield* Storage.purged
        expect(yield* sql`SELECT id FROM materials`).toEqual([])
      }
    }))

  it("materials of other projects or libraries are not found", () =>
    Effect.gen(function* () {
      const { materials, projectId } = yield* inNewProject
      const { guid: library } = yield* materials.createLibrary(projectId, { name: "L" })
      const { guid: other } = yield* materials.createLibrary(projectId, { name: "M" })
      const { guid } = yield* materials.create(projectId, library, { name: "m" })
      const elsewhere = yield* Storage.newProject
      for (const wrong of [
        materials.change(projectId, other, guid, { name: "x" }),
        materials.remove(projectId, other, guid),
        materials.change(elsewhere, library, guid, { name: "x" }),
        materials.create(elsewhere, library, { name: "x" }),
        materials.removeLibrary(elsewhere, library)
      ]) {
        expect(yield* Effect.flip(wrong as Effect.Effect<unknown, unknown>)).toMatchObject({ _tag: "NotFound" })
      }
      expect(yield* materials.find(projectId, other, guid)).toEqual(Option.none())
      expect(yield* materials.findLibrary(elsewhere, library)).toEqual(Option.none())
    }))
})

withLayer(Storage.layer)(
  "20,000 materials are imported in statements of 500, and every statement finds its rows by an index",
  () =>
    Effect.gen(function* () {
      const { materials, projectId } = yield* inNewProject
      const many = Array.from({ length: 20_000 }, (_, i) => content(`Material ${i}`))
      const { result, texts } = yield* recorded(Storage.imported(projectId, { materials: many }))
      const inserts = texts.filter((text) => text.startsWith("INSERT INTO materials"))
      expect(inserts).toHaveLength(40)
      const library = ofMaterialLibrary(result.model.guid)
      expect((yield* librariesOf(projectId, library))[0]!.materials).toHaveLength(20_000)
      const guid = ofMaterial(result.model.guid, "Material 7")
      const { texts: more } = yield* recorded(
        Effect.gen(function* () {
          yield* librariesOf(projectId, null)
          yield* librariesOf(projectId, library)
          yield* materials.find(projectId, library, guid)
          yield* materials.change(projectId, library, guid, { name: "x" })
          yield* materials.differences(projectId)
          yield* materials.remove(projectId, library, guid)
          yield* materials.removeLibrary(projectId, library)
        })
      )
      expect(yield* slowSteps([...new Set([...texts, ...more])])).toEqual([])
    })
)
