import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as View from "../../../src/dataframe/query/View.ts"
import * as GlobalId from "../../../src/domain/GlobalId.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import type { Location } from "../../../src/domain/libraries/Location.ts"
import type { ContentLocation } from "../../../src/domain/models/ModelContent.ts"
import { withLayer } from "../../../src/testing/EffectTest.ts"
import { LocationRepository } from "../../../src/ports/libraries/LocationRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { different, recorded, slowSteps } from "../testing/Statements.ts"
import * as Storage from "../testing/Storage.ts"
import { overStorages } from "../testing/Storages.ts"
import { whole } from "../testing/Work.ts"

/** The locations of a project, or one and those below it, in the order of creation; from top to bottom they are the same. */
const listed = (projectId: ProjectId, top: GlobalId.GlobalId | null = null) =>
  Effect.gen(function* () {
    const { inOrder, topDown } = yield* Effect.flatMap(LocationRepository, ({ list }) => list(projectId, top))
    const found = (yield* whole(inOrder)).map(({ properties, ...location }): Location => ({
      ...location,
      properties: JSON.parse(properties) as []
    }))
    const levels = new Map<string, number>()
    for (const { level, location } of yield* whole(topDown)) {
      expect(level).toBe((levels.get(location.parentGuid!) ?? 0) + 1)
      levels.set(location.locationGuid, level)
    }
    expect([...levels.keys()].sort()).toEqual(found.map(({ locationGuid }) => String(locationGuid)).sort())
    return found
  })

const inNewProject = Effect.all({ projectId: Storage.newProject, locations: LocationRepository })

/** A chain of locations, each below the one before; their guids. */
const chain = (projectId: ProjectId, length: number) =>
  Effect.gen(function* () {
    const locations = yield* LocationRepository
    const guids: Array<GlobalId.GlobalId> = []
    for (let i = 0; i < length; i++) {
      const parentGuid = guids.at(-1) ?? null
      guids.push((yield* locations.create(projectId, parentGuid === null ? {} : { parentGuid })).locationGuid)
    }
    return guids
  })

/** Returns the changes of locations that the tables of a file imported with a shared data version need, by guid. */
const changedFor = Effect.fn(function* (projectId: ProjectId, importedWith: number) {
  const found = yield* Effect.flatMap(LocationRepository, ({ changed }) => changed(projectId))
  const references = { ...found, materials: new Map(), codes: new Map() }
  const view = { ...View.empty(projectId, { references }), importedWith }
  const now = new Map<string, View.LocationNow | null>()
  for (const guid of [...found.locations.keys(), ...found.deletedLocations.keys()]) {
    const location = View.locationNow(view, guid)
    if (location !== undefined) now.set(guid, location)
  }
  return now
})

const place = (name: string, parent = -1, more: Partial<ContentLocation> = {}): ContentLocation => ({
  guid: GlobalId.derive(name),
  name,
  type: "Floor",
  parent,
  longName: null,
  properties: [],
  ...more
})

