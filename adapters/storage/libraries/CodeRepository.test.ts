import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { CodeDraft } from "../../../src/domain/libraries/Codification.ts"
import * as DerivedUuid from "../../../src/domain/DerivedUuid.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { JsonText } from "../../../src/domain/JsonText.ts"
import type { ContentCode } from "../../../src/domain/models/ModelContent.ts"
import { withLayer } from "../../../src/testing/EffectTest.ts"
import { CodeRepository } from "../../../src/ports/libraries/CodeRepository.ts"
import { CodificationRepository } from "../../../src/ports/libraries/CodificationRepository.ts"
import { ReferenceRepository } from "../../../src/ports/libraries/ReferenceRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { system } from "../../../src/dataframe/testing/TestContent.ts"
import { different, recorded, slowSteps } from "../testing/Statements.ts"
import * as Storage from "../testing/Storage.ts"
import { overStorages } from "../testing/Storages.ts"
import { whole } from "../testing/Work.ts"

/** A new project with a library; functions that work in it. */
const newLibrary = Effect.gen(function* () {
  const projectId = yield* Storage.newProject
  const libraries = yield* CodificationRepository
  const codes = yield* CodeRepository
  const library = yield* libraries.create(projectId, { name: "Library" })
  const key = (codificationGuid: string) => ({ projectId, libraryGuid: library.guid, codificationGuid })
  return {
    projectId,
    libraries,
    codes,
    library,
    key,
    add: (identification: string, more: Partial<CodeDraft> = {}) =>
      codes.create(projectId, library.guid, { name: "n", identification, ...more }),
    identifications: Effect.map(whole(codes.list(projectId, library.guid)), (found) =>
      found.map(({ identification }) => identification)
    )
  }
})

const tag = (work: Effect.Effect<unknown, { readonly _tag: string }>) =>
  Effect.map(Effect.flip(work), ({ _tag }) => _tag)

const reference = (identification: string, parent = -1, codification = 0): ContentCode => ({
  codification,
  identification,
  name: `Name of ${identification}`,
  description: null,
  uri: null,
  parent
})

const listed = (projectId: ProjectId, libraryGuid: string) =>
  Effect.flatMap(CodeRepository, (codes) => whole(codes.list(projectId, libraryGuid)))

