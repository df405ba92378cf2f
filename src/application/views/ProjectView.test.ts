import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type { ProjectId, PropertyDefinitionId, PropertySetId, VersionId } from "../../domain/Identifier.ts"
import type { PropertyDefinition } from "../../domain/libraries/PropertyDefinition.ts"
import * as Overlay from "../../dataframe/query/Overlay.ts"
import { propertyKey, type SharedView } from "../../dataframe/query/View.ts"
import { StorageUnavailable } from "../../domain/StorageErrors.ts"
import { withLayer } from "../../testing/EffectTest.ts"
import { CodeRepository } from "../../ports/libraries/CodeRepository.ts"
import { LocationRepository } from "../../ports/libraries/LocationRepository.ts"
import { MaterialRepository } from "../../ports/libraries/MaterialRepository.ts"
import { PropertySetRepository } from "../../ports/libraries/PropertySetRepository.ts"
import { Settings } from "../../ports/Settings.ts"
import { ProjectView } from "./ProjectView.ts"

const definition = (name: string, more: Partial<PropertyDefinition>): PropertyDefinition => ({
  id: 1 as PropertyDefinitionId,
  guid: `guid of ${name}`,
  name,
  dataType: "string",
  measureType: null,
  unitName: null,
  enumerationValues: null,
  ...more
})

const propertyDefinitions = [
  definition("a", { dataType: "enumeration", enumerationValues: ["x"] }),
  definition("b", { dataType: "double", unitName: "kg" }),
  definition("c", { dataType: "boolean", unitName: "" })
]

let reads = 0
let isAway = false

const place = { name: "Site", type: "Site", parentGuid: null }

const repositories = Layer.mergeAll(
  Layer.mock(PropertySetRepository, {
    list: () =>
      Effect.suspend(() => {
        reads++
        return isAway
          ? new StorageUnavailable({ reason: "away" })
          : Effect.succeed([{ id: 1 as PropertySetId, name: "S", propertyDefinitions, entityTypes: [] }])
      }).pipe(Effect.delay("1 millis")),
    guids: () => Effect.succeed(new Map([[propertyKey("S", "z"), "exception"]]))
  }),
  Layer.mock(MaterialRepository, { differences: () => Effect.succeed(new Map([["m", { name: "Oak" }]])) }),
  Layer.mock(LocationRepository, {
    changed: () => Effect.succeed({ locations: new Map([["l", place]]), deletedLocations: new Map([["d", 3]]) })
  }),
  Layer.mock(CodeRepository, { changed: () => Effect.succeed(new Map()) })
)

const settings = { cacheBytes: 8 * 64 * 1024 } as unknown as Settings["Type"]
const it = withLayer(ProjectView.Default.pipe(Layer.provide([repositories, Layer.succeed(Settings, settings)])))

const projectId = "7" as ProjectId
it("a view consists of the data that each library adds to the tables, as plain data", () =>
  Effect.gen(function* () {
    const view = yield* (yield* ProjectView).of(projectId, 10, "1" as VersionId)
    const shared: SharedView = {
      projectId,
      definitions: [
        {
          set: "S",
          name: "a",
          guid: "guid of a",
          dataType: "Enum",
          unit: null,
          measure: null,
          enumerationValues: ["x"]
        },
        {
          set: "S",
          name: "b",
          guid: "guid of b",
          dataType: "Real",
          unit: "Kilogram",
          measure: null,
          enumerationValues: null
        },
        {
          set: "S",
          name: "c",
          guid: "guid of c",
          dataType: "Boolean",
          unit: null,
          measure: null,
          enumerationValues: null
        }
      ],
      entityTypes: new Map(),
      propertyGuids: new Map([["S\0z", "exception"]]),
      references: {
        locations: new Map([["l", place]]),
        deletedLocations: new Map([["d", 3]]),
        materials: new Map([["m", { name: "Oak" }]]),
        codes: new Map()
      }
    }
    expect(view).toEqual({ shared, importedWith: 10, overlay: Overlay.empty })
    expect(structuredClone(view)).toEqual(view)
  }))

it("a state of a project is one object that is read once for all users and models", () =>
  Effect.gen(function* () {
    const views = yield* ProjectView
    reads = 0
    const ask = Effect.map(views.of(projectId, 10, "1" as VersionId), ({ shared }) => shared)
    const [first, ...others] = yield* Effect.all(
      Array.from({ length: 10 }, () => ask),
      { concurrency: "unbounded" }
    )
    for (const other of others) expect(other).toBe(first!)
    expect(yield* ask).toBe(first!)
    expect(reads).toBe(1)
    const ofOther = yield* views.of(projectId, 20, "1" as VersionId)
    expect(ofOther.shared).toBe(first!)
    expect(ofOther.importedWith).toBe(20)
    expect(reads).toBe(1)
    expect((yield* views.of(projectId, 10, "2" as VersionId)).shared).not.toBe(first!)
    expect(reads).toBe(2)
  }))

it("a failed read is not cached", () =>
  Effect.gen(function* () {
    const views = yield* ProjectView
    isAway = true
    expect(Either.isLeft(yield* Effect.either(views.of(projectId, 10, "1" as VersionId)))).toBe(true)
    isAway = false
    expect((yield* views.of(projectId, 10, "1" as VersionId)).shared.definitions).toHaveLength(3)
  }))

it("the latest state of each project is cached, and all states together stay within their share of the cache", () =>
  Effect.gen(function* () {
    const views = yield* ProjectView
    const of = (project: number, at = "1") =>
      Effect.map(views.of(String(project) as ProjectId, 10, at as VersionId), ({ shared }) => shared)
    const first = yield* of(0)
    const bytesOfOne = yield* views.bytesHeld
    expect(bytesOfOne).toBeGreaterThan(1000)
    yield* of(0, "2")
    expect(yield* views.bytesHeld).toBe(bytesOfOne)
    expect(yield* of(0)).not.toBe(first)
    const again = yield* of(0)
    const fitting = Math.floor((64 * 1024) / bytesOfOne)
    for (let project = 1; project < fitting; project++) yield* of(project)
    expect(yield* of(0)).toBe(again)
    const oldest = yield* of(1)
    for (let project = 0; project < 3; project++) yield* of(1000 + project)
    expect(yield* views.bytesHeld).toBeLessThanOrEqual(64 * 1024)
    expect(yield* of(0)).toBe(again)
    expect(yield* of(1)).toBe(oldest)
    reads = 0
    yield* of(2)
    expect(reads).toBe(1)
  }))