overStorages((it) => {
  it("a location without members is a nameless Space at the top, with its Guid as property", () =>
    Effect.gen(function* () {
      const { locations, projectId } = yield* inNewProject
      const created = yield* locations.create(projectId, {})
      expect(created).toEqual({
        locationGuid: created.locationGuid,
        projectId,
        name: "",
        type: "Space",
        parentGuid: null,
        properties: [{ set: "", name: "Guid", value: created.locationGuid }]
      })
      expect(yield* listed(projectId)).toEqual([created])
      expect(yield* locations.exists(projectId, created.locationGuid)).toBe(true)
      expect(yield* locations.exists(yield* Storage.newProject, created.locationGuid)).toBe(false)
    }))

  it("the list has the order of creation, and a branch has all descendants", () =>
    Effect.gen(function* () {
      const { locations, projectId } = yield* inNewProject
      const [top, middle, low] = yield* chain(projectId, 3)
      const other = (yield* locations.create(projectId, { name: "other" })).locationGuid
      const guids = (found: ReadonlyArray<Location>) => found.map(({ locationGuid }) => locationGuid)
      expect(guids(yield* listed(projectId))).toEqual([top!, middle!, low!, other])
      expect(guids(yield* listed(projectId, middle))).toEqual([middle!, low!])
      expect(yield* listed(yield* Storage.newProject, middle)).toEqual([])
    }))

  it("each change makes new versions; one without effect makes none", () =>
    Effect.gen(function* () {
      const { locations, projectId } = yield* inNewProject
      const seen: Array<unknown> = [yield* Storage.versionsOf(projectId)]
      const versionsAfter = <A, E, R>(work: Effect.Effect<A, E, R>) =>
        Effect.zipRight(
          work,
          Effect.map(Storage.versionsOf(projectId), (versions) => seen.push(versions))
        )
      const { locationGuid: guid } = yield* locations.create(projectId, { name: "a", type: "Floor" })
      yield* versionsAfter(Effect.void)
      yield* versionsAfter(locations.change(projectId, guid, { name: "b" }))
      yield* versionsAfter(locations.change(projectId, guid, { name: "b", type: "Floor", parentGuid: null }))
      yield* versionsAfter(locations.change(projectId, guid, {}))
      yield* versionsAfter(Effect.flip(locations.change(projectId, guid, { parentGuid: guid })))
      yield* versionsAfter(locations.remove(projectId, guid))
      yield* versionsAfter(Effect.flip(locations.remove(projectId, guid)))
      const [start, created, renamed, same, none, refused, removed, again] = seen
      expect(new Set([start, created, renamed, removed].map((one) => JSON.stringify(one))).size).toBe(4)
      expect([same, none, refused]).toEqual([renamed, renamed, renamed])
      expect(again).toEqual(removed)
    }))

  it("a parent must exist, must not be the location or a descendant, and allows at most 64 levels", () =>
    Effect.gen(function* () {
      const { locations, projectId } = yield* inNewProject
      const guids = yield* chain(projectId, 64)
      const [top, second] = guids
      const tag = (work: Effect.Effect<unknown, { readonly _tag: string }>) =>
        Effect.map(Effect.flip(work), ({ _tag }) => _tag)
      const foreign = (yield* locations.create(yield* Storage.newProject, {})).locationGuid
      expect(yield* tag(locations.create(projectId, { parentGuid: foreign }))).toBe("ReferenceNotFound")
      expect(yield* tag(locations.change(projectId, second!, { parentGuid: foreign }))).toBe("ReferenceNotFound")
      expect(yield* tag(locations.change(projectId, top!, { parentGuid: top! }))).toBe("InvalidHierarchy")
      expect(yield* tag(locations.change(projectId, top!, { parentGuid: guids[40]! }))).toBe("InvalidHierarchy")
      expect(yield* tag(locations.create(projectId, { parentGuid: guids[63]! }))).toBe("InvalidHierarchy")
      const pair = yield* chain(projectId, 2)
      expect(yield* tag(locations.change(projectId, pair[0]!, { parentGuid: guids[62]! }))).toBe("InvalidHierarchy")
      yield* locations.change(projectId, pair[0]!, { parentGuid: guids[61]! })
      yield* locations.change(projectId, pair[0]!, { parentGuid: null })
      expect((yield* listed(projectId, top)).length).toBe(64)
      expect(yield* tag(locations.change(projectId, foreign, { name: "x" }))).toBe("NotFound")
    }))

  it("a location is removed with all its descendants, in any order of creation", () =>
    Effect.gen(function* () {
      const { locations, projectId } = yield* inNewProject
      const [top, middle, low] = yield* chain(projectId, 3)
      const [kept, moved] = yield* chain(projectId, 2)
      yield* locations.change(projectId, top!, { parentGuid: moved! })
      yield* locations.change(projectId, low!, { parentGuid: kept! })
      yield* locations.remove(projectId, moved!)
      const left = (yield* listed(projectId)).map(({ locationGuid }) => locationGuid)
      expect(left).toEqual([low!, kept!])
      expect(left).not.toContain(middle!)
    }))

  it("fifty parallel moves never make a cycle", () =>
    Effect.gen(function* () {
      const { locations, projectId } = yield* inNewProject
      const guids = (yield* Effect.all(Array.from({ length: 8 }, () => locations.create(projectId, {})))).map(
        ({ locationGuid }) => locationGuid
      )
      const moves = Array.from({ length: 50 }, (_, i) =>
        Effect.either(
          locations.change(projectId, guids[(i * 5) % 8]!, { parentGuid: guids[(i * 3 + 1 + Math.floor(i / 8)) % 8]! })
        )
      )
      // These are not started all at once: on a slow machine the last ones would wait too long for the project and be
      // refused as overload.
      const outcomes = yield* Effect.all(moves, { concurrency: 8 })
      expect(outcomes.some(Either.isLeft)).toBe(true)
      expect(outcomes.every((one) => Either.isRight(one) || one.left._tag === "InvalidHierarchy")).toBe(true)
      const parents = new Map(
        (yield* listed(projectId)).map(({ locationGuid, parentGuid }) => [locationGuid, parentGuid])
      )
      for (const guid of guids) {
        let steps = 0
        for (let at: GlobalId.GlobalId | null = guid; at !== null; at = parents.get(at) ?? null) {
          expect(++steps).toBeLessThan(9)
        }
      }
    }))

  it("an import adds locations as in the file, and keeps existing ones", () =>
    Effect.gen(function* () {
      const { locations, projectId } = yield* inNewProject
      const floor = place("Floor", 0, {
        longName: "Ground floor",
        properties: [{ set: "Pset_BuildingStoreyCommon", name: "AboveGround", value: "true" }]
      })
      const first = yield* Storage.imported(projectId, { locations: [place("Site", -1, { type: "Site" }), floor] })
      const [site, ground] = yield* listed(projectId)
      expect(site!.type).toBe("Site")
      expect(ground).toEqual({
        locationGuid: floor.guid as GlobalId.GlobalId,
        projectId,
        name: "Floor",
        type: "Floor",
        parentGuid: site!.locationGuid,
        properties: [
          { set: "", name: "Guid", value: floor.guid },
          { set: "", name: "LongName", value: "Ground floor" },
          { set: "Pset_BuildingStoreyCommon", name: "AboveGround", value: "true" }
        ]
      })
      const changed = (importedWith: number) => changedFor(projectId, importedWith)
      expect(yield* changed(first.importedWith)).toEqual(new Map())

      yield* locations.change(projectId, ground!.locationGuid, { name: "Renamed" })
      const second = yield* Storage.imported(projectId, {
        locations: [place("Site", -1, { name: "Other name", type: "Site" }), floor, place("Roof", 0)]
      })
      const names = (yield* listed(projectId)).map(({ name }) => name)
      expect(names).toEqual(["Site", "Renamed", "Roof"])
      for (const { importedWith } of [first, second]) {
        expect(yield* changed(importedWith)).toEqual(
          new Map([
            [site!.locationGuid, { name: "Site", type: "Site", parentGuid: null }],
            [ground!.locationGuid, { name: "Renamed", type: "Floor", parentGuid: site!.locationGuid }]
          ])
        )
      }
    }))

  it("a deleted location is restored by the next import, only for products of that import", () =>
    Effect.gen(function* () {
      const { locations, projectId } = yield* inNewProject
      const content = { locations: [place("Site"), place("Floor", 0)] }
      const first = yield* Storage.imported(projectId, content)
      const [site, floor] = content.locations.map(({ guid }) => guid as GlobalId.GlobalId)
      yield* locations.remove(projectId, site!)
      expect(yield* listed(projectId)).toEqual([])
      const second = yield* Storage.imported(projectId, content)
      expect((yield* listed(projectId)).map(({ name }) => name)).toEqual(["Site", "Floor"])
      const changed = (importedWith: number) => changedFor(projectId, importedWith)
      expect(yield* changed(first.importedWith)).toEqual(
        new Map([
          [site!, null],
          [floor!, null]
        ])
      )
      expect(yield* changed(second.importedWith)).toEqual(new Map())
      yield* locations.remove(projectId, floor!)
      expect([...(yield* changed(second.importedWith))]).toEqual([[floor!, null]])
    }))

  it("changed locations are returned with their ancestors", () =>
    Effect.gen(function* () {
      const { locations, projectId } = yield* inNewProject
      const { importedWith } = yield* Storage.imported(projectId, {
        locations: [place("A"), place("B"), place("C", 1)]
      })
      const [a, b, c] = ["A", "B", "C"].map((name) => GlobalId.derive(name))
      const own = yield* locations.create(projectId, { name: "Own", parentGuid: a! })
      yield* locations.change(projectId, c!, { parentGuid: own.locationGuid })
      const found = yield* changedFor(projectId, importedWith)
      expect(found.get(c!)).toEqual({ name: "C", type: "Floor", parentGuid: own.locationGuid })
      expect(found.get(own.locationGuid)).toEqual({ name: "Own", type: "Space", parentGuid: a! })
      expect(found.get(a!)).toEqual({ name: "A", type: "Floor", parentGuid: null })
      expect(found.has(b!)).toBe(false)
    }))

  it("an import keeps the order of the file, even if children precede their parents", () =>
    Effect.gen(function* () {
      const { projectId } = yield* inNewProject
      const names = ["Hall", "Ground", "House", "Site", ...Array.from({ length: 300 }, (_, i) => `Room ${i}`)]
      const parents = [1, 2, 3, -1, ...Array.from({ length: 300 }, (_, i) => (i % 2 === 0 && i < 299 ? 5 + i : 1))]
      const content = { locations: names.map((name, i) => place(name, parents[i])) }
      const { importedWith } = yield* Storage.imported(projectId, content)
      const found = yield* listed(projectId)
      expect(found.map(({ name }) => name)).toEqual(names)
      expect(found.map(({ parentGuid }) => parentGuid)).toEqual(
        parents.map((parent) => (content.locations[parent]?.guid ?? null) as GlobalId.GlobalId | null)
      )
      expect(yield* changedFor(projectId, importedWith)).toEqual(new Map())
    }))

  it("an imported location that would be too deep is placed under the nearest ancestor with room", () =>
    Effect.gen(function* () {
      const { projectId } = yield* inNewProject
      const deep = Array.from({ length: 70 }, (_, i) => place(`Level ${i}`, i - 1))
      const { importedWith } = yield* Storage.imported(projectId, { locations: deep })
      const found = yield* listed(projectId)
      expect(found.length).toBe(70)
      expect(found.slice(64).map(({ parentGuid }) => parentGuid)).toEqual(
        Array.from({ length: 6 }, () => found[62]!.locationGuid)
      )
      const changed = yield* changedFor(projectId, importedWith)
      expect(changed.get(deep[64]!.guid)?.parentGuid).toBe(found[62]!.locationGuid)
    }))

  it("a removed project loses its locations", () =>
    Effect.gen(function* () {
      const { locations, projectId } = yield* inNewProject
      yield* Storage.imported(projectId, { locations: [place("Site"), place("Floor", 0)] })
      yield* Effect.flatMap(ProjectRepository, (projects) => projects.remove(projectId))
      yield* Storage.purged
      expect(yield* listed(projectId)).toEqual([])
      expect((yield* Effect.flip(locations.create(projectId, {})))._tag).toBe("ProjectNotFound")
    }))
})