overStorages((it) => {
  it("a code that edits name is read with its ancestors", () =>
    Effect.gen(function* () {
      const { add, library, projectId } = yield* newLibrary
      const references = yield* ReferenceRepository
      const top = yield* add("1")
      const middle = yield* add("1.1", { parentId: top.guid })
      const below = yield* add("1.1.1", { parentId: middle.guid })
      yield* add("2")
      const named = yield* references.named(projectId, { locations: [], materials: [], codes: [below.guid] })
      const code = (identification: string, parentGuid: string | null) => ({
        identification,
        name: "n",
        libraryGuid: library.guid,
        parentGuid
      })
      const expected = [
        [below.guid, code("1.1.1", middle.guid)],
        [middle.guid, code("1.1", top.guid)],
        [top.guid, code("1", null)]
      ] as const
      expect(named.codes).toEqual(new Map(expected))
    }))

  it("libraries are listed in the order of creation with all their data", () =>
    Effect.gen(function* () {
      const { libraries, library, projectId } = yield* newLibrary
      const other = yield* libraries.create(projectId, {
        name: "A",
        uri: "u",
        description: "d",
        source: "s",
        edition: "e"
      })
      expect(other).toEqual({
        guid: other.guid,
        name: "A",
        uri: "u",
        description: "d",
        source: "s",
        edition: "e",
        modelGuid: "",
        group: "Project"
      })
      expect(yield* whole(libraries.list(projectId))).toEqual([library, other])
      expect(yield* libraries.find(projectId, other.guid)).toEqual(Option.some(other))
      expect(yield* libraries.find(yield* Storage.newProject, other.guid)).toEqual(Option.none())
    }))

  it("codes are ordered by sort, then by identification without regard to case; those without sort are last", () =>
    Effect.gen(function* () {
      const { add, identifications } = yield* newLibrary
      for (const [identification, sort] of [
        ["b", null],
        ["B", null],
        ["a", 10],
        ["A", 10],
        ["\u{1F600}", 10],
        ["\uFB00", 10],
        ["z", -1.5],
        ["y", 9]
      ] as const)
        yield* add(identification, sort === null ? {} : { sort })
      expect(yield* identifications).toEqual(["z", "y", "A", "a", "\uFB00", "\u{1F600}", "B", "b"])
    }))

  it("a code is found in its own library only, with all its data", () =>
    Effect.gen(function* () {
      const { add, codes, key, libraries, projectId } = yield* newLibrary
      const measureDefinitions = [
        { unit: "m", calculator: { type: "formula", parameters: [{ name: "a", value: 0.1 }] } }
      ]
      const created = yield* add("1", { description: "d", sort: 0.5, measureDefinitions })
      expect(created).toEqual({
        guid: created.guid,
        identification: "1",
        name: "n",
        description: "d",
        parentId: null,
        sort: 0.5,
        measureDefinitions: JsonText.make(JSON.stringify(measureDefinitions)),
        properties: []
      })
      expect(yield* codes.find(key(created.guid))).toEqual(Option.some(created))
      const second = yield* libraries.create(projectId, { name: "Second" })
      expect(yield* codes.find({ ...key(created.guid), libraryGuid: second.guid })).toEqual(Option.none())
      expect(yield* codes.find({ ...key(created.guid), projectId: yield* Storage.newProject })).toEqual(Option.none())
    }))

  it("fifty parallel creations of one identification create one code", () =>
    Effect.gen(function* () {
      const { add, identifications } = yield* newLibrary
      const outcomes = yield* Effect.all(
        Array.from({ length: 50 }, () => Effect.either(add("same"))),
        { concurrency: "unbounded" }
      )
      expect(outcomes.filter(Either.isRight)).toHaveLength(1)
      expect(outcomes.filter((one) => Either.isLeft(one) && one.left._tag === "DuplicateName")).toHaveLength(49)
      expect(yield* identifications).toEqual(["same"])
    }))

  it("a library deleted while codes are created in it leaves no orphans", () =>
    Effect.gen(function* () {
      const { add, libraries, library, projectId } = yield* newLibrary
      const creations = Array.from({ length: 20 }, (_, i) => Effect.either(add(String(i))))
      const remove = Effect.as(libraries.remove(projectId, library.guid), null)
      const outcomes = yield* Effect.all([...creations.slice(0, 10), remove, ...creations.slice(10)], {
        concurrency: "unbounded"
      })
      for (const one of outcomes) {
        if (one !== null && Either.isLeft(one)) expect(one.left._tag).toBe("NotFound")
      }
      const sql = yield* SqlClient.SqlClient
      yield* Storage.purged
      expect(yield* sql`SELECT id FROM codes`).toEqual([])
      expect(yield* tag(add("later"))).toBe("NotFound")
      expect(yield* tag(libraries.remove(projectId, library.guid))).toBe("NotFound")
    }))

  it("a parent must be of the library, and not the code itself or below it", () =>
    Effect.gen(function* () {
      const { add, codes, key, libraries, projectId } = yield* newLibrary
      const top = yield* add("1")
      const below = yield* add("1.1", { parentId: top.guid })
      expect(below.parentId).toBe(top.guid)
      const second = yield* libraries.create(projectId, { name: "Second" })
      const foreign = yield* codes.create(projectId, second.guid, { name: "n", identification: "1" })
      expect(yield* tag(add("2", { parentId: foreign.guid }))).toBe("ReferenceNotFound")
      expect(yield* tag(codes.change(key(below.guid), { parentId: foreign.guid }))).toBe("ReferenceNotFound")
      expect(yield* tag(codes.change(key(top.guid), { parentId: top.guid }))).toBe("InvalidHierarchy")
      expect(yield* tag(codes.change(key(top.guid), { parentId: below.guid }))).toBe("InvalidHierarchy")
      expect((yield* codes.change(key(below.guid), { parentId: "" })).parentId).toBe(null)
      expect((yield* codes.change(key(top.guid), { parentId: below.guid })).parentId).toBe(below.guid)
    }))

  it("a code lies below at most 200 others, the maximum that is traversed", () =>
    Effect.gen(function* () {
      const { add, codes, key, library, projectId } = yield* newLibrary
      const sql = yield* SqlClient.SqlClient
      const guidOf = (level: number) => `00000000-0000-4000-8000-${String(level).padStart(12, "0")}`
      const moved = yield* add("moved")
      const stored = yield* sql`SELECT library_id FROM codes WHERE guid = ${moved.guid}`
      const chain = Array.from({ length: 300 }, (_, i) => ({
        project_id: Number(projectId),
        library_id: Number((stored[0] as { readonly library_id: unknown }).library_id),
        guid: guidOf(i),
        parent_guid: i === 0 ? null : guidOf(i - 1),
        identification: `chain ${i}`,
        lowered: `chain ${i}`,
        name: "n",
        unsorted: 1,
        measures: "[]",
        imported: 0,
        differs: 1
      }))
      yield* sql`INSERT INTO codes ${sql.insert(chain)}`
      expect((yield* codes.change(key(moved.guid), { parentId: guidOf(199) })).parentId).toBe(guidOf(199))
      for (const level of [200, 299]) {
        expect(yield* tag(codes.change(key(moved.guid), { parentId: guidOf(level) }))).toBe("InvalidHierarchy")
      }
      expect(yield* tag(codes.change(key(guidOf(0)), { parentId: guidOf(199) }))).toBe("InvalidHierarchy")
      expect((yield* whole(codes.list(projectId, library.guid))).length).toBe(301)
    }))

  it("an absent member is kept, an empty description is cleared, a used identification is refused", () =>
    Effect.gen(function* () {
      const { add, codes, key } = yield* newLibrary
      yield* add("1")
      const code = yield* add("2", { description: "d", sort: 7, measureDefinitions: [{ id: "x" }] })
      expect(yield* codes.change(key(code.guid), { name: "m" })).toEqual({ ...code, name: "m" })
      expect(yield* tag(codes.change(key(code.guid), { identification: "1" }))).toBe("DuplicateName")
      const { description, ...cleared } = yield* codes.change(key(code.guid), {
        description: "",
        measureDefinitions: []
      })
      expect([description, cleared.measureDefinitions, cleared.sort]).toEqual([undefined, JsonText.make("[]"), 7])
      expect(yield* codes.find(key(code.guid))).toEqual(Option.some(cleared))
    }))

  it("each change makes new versions; one without effect makes none", () =>
    Effect.gen(function* () {
      const { add, codes, key, libraries, library, projectId } = yield* newLibrary
      const seen: Array<string> = []
      const look = Effect.map(Storage.versionsOf(projectId), (versions) => void seen.push(JSON.stringify(versions)))
      yield* look
      const code = yield* add("1", { measureDefinitions: [{ id: "a", unit: "m" }] })
      yield* look
      yield* codes.change(key(code.guid), { name: "m" })
      yield* look
      yield* codes.change(key(code.guid), {
        name: "m",
        identification: "1",
        measureDefinitions: [{ id: "a", unit: "m" }]
      })
      yield* tag(add("1"))
      yield* look
      yield* codes.remove(key(code.guid))
      yield* look
      yield* libraries.remove(projectId, library.guid)
      yield* look
      expect(seen[3]).toBe(seen[2])
      expect(new Set(seen).size).toBe(5)
    }))

  it("a deleted code's children take its place", () =>
    Effect.gen(function* () {
      const { add, codes, key } = yield* newLibrary
      const top = yield* add("1")
      const middle = yield* add("1.1", { parentId: top.guid })
      const low = yield* add("1.1.1", { parentId: middle.guid })
      yield* codes.remove(key(middle.guid))
      expect(Option.getOrThrow(yield* codes.find(key(low.guid))).parentId).toBe(top.guid)
      yield* codes.remove(key(top.guid))
      expect(Option.getOrThrow(yield* codes.find(key(low.guid))).parentId).toBe(null)
      expect(yield* tag(codes.remove(key(top.guid)))).toBe("NotFound")
    }))

  it("classifications become libraries of the model; differences from its tables are returned", () =>
    Effect.gen(function* () {
      const { codes, libraries, library, projectId } = yield* newLibrary
      const content = {
        codifications: [system("Uniclass", { source: "NBS", editionDate: "2015-01-01", uri: "u" }), system(null)],
        codes: [reference("EF_25"), reference("EF_25_10", 0), reference("loose", -1, 1)]
      }
      const { model } = yield* Storage.imported(projectId, content)
      const guid = DerivedUuid.ofCodification(model.guid, "Uniclass")
      expect(yield* whole(libraries.list(projectId))).toEqual([
        library,
        {
          guid,
          name: "Uniclass",
          source: "NBS",
          editionDate: "2015-01-01",
          uri: "u",
          modelGuid: model.guid,
          group: "Model"
        },
        { guid: DerivedUuid.ofCodification(model.guid, null), name: "Model", modelGuid: model.guid, group: "Model" }
      ])
      const [top, below] = yield* listed(projectId, guid)
      expect([top!.guid, below!.parentId]).toEqual([DerivedUuid.ofCode(model.guid, "Uniclass", "EF_25"), top!.guid])
      expect(yield* codes.changed(projectId)).toEqual(new Map())

      const key = { projectId, libraryGuid: guid, codificationGuid: below!.guid }
      yield* codes.change(key, { name: "Renamed" })
      const now = { identification: "EF_25_10", name: "Renamed", libraryGuid: guid, parentGuid: below!.parentId }
      expect(yield* codes.changed(projectId)).toEqual(new Map([[below!.guid, now]]))
      yield* codes.remove({ ...key, codificationGuid: top!.guid })
      expect(yield* codes.changed(projectId)).toEqual(
        new Map([
          [below!.guid, { ...now, parentGuid: null }],
          [top!.guid, null]
        ])
      )
      yield* libraries.remove(projectId, guid)
      expect([...(yield* codes.changed(projectId)).values()]).toEqual([null, null])
      yield* Effect.flatMap(ModelRepository, (models) => models.remove(model.modelId))
      yield* Storage.purged
      expect(yield* whole(libraries.list(projectId))).toEqual([library])
      expect(yield* codes.changed(projectId)).toEqual(new Map())
    }))

  it("a new file of a model adds new data, and neither deleted nor changed data", () =>
    Effect.gen(function* () {
      const { codes, libraries, projectId } = yield* newLibrary
      const { model } = yield* Storage.imported(projectId, {
        codifications: [system("A"), system("B")],
        codes: [reference("1"), reference("1.1", 0), reference("2"), reference("b", -1, 1)]
      })
      const guid = DerivedUuid.ofCodification(model.guid, "A")
      const keyOf = (identification: string) => ({
        projectId,
        libraryGuid: guid,
        codificationGuid: DerivedUuid.ofCode(model.guid, "A", identification)
      })
      yield* codes.remove(keyOf("1"))
      yield* codes.change(keyOf("2"), { name: "Mine", identification: "3" })
      yield* libraries.remove(projectId, DerivedUuid.ofCodification(model.guid, "B"))
      const changedName = { ...reference("1.1", 0), name: "New name" }
      yield* Storage.imported(
        projectId,
        {
          codifications: [system("A"), system("B")],
          codes: [
            reference("1"),
            changedName,
            reference("2"),
            reference("b", -1, 1),
            reference("3"),
            reference("1.2", 0)
          ]
        },
        model
      )
      expect(
        (yield* listed(projectId, guid)).map(({ identification, name, parentId }) => [identification, name, parentId])
      ).toEqual([
        ["1.1", "New name", null],
        ["1.2", "Name of 1.2", null],
        ["3", "Mine", null],
        ["3 (2)", "Name of 3", null]
      ])
      expect((yield* whole(libraries.list(projectId))).map(({ name }) => name)).toEqual(["Library", "A"])
      expect((yield* codes.changed(projectId)).get(keyOf("3").codificationGuid)?.identification).toBe("3 (2)")
    }))
})

