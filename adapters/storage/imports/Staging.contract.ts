import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as GlobalId from "../../../src/domain/GlobalId.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import type { ContentLocation } from "../../../src/domain/models/ModelContent.ts"
import type { Claim } from "../../../src/domain/operations/Operation.ts"
import { type SharedContent, type SharedSlice, sliceOf } from "../../../src/domain/models/SharedSlice.ts"
import { CodeRepository } from "../../../src/ports/libraries/CodeRepository.ts"
import { CodificationRepository } from "../../../src/ports/libraries/CodificationRepository.ts"
import { FaultPoints } from "../../../src/ports/FaultPoints.ts"
import { LocationRepository } from "../../../src/ports/libraries/LocationRepository.ts"
import { MaterialRepository } from "../../../src/ports/libraries/MaterialRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { OperationRepository } from "../../../src/ports/operations/OperationRepository.ts"
import { system } from "../../../src/dataframe/testing/TestContent.ts"
import * as Storage from "../testing/Storage.ts"
import type { It, Services } from "../testing/Storages.ts"
import {
  ada,
  cancelled,
  claimed,
  later,
  leaseMillis,
  newImport,
  newProject,
  outcomeOf,
  whole
} from "../testing/Work.ts"

const place = (name: string, parent = -1): ContentLocation => ({
  guid: GlobalId.derive(name),
  name,
  type: "Floor",
  parent,
  longName: null,
  properties: [{ set: "S", name: "a", value: name }]
})

/** Four locations nested in each other, with materials and codes. */
const building: SharedContent = {
  locations: [place("Site"), place("House", 0), place("Floor", 1), place("Room", 2)],
  materials: ["Oak", "Steel"].map((name) => ({ name, description: null, category: null, properties: [] })),
  codifications: [system("Uniclass")],
  codes: ["EF", "EF_25"].map((identification, i) => ({
    codification: 0,
    identification,
    name: "n",
    description: null,
    uri: null,
    parent: i - 1
  }))
}

/** Each item in a slice of its own. */
const crumbs = (content: SharedContent): ReadonlyArray<SharedSlice> => {
  const nothing = sliceOf({ locations: [], materials: [], codifications: [], codes: [] })
  const whole = sliceOf(content)
  return (["locations", "materials", "codifications", "codes"] as const).flatMap((kind) =>
    whole[kind].map((item): SharedSlice => ({ ...nothing, [kind]: [item] }))
  )
}

const names = (projectId: ProjectId) =>
  Effect.gen(function* () {
    const locations = yield* whole((yield* (yield* LocationRepository).list(projectId, null)).inOrder)
    const materials = yield* whole((yield* MaterialRepository).list(projectId, null))
    const libraries = yield* whole((yield* CodificationRepository).list(projectId))
    const codes = yield* Effect.forEach(libraries, ({ guid }) =>
      Effect.flatMap(CodeRepository, ({ list }) => whole(list(projectId, guid)))
    )
    return {
      locations: locations.map(({ name }) => name),
      materials: materials.flatMap(({ material }) => material?.name ?? []),
      codes: codes.flat().map(({ identification }) => identification)
    }
  })

/** A location with all below it. */
const branchOf = (projectId: ProjectId, top: GlobalId.GlobalId) =>
  Effect.flatMap(LocationRepository, (locations) =>
    Effect.map(
      Effect.flatMap(locations.list(projectId, top), ({ topDown }) => whole(topDown)),
      (placed) => placed.map(({ location }) => location)
    )
  )

const nothing = { locations: [], materials: [], codes: [] }
const everything = {
  locations: ["Site", "House", "Floor", "Room"],
  materials: ["Oak", "Steel"],
  codes: ["EF", "EF_25"]
}

/** Returns the rows of all projects, also of those that are not visible yet. */
const rowsOf = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ readonly n: number | string }>`SELECT (SELECT count(*) FROM locations) + (SELECT count(*) FROM materials)
      + (SELECT count(*) FROM codes) + (SELECT count(*) FROM material_libraries)
      + (SELECT count(*) FROM codification_libraries) + (SELECT count(*) FROM stagings) AS n`,
    ([row]) => Number(row!.n)
  )
)

/** Makes an import Ready; `meanwhile` runs between two of its steps and receives the number of steps so far. */
const finish = <E = never, R = never>(
  claim: Claim,
  content: SharedContent,
  meanwhile: (steps: number) => Effect.Effect<unknown, E, R> = () => Effect.void
) =>
  Effect.gen(function* () {
    const operations = yield* OperationRepository
    const context = yield* Effect.context<R>()
    let steps = 0
    const reach = (point: string) =>
      point === "import.staged" ? Effect.orDie(Effect.provide(meanwhile(++steps), context)) : Effect.void
    const shared = Stream.fromIterable(crumbs(content))
    return yield* operations
      .finishImport(claim, { ...outcomeOf("done"), shared }, "reports/done")
      .pipe(Effect.provideService(FaultPoints, { reach }))
  })