withLayer(Storage.layer)("every statement finds its rows by an index, and none is asked once a row", () =>
  Effect.gen(function* () {
    const { locations, projectId } = yield* inNewProject
    const work = (count: number) =>
      Effect.gen(function* () {
        const content = Array.from({ length: count }, (_, i) => place(`${count}-${i}`, i === 0 ? -1 : (i - 1) >> 1))
        const { importedWith } = yield* Storage.imported(projectId, { locations: content })
        const top = content[0]!.guid as GlobalId.GlobalId
        return yield* recorded(
          Effect.gen(function* () {
            yield* listed(projectId)
            yield* locations.change(projectId, top, { name: `top of ${count}` })
            yield* listed(projectId, top)
            yield* changedFor(projectId, importedWith)
            const { locationGuid } = yield* locations.create(projectId, { parentGuid: top })
            yield* locations.change(projectId, locationGuid, { parentGuid: content[1]!.guid as GlobalId.GlobalId })
          })
        )
      })
    const removal = Effect.flatMap(listed(projectId), ([top]) =>
      recorded(locations.remove(projectId, top!.locationGuid))
    )
    const few = yield* work(3)
    const many = yield* work(1500)
    expect(different(many.texts)).toEqual(different(few.texts))
    // Long lists are read in slices, here four times.
    expect(many.texts.length - few.texts.length).toBeLessThan((4 * 1500) / 100)
    yield* removal
    const removed = yield* removal
    expect(yield* listed(projectId)).toEqual([])
    // There are three statements for each slice of 200, one that finds the descendants, and those that every change of
    // a project runs.
    expect(removed.texts.length).toBeLessThan((4 * 1500) / 200 + 15)
    expect(yield* slowSteps([...many.texts, ...removed.texts])).toEqual([])
    expect(yield* slowSteps(["SELECT l.id FROM locations l ORDER BY l.name"])).toHaveLength(2)
  })
)
