import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { propertyKey } from "../../../src/dataframe/query/View.ts"
import { ofProperty } from "../../../src/domain/DerivedUuid.ts"
import type { PropertySet } from "../../../src/domain/libraries/PropertySet.ts"
import { withLayer } from "../../../src/testing/EffectTest.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { PropertySetRepository } from "../../../src/ports/libraries/PropertySetRepository.ts"
import { recorded, slowSteps } from "../testing/Statements.ts"
import * as Storage from "../testing/Storage.ts"
import { overStorages } from "../testing/Storages.ts"

const inNewProject = Effect.all({ projectId: Storage.newProject, sets: PropertySetRepository })
const text = (name: string) => ({ name, dataType: "String" as const })

const guidsOf = ({ propertyDefinitions }: PropertySet) =>
  Object.fromEntries(propertyDefinitions.map(({ guid, name }) => [name, guid]))

/** Returns how many outcomes are failures with this tag. */
const failures = (outcomes: ReadonlyArray<Either.Either<unknown, { readonly _tag: string }>>, tag: string) =>
  outcomes.filter((outcome) => Either.isLeft(outcome) && outcome.left._tag === tag).length

const rowsIn = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql<{ readonly n: number | string }>`SELECT count(*) AS n FROM ${sql(table)}`, (rows) =>
      Number(rows[0]!.n)
    )
  )