withLayer(Storage.layer)("every statement finds its rows by an index, and none is asked once a row", () =>
  Effect.gen(function* () {
    const { add, codes, key, libraries, library, projectId } = yield* newLibrary
    const work = (count: number) =>
      Effect.gen(function* () {
        const { model } = yield* Storage.imported(projectId, {
          codifications: [system("A")],
          codes: Array.from({ length: count }, (_, i) => reference(String(i), i === 0 ? -1 : (i - 1) >> 3))
        })
        const guid = DerivedUuid.ofCodification(model.guid, "A")
        return yield* recorded(
          Effect.gen(function* () {
            yield* listed(projectId, guid)
            const top = yield* codes.create(projectId, guid, { name: "n", identification: "new" })
            const inLibrary = { projectId, libraryGuid: guid, codificationGuid: top.guid }
            const below = yield* codes.create(projectId, guid, { name: "n", identification: "low", parentId: top.guid })
            yield* codes.change({ ...inLibrary, codificationGuid: below.guid }, { parentId: "", identification: "l" })
            yield* codes.change(inLibrary, { parentId: below.guid })
            yield* codes.changed(projectId)
            yield* codes.remove(inLibrary)
            return guid
          })
        )
      })
    const few = yield* work(2)
    const many = yield* work(1500)
    expect(different(many.texts)).toEqual(different(few.texts))
    // Long lists are read in slices.
    expect(many.texts.length - few.texts.length).toBeLessThan(1500 / 100)

    let parentId = ""
    for (let i = 0; i < 100; i++) parentId = (yield* add(`c${i}`, { parentId })).guid
    const deep = yield* recorded(add("deep", { parentId }))
    const shallow = yield* recorded(add("shallow", { parentId: (yield* listed(projectId, library.guid))[0]!.guid }))
    expect(deep.texts).toEqual(shallow.texts)
    expect(deep.texts.filter((text) => text.includes("RECURSIVE"))).toEqual([])
    expect(yield* codes.find(key(parentId))).toMatchObject({ _tag: "Some" })
    const removed = yield* recorded(libraries.remove(projectId, many.result))
    expect(yield* listed(projectId, many.result)).toEqual([])
    expect(removed.texts.length).toBeLessThan(20)
    expect(yield* slowSteps([...many.texts, ...deep.texts, ...removed.texts])).toEqual([])
  })
)
