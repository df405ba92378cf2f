import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "bun:test"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { volume } from "../../../src/testing/Volume.ts"
import { type Edit, type EditedValue, ownDeleted } from "../../../src/domain/edits/Edit.ts"
import { fieldOf } from "../../../src/domain/edits/EditedField.ts"
import type { ModelChange } from "../../../src/domain/edits/ModelVersion.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import { CodeRepository } from "../../../src/ports/libraries/CodeRepository.ts"
import { CodificationRepository } from "../../../src/ports/libraries/CodificationRepository.ts"
import {
  type Editing,
  EditRepository,
  type NetEdits,
  type Publishing,
  type Unpublished
} from "../../../src/ports/edits/EditRepository.ts"
import { type FaultPoint, FaultPoints } from "../../../src/ports/FaultPoints.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { LocationRepository } from "../../../src/ports/libraries/LocationRepository.ts"
import { MaterialRepository } from "../../../src/ports/libraries/MaterialRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { PropertySetRepository } from "../../../src/ports/libraries/PropertySetRepository.ts"
import { SessionRepository } from "../../../src/ports/models/SessionRepository.ts"
import { VersionRepository } from "../../../src/ports/models/VersionRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { entriesOf } from "../testing/Entries.ts"
import { recorded } from "../testing/Statements.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, bert, collected, later, newProject, readyModel } from "../testing/Work.ts"

const text = (value: EditedValue["value"]): EditedValue => ({ value, type: "String", quantity: false, unit: null })
const property = (guid: string, name: string, value: EditedValue["value"]): Edit => ({
  kind: "Property",
  guid,
  set: "S",
  name,
  now: text(value)
})
const page = { page: 1, pageSize: 100 }
const publishing = { title: "Second", description: null }

/** All changes are net changes, because there were no earlier edits. */
const allOf = ({ edits }: Unpublished) =>
  Effect.map(Stream.runCollect(edits), (all): NetEdits => {
    const changes = [...all].map((edit): ModelChange => {
      const field = fieldOf(edit)
      const now = edit.kind === "Property" && "value" in edit.now ? edit.now.value : "now" in edit ? edit.now : null
      const after = edit.kind === "Code" ? (edit.now ? edit.code : null) : now
      return { guid: edit.guid, field, before: null, after: after as ModelChange["after"], change: "Changed" }
    })
    return { edits: [...all], changes }
  })

const setting = Effect.gen(function* () {
  const projectId = yield* newProject()
  const { modelId } = yield* readyModel(projectId)
  const repository = yield* EditRepository
  const edits = {
    ...repository,
    publish: <E, R>(
      of: Editing,
      sessionId: string,
      publishing: Publishing,
      decide: (unpublished: Unpublished) => Effect.Effect<NetEdits, E, R>
    ) => Effect.flatten(repository.publish(of, sessionId, publishing, decide))
  }
  const versions = yield* VersionRepository
  const sessions = yield* SessionRepository
  const of = (userId: UserId): Editing => ({ projectId, modelId, userId })
  for (const user of [ada, bert]) yield* sessions.start(user, modelId, "s")
  const store = fn("store")(function* (all: ReadonlyArray<Edit>, user = ada) {
    return yield* edits.store(of(user), "s", yield* edits.revision(of(user)), all)
  })
  const mine = (user = ada) => Effect.flatMap(edits.read(of(user)), (personal) => collected(personal.edits))
  const publish = (user = ada, title = "Second") => edits.publish(of(user), "s", { title, description: null }, allOf)
  const newest = Effect.map(versions.list(of(ada), page), ({ items }) => items[0]!.modelVersionId)
  const shown = Effect.flatMap(newest, (version) => collected(versions.edits(of(ada), version)))
  const count = Effect.map(versions.list(of(ada), page), ({ totalCount }) => totalCount)
  return { projectId, modelId, edits, versions, sessions, of, store, mine, publish, newest, shown, count }
})

const dying = (at: FaultPoint) =>
  Layer.succeed(FaultPoints, { reach: (point) => (point === at ? Effect.dieMessage("killed") : Effect.void) })