overStorages((it) => {
  it("a set is read back with all its data, definitions in order", () =>
    Effect.gen(function* () {
      const { projectId, sets } = yield* inNewProject
      const created = yield* sets.create(projectId, {
        name: "Maintenance",
        entityTypes: [
          { displayName: "Wall", value: "IfcWall", predefinedTypes: [{ value: "SHEAR" }] },
          { value: "door" }
        ],
        propertyDefinitions: [
          { name: "Mass", dataType: "Real", measureType: "Mass", unit: "kg" },
          { name: "Grade", dataType: "Enumeration", enumerationValues: ["b", "a"] }
        ]
      })
      expect(created).toMatchObject({
        name: "Maintenance",
        entityTypes: [
          { name: "IfcWall", predefinedTypes: ["SHEAR"] },
          { name: "door", predefinedTypes: [] }
        ],
        propertyDefinitions: [
          { name: "Mass", dataType: "double", measureType: "mass", unitName: "kg", enumerationValues: null },
          { name: "Grade", dataType: "enumeration", measureType: null, enumerationValues: ["b", "a"] }
        ]
      })
      expect(yield* sets.list(projectId)).toEqual([created])
      expect(yield* sets.hasSet(projectId, created.id)).toBe(true)
      expect(yield* sets.hasSet(yield* Storage.newProject, created.id)).toBe(false)
      const [mass] = created.propertyDefinitions
      expect(mass!.guid).toBe(ofProperty(projectId, "Maintenance", "Mass"))
      expect(yield* sets.findDefinition(projectId, mass!.guid)).toEqual(Option.some(mass as never))
    }))

  it("a set with 1,000 definitions is created completely or not at all", () =>
    Effect.gen(function* () {
      const { projectId, sets } = yield* inNewProject
      const many = Array.from({ length: 1000 }, (_, i) => text(`p${i}`))
      const created = yield* sets.create(projectId, { name: "Many", propertyDefinitions: many })
      expect(created.propertyDefinitions.map(({ name }) => name)).toEqual(many.map(({ name }) => name))
      const doubled = sets.create(projectId, { name: "Other", propertyDefinitions: [...many.slice(1), text("p7")] })
      expect(yield* Effect.flip(doubled)).toMatchObject({ _tag: "DuplicateName" })
      const wordless = { name: "w", dataType: "Enumeration" as const }
      const invalid = sets.create(projectId, { name: "Other", propertyDefinitions: [text("x"), wordless] })
      expect(yield* Effect.flip(invalid)).toMatchObject({ _tag: "InvalidBody" })
      // A failure between the statements must undo the earlier ones.
      const sql = yield* SqlClient.SqlClient
      yield* sql.onDialectOrElse({
        pg: () => sql`ALTER TABLE property_definitions ADD CHECK (name <> 'p999') NOT VALID`,
        orElse: () => sql`CREATE TRIGGER full BEFORE INSERT ON property_definitions WHEN NEW.name = 'p999'
        BEGIN SELECT RAISE(ABORT, 'full'); END`
      })
      const cut = sets.create(projectId, { name: "Cut", propertyDefinitions: many })
      expect(yield* Effect.flip(cut)).toMatchObject({ _tag: "StorageUnavailable" })
      expect((yield* sets.list(projectId)).map(({ name }) => name)).toEqual(["Many"])
      expect(yield* rowsIn("property_definitions")).toBe(1000)
    }))

  it("of 50 parallel creations of one name one succeeds", () =>
    Effect.gen(function* () {
      const { projectId, sets } = yield* inNewProject
      const one = Effect.either(sets.create(projectId, { name: "One", propertyDefinitions: [text("a")] }))
      const made = yield* Effect.all(
        Array.from({ length: 50 }, () => one),
        { concurrency: "unbounded" }
      )
      expect([made.filter(Either.isRight).length, failures(made, "DuplicateName")]).toEqual([1, 49])
      const { id } = made.find(Either.isRight)!.right
      const definition = Effect.either(sets.addDefinition(projectId, id, text("b")))
      const added = yield* Effect.all(
        Array.from({ length: 50 }, () => definition),
        { concurrency: "unbounded" }
      )
      expect([added.filter(Either.isRight).length, failures(added, "DuplicateName")]).toEqual([1, 49])
    }))

  it("a definition added while its set is deleted is added before or refused: no orphans", () =>
    Effect.gen(function* () {
      const { projectId, sets } = yield* inNewProject
      for (let round = 0; round < 5; round++) {
        const { id } = yield* sets.create(projectId, { name: "Gone" })
        const adding = (i: number) => Effect.either(sets.addDefinition(projectId, id, text(`p${i}`)))
        const work = [adding(0), adding(1), Effect.either(sets.remove(projectId, id)), adding(2), adding(3)]
        const outcomes: ReadonlyArray<Either.Either<unknown, { readonly _tag: string }>> = yield* Effect.all(work, {
          concurrency: "unbounded"
        })
        expect(Either.isRight(outcomes[2]!)).toBe(true)
        expect(outcomes.filter(Either.isRight).length + failures(outcomes, "NotFound")).toBe(5)
        expect(yield* rowsIn("property_definitions")).toBe(0)
      }
    }))

  it("PUT of a set adds and updates by name, removes nothing, and makes versions only for changes", () =>
    Effect.gen(function* () {
      const { projectId, sets } = yield* inNewProject
      const created = yield* sets.create(projectId, {
        name: "S",
        entityTypes: [{ value: "IfcWall" }],
        propertyDefinitions: [text("a"), { name: "b", dataType: "Real", unit: "m" }]
      })
      const { id } = created
      const versions = yield* Storage.versionsOf(projectId)
      const same = { name: "S", entityTypes: [{ value: "IfcWall" }], propertyDefinitions: [{ name: "b", unit: "m" }] }
      for (const nothing of [{}, same, { propertyDefinitions: [] }, { propertyDefinitions: null }]) {
        yield* sets.change(projectId, id, nothing)
        expect(yield* sets.list(projectId)).toEqual([created])
      }
      expect(yield* Storage.versionsOf(projectId)).toEqual(versions)
      yield* sets.change(projectId, id, {
        entityTypes: null,
        propertyDefinitions: [{ name: "b", unit: "km" }, text("c")]
      })
      const changed = (yield* sets.list(projectId))[0]!
      expect(changed.entityTypes).toEqual([])
      expect(changed.propertyDefinitions.map(({ id, name, unitName }) => [id, name, unitName])).toEqual([
        [created.propertyDefinitions[0]!.id, "a", null],
        [created.propertyDefinitions[1]!.id, "b", "km"],
        [expect.any(Number), "c", null]
      ])
      expect(yield* Storage.versionsOf(projectId)).not.toEqual(versions)
      const other = yield* sets.create(projectId, { name: "T" })
      const before = yield* Storage.versionsOf(projectId)
      const taken = sets.change(projectId, other.id, { name: "S", propertyDefinitions: [text("x")] })
      expect(yield* Effect.flip(taken)).toMatchObject({ _tag: "DuplicateName" })
      expect(yield* Storage.versionsOf(projectId)).toEqual(before)
    }))

  it("a definition keeps its guid when it or its set is renamed, and no guid is used twice", () =>
    Effect.gen(function* () {
      const { projectId, sets } = yield* inNewProject
      const pairGuids = Effect.map(sets.guids(projectId), (guids) =>
        Object.fromEntries(guids.entries().map(([key, guid]) => [key.replace(propertyKey("", ""), "."), guid]))
      )
      const first = yield* sets.create(projectId, { name: "S", propertyDefinitions: [text("a"), text("b")] })
      const [a, b] = first.propertyDefinitions
      yield* sets.changeDefinition(projectId, first.id, a!.id!, { name: "c" })
      const left = (yield* pairGuids)["S.a"]!
      expect(yield* pairGuids).toEqual({ "S.c": a!.guid, "S.a": left })
      expect(left).not.toBe(a!.guid)
      expect(yield* sets.exception(projectId, a!.guid)).toEqual(Option.some({ set: "S", name: "c", guid: a!.guid }))
      expect(yield* sets.exception(projectId, b!.guid)).toEqual(Option.none())
      expect(yield* Effect.forEach(["a", "b", "c"], (name) => sets.guidOf(projectId, "S", name))).toEqual([
        left,
        b!.guid,
        a!.guid
      ])
      // A definition that takes the old name gets the guid that imported values of that name have by then.
      const again = yield* sets.addDefinition(projectId, first.id, text("a"))
      expect(again.guid).toBe(left)
      yield* sets.change(projectId, first.id, { name: "T" })
      const renamed = (yield* sets.list(projectId))[0]!
      expect(guidsOf(renamed)).toEqual({ c: a!.guid, b: b!.guid, a: left })
      const second = yield* sets.create(projectId, {
        name: "S",
        propertyDefinitions: [text("a"), text("b"), text("c")]
      })
      const all = [...Object.values(guidsOf(renamed)), ...Object.values(guidsOf(second))]
      expect(new Set(all).size).toBe(6)
      expect(guidsOf(second)["c"]).toBe(ofProperty(projectId, "S", "c"))
      // A definition that is back in its set is no longer an exception.
      yield* sets.remove(projectId, second.id)
      yield* sets.removeDefinition(projectId, first.id, again.id!)
      yield* sets.change(projectId, first.id, { name: "S" })
      yield* sets.changeDefinition(projectId, first.id, a!.id!, { name: "a" })
      const back = (yield* sets.list(projectId))[0]!
      expect(guidsOf(back)).toEqual({ a: a!.guid, b: b!.guid })
      expect((yield* pairGuids)["S.b"]).toBeUndefined()
      expect((yield* pairGuids)["S.a"]).toBeUndefined()
    }))

  it("a definition has the guid of its names after it is deleted and created again; numbers are never reused", () =>
    Effect.gen(function* () {
      const { projectId, sets } = yield* inNewProject
      const draft = { name: "S", propertyDefinitions: [text("a")] }
      const first = yield* sets.create(projectId, draft)
      yield* sets.remove(projectId, first.id)
      const second = yield* sets.create(projectId, draft)
      expect(guidsOf(second)).toEqual(guidsOf(first))
      expect(second.id).toBeGreaterThan(first.id)
      expect(second.propertyDefinitions[0]!.id!).toBeGreaterThan(first.propertyDefinitions[0]!.id!)
    }))

  it("sets of other projects and definitions of other sets are not found; a deleted project loses its sets", () =>
    Effect.gen(function* () {
      const { projectId, sets } = yield* inNewProject
      const one = yield* sets.create(projectId, { name: "One", propertyDefinitions: [text("a")] })
      const two = yield* sets.create(projectId, { name: "Two" })
      const definition = one.propertyDefinitions[0]!.id!
      const elsewhere = yield* Storage.newProject
      for (const wrong of [
        sets.change(elsewhere, one.id, { name: "x" }),
        sets.remove(elsewhere, one.id),
        sets.addDefinition(elsewhere, one.id, text("x")),
        sets.changeDefinition(projectId, two.id, definition, { name: "x" }),
        sets.removeDefinition(projectId, two.id, definition)
      ]) {
        expect(yield* Effect.flip(wrong as Effect.Effect<unknown, unknown>)).toMatchObject({ _tag: "NotFound" })
      }
      expect(yield* sets.list(elsewhere)).toEqual([])
      yield* Effect.flatMap(ProjectRepository, (projects) => projects.remove(projectId))
      yield* Storage.purged
      expect(yield* rowsIn("property_sets")).toBe(0)
      expect(yield* Effect.flip(sets.create(projectId, { name: "Late" }))).toMatchObject({
        _tag: "ProjectNotFound"
      })
    }))
})

withLayer(Storage.layer)("every statement of reading and changing finds its rows by an index", () =>
  Effect.gen(function* () {
    const { projectId, sets } = yield* inNewProject
    const { texts } = yield* recorded(
      Effect.gen(function* () {
        const { id, propertyDefinitions } = yield* sets.create(projectId, {
          name: "S",
          propertyDefinitions: [text("a"), text("b")]
        })
        yield* sets.list(projectId)
        yield* sets.findDefinition(projectId, propertyDefinitions[0]!.guid)
        yield* sets.guids(projectId)
        yield* sets.exception(projectId, propertyDefinitions[0]!.guid)
        yield* sets.guidOf(projectId, "S", "a")
        yield* sets.change(projectId, id, { name: "T" })
        yield* sets.changeDefinition(projectId, id, propertyDefinitions[0]!.id!, { name: "c" })
        yield* sets.removeDefinition(projectId, id, propertyDefinitions[1]!.id!)
        yield* sets.remove(projectId, id)
      })
    )
    expect(texts.length).toBeGreaterThan(20)
    expect(yield* slowSteps(texts)).toEqual([])
  })
)