/** The claim of a new import in a project. */
const importing = (projectId: ProjectId) => Effect.zipRight(newImport(projectId), claimed())

const deleteOf = (projectId: ProjectId, name: string) =>
  Effect.flatMap(LocationRepository, ({ remove }) => remove(projectId, GlobalId.derive(name)))

/** The rules for staging the content of an import, which every storage follows. */
export const stagingContract = (it: It<Services>): void => {
  it("content of a file is invisible until the model is Ready, and then visible at once", () =>
    Effect.gen(function* () {
      const models = yield* ModelRepository
      const projectId = yield* newProject()
      const before = yield* Storage.versionsOf(projectId)
      const seen: Array<unknown> = []
      const look = Effect.gen(function* () {
        expect(yield* names(projectId)).toEqual(nothing)
        expect(yield* Storage.versionsOf(projectId)).toEqual(before)
        const locations = yield* LocationRepository
        expect(yield* locations.exists(projectId, GlobalId.derive("Site"))).toBe(false)
        expect((yield* locations.changed(projectId)).locations.size).toBe(0)
        const below = locations.create(projectId, { parentGuid: GlobalId.derive("Site") })
        expect((yield* Effect.flip(below))._tag).toBe("ReferenceNotFound")
        expect((yield* Effect.flip(deleteOf(projectId, "Site")))._tag).toBe("NotFound")
        seen.push(yield* whole(models.list(projectId, ada)))
      })
      expect(yield* finish(yield* importing(projectId), building, () => look)).toBe(true)
      expect(seen).toEqual(Array.from({ length: 9 }, () => []))
      expect(yield* names(projectId)).toEqual(everything)
      expect(yield* whole(models.list(projectId, ada))).toHaveLength(1)
      expect(yield* Storage.versionsOf(projectId)).not.toEqual(before)
    }))

  it("an import that died at any step leaves nothing visible, and the next try creates everything once", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      for (let step = 1; step <= 9; step++) {
        const before = yield* rowsOf
        const projectId = yield* newProject()
        const death = (steps: number) => (steps === step ? Effect.interrupt : Effect.void)
        yield* Effect.exit(finish(yield* importing(projectId), building, death))
        expect(yield* names(projectId)).toEqual(nothing)
        yield* operations.takeUp
        expect(yield* finish(yield* claimed(), building)).toBe(true)
        expect(yield* names(projectId)).toEqual(everything)
        expect((yield* rowsOf) - before).toBe(10)
      }
    }))

  it("a worker that lost its claim stores nothing and makes nothing Ready; the new one removes its data", () =>
    Effect.gen(function* () {
      const models = yield* ModelRepository
      const projectId = yield* newProject()
      const slow = yield* importing(projectId)
      let fresh = false
      const taken = (steps: number) =>
        steps === 3
          ? Effect.gen(function* () {
              yield* later(leaseMillis + 1)
              fresh = yield* finish(yield* claimed("other"), building)
            }).pipe(Effect.scoped)
          : Effect.void
      expect(yield* finish(slow, { ...building, materials: [] }, taken)).toBe(false)
      expect(fresh).toBe(true)
      expect(yield* names(projectId)).toEqual(everything)
      expect(yield* whole(models.list(projectId, ada))).toHaveLength(1)
      expect(yield* rowsOf).toBe(10)
    }))

  it("an import that is cancelled, or whose model is removed, leaves nothing at any step", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const models = yield* ModelRepository
      for (let step = 1; step <= 9; step += 2) {
        for (const end of [
          ({ operationId }: Claim) => operations.cancel(operationId, cancelled, null),
          ({ modelId }: Claim) => models.remove(modelId)
        ]) {
          const projectId = yield* newProject()
          const claim = yield* importing(projectId)
          expect(yield* finish(claim, building, (steps) => (steps === step ? end(claim) : Effect.void))).toBe(false)
          expect(yield* names(projectId)).toEqual(nothing)
          expect(yield* whole(models.list(projectId, ada))).toEqual([])
          // The next in the project finds it clean.
          expect(yield* finish(yield* importing(projectId), building)).toBe(true)
          expect(yield* names(projectId)).toEqual(everything)
        }
      }
    }))

  it("two concurrent imports of one building create it once, each with its own libraries", () =>
    Effect.gen(function* () {
      const projectId = yield* newProject()
      const [a, b] = [yield* importing(projectId), yield* importing(projectId)]
      const both = yield* Effect.forEach([a, b], (claim) => finish(claim, building, () => Effect.sleep("5 millis")), {
        concurrency: "unbounded"
      })
      expect(both).toEqual([true, true])
      const found = yield* names(projectId)
      expect(found.locations).toEqual(everything.locations)
      expect(found.materials).toEqual([...everything.materials, ...everything.materials])
      expect(found.codes).toEqual([...everything.codes, ...everything.codes])
    }))

  it("an import waits for a running one of its project, and not for ended ones", () =>
    Effect.gen(function* () {
      const projectId = yield* newProject()
      const [first, second] = [yield* importing(projectId), yield* importing(projectId)]
      const order: Array<string> = []
      const waiting = yield* Effect.fork(
        finish(first, building, (steps) =>
          steps === 1
            ? Effect.zipRight(
                Effect.sync(() => order.push("begun")),
                Effect.sleep("300 millis")
              )
            : Effect.void
        ).pipe(Effect.tap(() => Effect.sync(() => order.push("first"))))
      )
      while (order.length === 0) yield* Effect.sleep("5 millis")
      yield* finish(second, building)
      order.push("second")
      yield* Fiber.join(waiting)
      expect(order).toEqual(["begun", "first", "second"])
    }))

  it("data that users delete during an import stays deleted, with the data that would lie below it", () =>
    Effect.gen(function* () {
      for (let step = 1; step <= 4; step++) {
        const projectId = yield* newProject()
        yield* Storage.imported(projectId, { locations: building.locations.slice(0, 2) })
        const claim = yield* importing(projectId)
        const before = Number((yield* Storage.versionsOf(projectId))[0]![0])
        const remove = (steps: number) => (steps === step ? deleteOf(projectId, "House") : Effect.void)
        expect(yield* finish(claim, building, remove)).toBe(true)
        expect(yield* names(projectId)).toEqual({ ...everything, locations: ["Site"] })
        const { deletedLocations } = yield* (yield* LocationRepository).changed(projectId)
        expect(new Set(deletedLocations.keys())).toEqual(
          new Set(["House", "Floor", "Room"].map((name) => GlobalId.derive(name)))
        )
        // Products of the file in these locations are unplaced, because the shared data is that of the time when the
        // import began.
        for (const after of deletedLocations.values()) expect(after).toBeGreaterThanOrEqual(before)
        const sql = yield* SqlClient.SqlClient
        const [version] = yield* sql<{ readonly at: number | string }>`SELECT shared_data_version_id AS at
          FROM model_versions WHERE model_id = ${Number(claim.modelId)}`
        expect(Number(version!.at)).toBe(before)
        // The next file restores these locations.
        yield* finish(yield* importing(projectId), building)
        expect((yield* names(projectId)).locations.toSorted()).toEqual(everything.locations.toSorted())
      }
    }))

  it("if users move locations during an import, none lies deeper than the limit", () =>
    Effect.gen(function* () {
      const locations = yield* LocationRepository
      const projectId = yield* newProject()
      const chain: Array<GlobalId.GlobalId> = []
      for (let i = 0; i < 61; i++) {
        const parentGuid = chain.at(-1)
        chain.push((yield* locations.create(projectId, parentGuid === undefined ? {} : { parentGuid })).locationGuid)
      }
      yield* Storage.imported(projectId, { locations: building.locations.slice(0, 2) })
      const move = (steps: number) =>
        steps === 2 ? locations.change(projectId, GlobalId.derive("Site"), { parentGuid: chain.at(-1)! }) : Effect.void
      expect(yield* finish(yield* importing(projectId), building, move)).toBe(true)
      const branch = yield* branchOf(projectId, chain[0]!)
      const parents = new Map(branch.map(({ locationGuid, parentGuid }) => [locationGuid, parentGuid]))
      const levelOf = (guid: string | null): number =>
        guid === null ? 0 : 1 + levelOf(parents.get(guid as never) ?? null)
      expect(parents.size).toBe(65)
      expect(Math.max(...[...parents.keys()].map(levelOf))).toBe(64)
      expect(parents.get(GlobalId.derive("Room"))).toBe(GlobalId.derive("House"))
    }))

  it("children that precede their parents in a file are linked to them, unless the parents were deleted during the import", () =>
    Effect.gen(function* () {
      const reversed = {
        ...building,
        locations: [place("Room", 1), place("Floor", 2), place("House", 3), place("Site")]
      }
      const other = yield* newProject()
      yield* finish(yield* importing(other), reversed)
      const branch = yield* branchOf(other, GlobalId.derive("Site"))
      expect(new Map(branch.map(({ name, parentGuid }) => [name, parentGuid]))).toEqual(
        new Map([
          ["Site", null],
          ["House", GlobalId.derive("Site")],
          ["Floor", GlobalId.derive("House")],
          ["Room", GlobalId.derive("Floor")]
        ])
      )
      expect((yield* names(other)).locations).toEqual(["Room", "Floor", "House", "Site"])
      const projectId = yield* newProject()
      yield* Storage.imported(projectId, { locations: [place("Site")] })
      const remove = (steps: number) => (steps === 3 ? deleteOf(projectId, "Site") : Effect.void)
      yield* finish(yield* importing(projectId), reversed, remove)
      expect((yield* names(projectId)).locations).toEqual([])
    }))
}