overStorages((it) => {
  it("only the last edit of a cell is kept, in the order of the edits, with all its data", () =>
    Effect.gen(function* () {
      const { edits, mine, of, store } = yield* setting
      const all: ReadonlyArray<Edit> = [
        {
          kind: "Property",
          guid: "a",
          set: "S",
          name: "p",
          now: { value: ["x", "y"], type: "Enum", quantity: false, unit: null }
        },
        {
          kind: "Property",
          guid: "a",
          set: "Q",
          name: "p",
          now: { value: 1.5, type: "Real", quantity: true, unit: "Metre" }
        },
        { kind: "Property", guid: "b", set: "S", name: "p", now: ownDeleted },
        { kind: "Attribute", guid: "a", name: "Tag", now: null },
        { kind: "SpatialLocation", guid: "a", now: "" },
        { kind: "Material", guid: "a", now: ownDeleted },
        { kind: "Material", guid: "b", now: null },
        { kind: "Codes", guid: "a", now: [] },
        { kind: "Deleted", guid: "c" }
      ]
      expect(Option.isSome(yield* store(all))).toBe(true)
      expect(yield* mine()).toEqual([...all])
      expect(yield* mine(bert)).toEqual([])
      const before = yield* edits.revision(of(ada))
      yield* store([
        property("b", "p", "1"),
        property("b", "p", "2"),
        { kind: "Attribute", guid: "a", name: "Tag", now: "t" }
      ])
      expect(yield* edits.revision(of(ada))).toBeGreaterThan(before)
      expect((yield* mine()).slice(-2)).toEqual([
        property("b", "p", "2"),
        { kind: "Attribute", guid: "a", name: "Tag", now: "t" }
      ])
      expect(yield* mine()).toHaveLength(9)
    }))

  it("edits need an active session, renew it, and are not stored over edits that the caller has not seen", () =>
    Effect.gen(function* () {
      const { edits, mine, modelId, of, sessions, store } = yield* setting
      const one = [property("a", "p", "1")]
      expect((yield* Effect.flip(edits.store(of(ada), "other", 0, one)))._tag).toBe("SessionNotActive")
      yield* store(one)
      expect(yield* edits.store(of(ada), "s", 0, [property("a", "p", "2")])).toEqual(Option.none())
      yield* later(20 * 60_000)
      expect(yield* edits.store(of(ada), null, 1, [property("b", "p", "2")])).toEqual(Option.some(2))
      yield* later(20 * 60_000)
      expect(yield* sessions.renew(ada, modelId, "s")).toBe(true)
      yield* later(30 * 60_000)
      expect((yield* Effect.flip(store([property("c", "p", "3")])))._tag).toBe("SessionNotActive")
      const refused = yield* Effect.flip(edits.publish(of(ada), "s", publishing, allOf))
      expect(refused._tag).toBe("SessionNotActive")
      expect(yield* mine()).toEqual([property("a", "p", "1"), property("b", "p", "2")])
    }))

  it("a publication is a version with its changes; older versions stay unchanged", () =>
    Effect.gen(function* () {
      const { count, mine, newest, of, projectId, publish, shown, store, versions } = yield* setting
      const first = yield* newest
      yield* store([property("a", "p", "1"), property("b", "p", "1"), { kind: "Deleted", guid: "z" }])
      const second = Option.getOrThrow(yield* publish())
      expect([yield* mine(), yield* newest]).toEqual([[], second])
      yield* store([property("a", "p", "2"), { kind: "Attribute", guid: "a", name: "Name", now: "N" }], bert)
      const third = Option.getOrThrow(yield* publish(bert, "Third"))
      const at = (version: typeof first) => collected(versions.edits(of(ada), version))
      expect(yield* at(first)).toEqual([])
      expect(yield* at(second)).toEqual([
        property("a", "p", "1"),
        property("b", "p", "1"),
        { kind: "Deleted", guid: "z" }
      ])
      expect(yield* shown).toEqual([
        property("b", "p", "1"),
        { kind: "Deleted", guid: "z" },
        property("a", "p", "2"),
        { kind: "Attribute", guid: "a", name: "Name", now: "N" }
      ])
      const { items } = yield* versions.list(of(ada), page)
      expect(
        items.map(({ cells, createdBy, deletedProducts, title }) => [title, createdBy, cells, deletedProducts])
      ).toEqual([
        ["Third", bert, 2, 0],
        ["Second", ada, 2, 1],
        ["Import", ada, 0, 0]
      ])
      expect(new Set(items.map(({ projectVersionId }) => projectVersionId)).size).toBe(3)
      expect((yield* versions.list(of(ada), { page: 2, pageSize: 1 })).items.map(({ title }) => title)).toEqual([
        "Second"
      ])
      const changes = Option.getOrThrow(yield* versions.changes(of(ada), second, page))
      expect(changes).toEqual({
        totalCount: 3,
        deleted: ["z"],
        added: [],
        changes: [
          { guid: "a", field: { kind: "Property", set: "S", name: "p" }, before: null, after: "1", change: "Changed" },
          { guid: "b", field: { kind: "Property", set: "S", name: "p" }, before: null, after: "1", change: "Changed" }
        ]
      })
      expect(yield* count).toBe(3)
      expect(Option.isSome(yield* versions.find(of(ada), third))).toBe(true)
      expect(yield* versions.find({ ...of(ada), projectId: yield* newProject() }, third)).toEqual(Option.none())
      const actions = (yield* entriesOf(projectId))
        .map(({ action }) => action)
        .filter((one) => one.startsWith("model."))
      expect(actions.filter((one) => one === "model.publish")).toHaveLength(2)
      expect(actions.filter((one) => one === "model.modify").length).toBeGreaterThan(1)
    }))

  it("without net changes or after a discard no version is made, and no edits are left", () =>
    Effect.gen(function* () {
      const { count, edits, mine, of, publish, store } = yield* setting
      expect(yield* publish()).toEqual(Option.none())
      yield* edits.discard(of(ada))
      yield* store([property("a", "p", "1")])
      const none = () => Effect.succeed({ edits: [], changes: [] })
      expect(yield* edits.publish(of(ada), "other", publishing, none)).toEqual(Option.none())
      expect(yield* mine()).toEqual([])
      yield* store([property("a", "p", "2"), property("b", "p", "2")])
      yield* store([property("a", "p", "3")], bert)
      const before = yield* edits.revision(of(ada))
      yield* edits.discard(of(ada))
      expect(yield* edits.revision(of(ada))).toBeGreaterThan(before)
      expect([yield* mine(), yield* mine(bert)]).toEqual([[], [property("a", "p", "3")]])
      expect(yield* publish()).toEqual(Option.none())
      expect(yield* count).toBe(1)
      yield* store([property("a", "p", "4")])
      yield* Effect.flatMap(GarbageRepository, ({ purgeRemoved }) => purgeRemoved)
      expect(yield* mine()).toEqual([property("a", "p", "4")])
      const sql = yield* SqlClient.SqlClient
      expect(yield* sql`SELECT guid FROM personal_edits WHERE user_id = ${ada}`).toEqual([{ guid: "a" }])
    }))

  it("concurrent publications of users all succeed, and the later one wins in each cell", () =>
    Effect.gen(function* () {
      const { count, newest, of, publish, sessions, modelId, shown, store, versions } = yield* setting
      const users = Array.from({ length: 6 }, (_, i) => `user ${i}` as UserId)
      for (const user of users) {
        yield* sessions.start(user, modelId, "s")
        yield* store([property("a", "p", user), property(user, "p", user)], user)
      }
      const made = yield* Effect.forEach(users, (user) => publish(user, user), { concurrency: "unbounded" })
      expect(new Set(made.map(Option.getOrThrow)).size).toBe(6)
      expect(yield* count).toBe(7)
      const { items } = yield* versions.list(of(ada), page)
      expect(items[0]!.modelVersionId).toBe(yield* newest)
      const now = yield* shown
      expect(now).toHaveLength(7)
      expect(now).toContainEqual(property("a", "p", items[0]!.createdBy))
    }))

  it("of two concurrent publications of a user one makes the version; of a publication and a discard one wins", () =>
    Effect.gen(function* () {
      const { count, edits, mine, of, publish, shown, store } = yield* setting
      yield* store([property("a", "p", "1")])
      const both = yield* Effect.all([publish(), publish()], { concurrency: 2 })
      expect(both.filter(Option.isSome)).toHaveLength(1)
      expect(yield* count).toBe(2)
      for (let i = 0; i < 10; i++) {
        const before = yield* count
        yield* store([property("a", "p", `x${i}`), property("b", "p", `x${i}`)])
        const [made] = yield* Effect.all([publish(), edits.discard(of(ada))], { concurrency: 2 })
        expect(yield* mine()).toEqual([])
        expect((yield* count) - before).toBe(Option.isSome(made) ? 1 : 0)
        const ours = (yield* shown).filter(
          (edit) => edit.kind === "Property" && "value" in edit.now && edit.now.value === `x${i}`
        )
        expect(ours).toHaveLength(Option.isSome(made) ? 2 : 0)
      }
    }))

  it("edits made during a publication are either published or still the user's", () =>
    Effect.gen(function* () {
      const { edits, mine, of, shown, store } = yield* setting
      yield* store([property("a", "p", "1")])
      let asked = 0
      const made = yield* edits.publish(of(ada), "s", publishing, (unpublished) =>
        Effect.tap(allOf(unpublished), () =>
          ++asked === 1 ? store([property("a", "p", "2"), property("b", "p", "2")]) : Effect.void
        )
      )
      expect([Option.isSome(made), asked]).toEqual([true, 2])
      expect([yield* mine(), yield* shown]).toEqual([[], [property("a", "p", "2"), property("b", "p", "2")]])
      for (let i = 0; i < 10; i++) {
        const more = [property("a", "p", `x${i}`), property("b", "p", `x${i}`)]
        yield* store([property("c", "p", `x${i}`)])
        yield* Effect.all(
          [edits.publish(of(ada), "s", publishing, allOf), Effect.repeat(store(more), { until: Option.isSome })],
          {
            concurrency: 2
          }
        )
        const [left, now] = [yield* mine(), yield* shown]
        expect(left.length === 0 || left.length === 2).toBe(true)
        for (const edit of more) expect(left.length === 0 ? now : left).toContainEqual(edit)
        yield* edits.discard(of(ada))
      }
    }))

  it("edits are discarded by a decision only if they are those that it was made for", () =>
    Effect.gen(function* () {
      const { edits, mine, of, publish, store } = yield* setting
      const seen: Array<ReadonlyArray<Edit>> = []
      const decide = (meanwhile: Effect.Effect<unknown, unknown> = Effect.void) =>
        edits.discardDecided(of(ada), (unpublished) =>
          Effect.flatMap(Stream.runCollect(unpublished.edits), (all) =>
            seen.push([...all]) === 1 ? Effect.orDie(meanwhile) : Effect.void
          )
        )
      yield* decide()
      expect(seen).toEqual([])
      const [one, two] = [property("a", "p", "1"), property("a", "p", "2")]
      yield* store([one])
      expect(yield* Effect.flip(edits.discardDecided(of(ada), () => Effect.fail("no" as const)))).toBe("no")
      expect(yield* mine()).toEqual([one])
      yield* decide(store([two]))
      expect([seen.splice(0), yield* mine()]).toEqual([[[one], [two]], []])
      yield* store([one])
      yield* store([property("b", "p", "1")], bert)
      yield* decide(publish(bert))
      expect([seen, yield* mine()]).toEqual([[[one], [one]], []])
    }))

  it("a publication is computed before its transaction", () =>
    Effect.gen(function* () {
      const { count, of, store } = yield* setting
      const edits = yield* EditRepository
      const sql = yield* SqlClient.SqlClient
      yield* store([property("a", "p", "1")])
      let asked = 0
      const decide = (unpublished: Unpublished) =>
        Effect.tap(allOf(unpublished), () =>
          Effect.map(Effect.serviceOption(SqlClient.TransactionConnection), (outer) => {
            expect(Option.isNone(outer)).toBe(true)
            asked++
          })
        )
      const commit = yield* edits.publish(of(ada), "s", publishing, decide)
      expect([asked, yield* count]).toEqual([1, 1])
      expect(Option.isSome(yield* sql.withTransaction(commit))).toBe(true)
      expect([asked, yield* count]).toEqual([1, 2])
    }))

  it("a crash leaves everything unchanged or everything done", () =>
    Effect.gen(function* () {
      const { count, edits, mine, of, publish, shown, store } = yield* setting
      const old = [property("a", "p", "1")]
      yield* store(old)
      const killed = <A, E>(at: FaultPoint, work: Effect.Effect<A, E>) => Effect.exit(Effect.provide(work, dying(at)))
      yield* killed("edits.stored", store([property("a", "p", "2"), property("b", "new", "2")]))
      yield* killed("edits.discarded", edits.discard(of(ada)))
      for (const point of ["publish.locked", "publish.applied"] as const) {
        yield* killed(point, publish())
        expect([yield* mine(), yield* shown, yield* count]).toEqual([old, [], 1])
      }
      yield* killed("publish.committed", publish())
      expect([yield* mine(), yield* shown, yield* count]).toEqual([[], old, 2])
    }))

  it("edits of a property follow its renames, and are removed with its definition or set, in all views and versions", () =>
    Effect.gen(function* () {
      const { count, mine, newest, of, projectId, publish, shown, store, versions } = yield* setting
      const sets = yield* PropertySetRepository
      const [p, q] = ["p", "q"].map((name) => ({ name, dataType: "String" as const }))
      const set = yield* sets.create(projectId, { name: "S", propertyDefinitions: [p!, q!] })
      yield* store([property("a", "p", "1"), property("a", "q", "1"), property("a", "adhoc", "1")])
      yield* publish()
      yield* store([property("b", "p", "2"), property("b", "q", "2")])
      const [definition] = set.propertyDefinitions
      yield* sets.changeDefinition(projectId, set.id, definition!.id!, { name: "p2" })
      expect(yield* mine()).toEqual([property("b", "p2", "2"), property("b", "q", "2")])
      yield* store([property("c", "p", "old name")])
      yield* sets.removeDefinition(projectId, set.id, definition!.id!)
      const left = [property("b", "q", "2"), property("c", "p", "old name")]
      expect([yield* mine(), yield* shown]).toEqual([left, [property("a", "q", "1"), property("a", "adhoc", "1")]])
      yield* sets.change(projectId, set.id, { name: "T" })
      const moved = (edit: Edit) => ({ ...edit, set: "T" })
      expect(yield* shown).toEqual([moved(property("a", "q", "1")), property("a", "adhoc", "1")])
      const changes = Option.getOrThrow(yield* versions.changes(of(ada), yield* newest, page))
      expect(changes.changes.map(({ field }) => `${field.set}.${field.name}`)).toEqual(["T.q", "S.adhoc"])
      yield* sets.remove(projectId, set.id)
      expect([yield* mine(), yield* shown]).toEqual([[property("c", "p", "old name")], [property("a", "adhoc", "1")]])
      const { items } = yield* versions.list(of(ada), page)
      expect([items[0]!.cells, yield* count]).toEqual([1, 2])
      // A second property with the same names has another identity.
      yield* sets.create(projectId, { name: "T", propertyDefinitions: [q!] })
      expect(yield* shown).toEqual([property("a", "adhoc", "1")])
    }))

  it("edits that refer to a deleted material, location or code are removed; published ones are empty", () =>
    Effect.gen(function* () {
      const { newest, mine, of, projectId, publish, shown, store, versions } = yield* setting
      const [materials, locations, codes] = [
        yield* MaterialRepository,
        yield* LocationRepository,
        yield* CodeRepository
      ]
      const library = yield* materials.createLibrary(projectId, { name: "L" })
      const material = yield* materials.create(projectId, library.guid, { name: "Oak" })
      const { locationGuid } = yield* locations.create(projectId, { name: "Here" })
      const codification = yield* Effect.flatMap(CodificationRepository, ({ create }) =>
        create(projectId, { name: "C" })
      )
      const newCode = (identification: string) =>
        codes.create(projectId, codification.guid, { name: "n", identification })
      const [one, two] = [yield* newCode("1"), yield* newCode("2")]
      const all = (guid: string): ReadonlyArray<Edit> => [
        { kind: "Material", guid, now: material.guid },
        { kind: "SpatialLocation", guid, now: locationGuid },
        { kind: "Code", guid, code: two.guid, now: true },
        { kind: "Codes", guid, now: [one.guid, two.guid] }
      ]
      const parted = (guid: string): ReadonlyArray<Edit> => [
        ...all(guid).slice(0, 2),
        { kind: "Codes", guid, now: [] },
        { kind: "Code", guid, code: one.guid, now: true },
        { kind: "Code", guid, code: two.guid, now: true }
      ]
      yield* store(all("a"))
      yield* publish()
      yield* store([{ kind: "Code", guid: "b", code: two.guid, now: false }])
      yield* store(all("b"))
      expect([yield* mine(), yield* shown]).toEqual([[...parted("b")], [...parted("a")]])
      yield* materials.removeLibrary(projectId, library.guid)
      yield* locations.remove(projectId, locationGuid)
      yield* codes.remove({ projectId, libraryGuid: codification.guid, codificationGuid: two.guid })
      expect(yield* mine()).toEqual([
        { kind: "Codes", guid: "b", now: [] },
        { kind: "Code", guid: "b", code: one.guid, now: true }
      ])
      expect(yield* shown).toEqual([
        { kind: "Material", guid: "a", now: null },
        { kind: "SpatialLocation", guid: "a", now: "" },
        { kind: "Codes", guid: "a", now: [] },
        { kind: "Code", guid: "a", code: one.guid, now: true }
      ])
      const { changes, totalCount } = Option.getOrThrow(yield* versions.changes(of(ada), yield* newest, page))
      expect([changes.map(({ field }) => field.kind), totalCount]).toEqual([["Codes", "Code"], 2])
      // A client that knew the version before may still send it, but it is not found either.
      yield* store([{ kind: "Material", guid: "d", now: material.guid }])
      expect((yield* mine()).some(({ kind }) => kind === "Material")).toBe(false)
    }))

  it("a publication concurrent with a deletion never publishes deleted objects", () =>
    Effect.gen(function* () {
      const { edits, of, projectId, shown, store } = yield* setting
      const sets = yield* PropertySetRepository
      const set = yield* sets.create(projectId, { name: "S", propertyDefinitions: [{ name: "p", dataType: "String" }] })
      yield* store([property("a", "p", "1"), property("a", "q", "1")])
      const [seen, deleted] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const publication = edits.publish(of(ada), "s", publishing, (unpublished) =>
        allOf(unpublished).pipe(
          Effect.zipLeft(Deferred.succeed(seen, undefined)),
          Effect.zipLeft(Deferred.await(deleted))
        )
      )
      const deletion = Deferred.await(seen).pipe(
        Effect.zipRight(sets.removeDefinition(projectId, set.id, set.propertyDefinitions[0]!.id!)),
        Effect.zipRight(Deferred.succeed(deleted, undefined))
      )
      yield* Effect.all([publication, deletion], { concurrency: 2 })
      expect(yield* shown).toEqual([property("a", "q", "1")])
      yield* sets.remove(projectId, set.id)
      expect(yield* shown).toEqual([])
    }))

  it("many cells are stored and published by few statements", () =>
    Effect.gen(function* () {
      const count = volume(20_000, 100_000)
      const { edits, of, publish, shown, store, versions } = yield* setting
      const many = Array.from({ length: count }, (_, i) => property(`guid ${i}`, `p ${i % 50}`, i))
      const { texts } = yield* recorded(store(many))
      expect(texts.length).toBeLessThan(volume(60, 240))
      expect(yield* edits.revision(of(ada))).toBe(count)
      yield* publish()
      expect((yield* versions.list(of(ada), page)).items[0]!.cells).toBe(count)
      expect(yield* shown).toHaveLength(count)
    }))

  it("a user has at most 1,000,000 edits of a model, and an excess stores nothing", () =>
    Effect.gen(function* () {
      const { edits, modelId, of, store } = yield* setting
      const sql = yield* SqlClient.SqlClient
      yield* store([property("last", "p", 1)])
      yield* sql`INSERT INTO personal_edits (model_id, user_id, guid, field_id, revision, now)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999999)
        SELECT ${Number(modelId)}, ${ada}, 'guid ' || CAST(i AS TEXT), 1, i, 'null' FROM n`
      yield* sql`UPDATE personal_changes SET revision = 1000000, cells = 1000000`
      yield* store([property("last", "p", 2)])
      const refused = yield* Effect.either(store([property("last", "p", 3), property("more", "p", 1)]))
      expect(Either.getLeft(refused).pipe(Option.getOrThrow)).toMatchObject({ _tag: "LimitExceeded" })
      const rows = yield* sql`SELECT now FROM personal_edits WHERE guid IN ('last', 'more')`
      expect(rows).toEqual([{ now: JSON.stringify(text(2)) }])
      yield* edits.discard(of(ada))
      yield* store([property("more", "p", 1)])
    }))

  it("the size of unpublished edits is exact and at most 128 MB; that of published ones is at most 256 MB", () =>
    Effect.gen(function* () {
      const { edits, mine, modelId, of, publish, store } = yield* setting
      const sql = yield* SqlClient.SqlClient
      const numbers = (rows: ReadonlyArray<object>) => rows.map((row) => Object.values(row).map(Number))
      const sizes = Effect.gen(function* () {
        const own = yield* sql`SELECT cells, bytes FROM personal_changes WHERE user_id = ${ada}`
        const all = yield* sql`SELECT published_cells, published_bytes FROM models WHERE id = ${Number(modelId)}`
        return numbers([...own, ...all])
      })
      const counted = Effect.gen(function* () {
        const size = sql`SELECT count(*) AS cells, coalesce(sum(octet_length(now)), 0) AS bytes`
        const own = yield* sql`${size} FROM personal_edits WHERE user_id = ${ada}
          AND revision > (SELECT gone_to FROM personal_changes WHERE user_id = ${ada})`
        const all = yield* sql`${size} FROM public_edits WHERE until_id IS NULL`
        return numbers([...own, ...all])
      })
      const code = (guid: string, code: string): Edit => ({ kind: "Code", guid, code, now: true })
      const recoded: Edit = { kind: "Codes", guid: "a", now: [] }
      const [p, q] = [property("a", "p", "ä"), property("b", "p", "long ".repeat(100))]
      yield* store([p, q, code("a", "1"), code("a", "2"), code("b", "1")])
      yield* store([property("b", "p", "x"), recoded])
      const [own, none] = yield* sizes
      expect([own, none]).toEqual(yield* counted)
      expect([own![0], none]).toEqual([4, [0, 0]])
      yield* publish()
      expect(yield* sizes).toEqual(yield* counted)
      yield* store([p, property("b", "p", "yy"), code("a", "3")])
      expect(yield* sizes).toEqual(yield* counted)
      yield* publish()
      expect(yield* sizes).toEqual(yield* counted)

      yield* store([q])
      const left = 128 * 1024 * 1024 - (yield* sizes)[0]![1]! * 2
      yield* sql`UPDATE personal_changes SET bytes = bytes + ${left} WHERE user_id = ${ada}`
      yield* store([property("c", "p", "long ".repeat(100))])
      const refused = yield* Effect.flip(store([property("d", "p", 1)]))
      expect(refused).toMatchObject({ _tag: "LimitExceeded", details: expect.stringContaining("128 MB") })
      yield* store([property("c", "p", "shorter")])
      yield* store([property("d", "p", 1)], bert)
      yield* edits.discard(of(ada))
      expect((yield* sizes)[0]).toEqual([0, 0])

      yield* store([property("d", "p", 2)])
      for (const [column, most] of Object.entries({ cells: 2_000_000, bytes: 256 * 1024 * 1024 })) {
        const name = sql(`published_${column}`)
        yield* sql`UPDATE models SET ${name} = ${name} + ${most} WHERE id = ${Number(modelId)}`
        expect(yield* Effect.flip(publish())).toMatchObject({ _tag: "LimitExceeded" })
        yield* sql`UPDATE models SET ${name} = ${name} - ${most} WHERE id = ${Number(modelId)}`
      }
      expect(yield* mine()).toEqual([property("d", "p", 2)])
      yield* publish()
      expect(yield* sizes).toEqual(yield* counted)
    }))

  it("edits are removed with their model and its project", () =>
    Effect.gen(function* () {
      const { edits, modelId, of, projectId, publish, store } = yield* setting
      const sql = yield* SqlClient.SqlClient
      yield* store(Array.from({ length: 1200 }, (_, i) => property(`guid ${i}`, "p", i)))
      yield* publish()
      yield* store([property("a", "p", "1")])
      yield* Effect.flatMap(ModelRepository, (models) => models.remove(modelId))
      expect((yield* Effect.flip(store([property("b", "p", "1")])))._tag).toBe("ModelNotFound")
      expect((yield* Effect.flip(edits.publish(of(ada), "s", publishing, allOf)))._tag).toBe("ModelNotFound")
      const empty = Effect.flatMap(GarbageRepository, ({ purgeRemoved }) => purgeRemoved)
      yield* empty
      for (const table of ["personal_changes", "personal_edits", "public_edits", "version_changes", "version_fields"]) {
        expect(yield* sql`SELECT model_id FROM ${sql(table)}`).toEqual([])
      }
      yield* Effect.flatMap(ProjectRepository, (projects) => projects.remove(projectId))
      yield* empty
      expect(yield* sql`SELECT id FROM edited_fields`).toEqual([])
    }))
})
