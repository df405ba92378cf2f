import { Effect, Stream } from "effect"
import type { FieldDataType } from "../domain/FieldDetail.ts"
import type { EntityType } from "../domain/EntityType.ts"
import type { ProjectId, VersionId } from "../domain/Identifier.ts"
import type { PropertyDataType } from "../domain/PropertyDefinition.ts"
import type { StorageUnavailable } from "../domain/StorageErrors.ts"
import * as Overlay from "../dataframe/query/Overlay.ts"
import { type CustomDefinition, propertyKey, type SharedView, type View } from "../dataframe/query/View.ts"
import { CodeRepository } from "../ports/CodeRepository.ts"
import { LocationRepository } from "../ports/LocationRepository.ts"
import { MaterialRepository } from "../ports/MaterialRepository.ts"
import { PropertySetRepository } from "../ports/PropertySetRepository.ts"
import { Settings } from "../ports/Settings.ts"
import { nextTurn } from "../runtime/EventLoop.ts"
import { fn } from "../runtime/Span.ts"
import * as LatestCache from "./LatestCache.ts"
import { knownText, textOf } from "./ViewTexts.ts"

/** What views may take of the memory beside the tables: one part for so many of `CACHE_BYTES`. */
const partOfCache = 8
/** The objects of a view take so many times its text, which is kept as well. */
const timesText = 5

const definitionsOfTurn = 2000

const dataTypes: Readonly<Record<PropertyDataType, FieldDataType>> = {
  string: "String",
  integer: "Integer",
  double: "Real",
  boolean: "Boolean",
  enumeration: "Enum"
}

/** What projects add to the tables of their models: the latest of each project, the least recently used let go. */
export class ProjectView extends Effect.Service<ProjectView>()("application/ProjectView", {
  effect: Effect.gen(function* () {
    const propertySets = yield* PropertySetRepository
    const materials = yield* MaterialRepository
    const locations = yield* LocationRepository
    const codes = yield* CodeRepository
    const { cacheBytes } = yield* Settings
    const latest = LatestCache.make<SharedView, StorageUnavailable>({
      mostBytes: cacheBytes / partOfCache,
      bytesOf: (shared) => (knownText(shared)?.length ?? 0) * (timesText + 1)
    })

    const setsOf = fn("ProjectView.setsOf")(function* (projectId: ProjectId) {
      const definitions: Array<CustomDefinition> = []
      const entityTypes = new Map<string, ReadonlyArray<EntityType>>()
      for (const set of yield* propertySets.list(projectId)) {
        if (set.entityTypes.length > 0) entityTypes.set(set.name, set.entityTypes)
        for (const { dataType, enumerationValues, guid, measureType, name, unitName } of set.propertyDefinitions) {
          const unit = unitName === "" ? null : unitName
          const measure = measureType === "" ? null : measureType
          definitions.push({
            set: set.name,
            name,
            guid,
            dataType: dataTypes[dataType!],
            unit,
            measure,
            enumerationValues
          })
          if (definitions.length % definitionsOfTurn === 0) yield* nextTurn
        }
      }
      return { definitions, entityTypes }
    })

    const guidsOf = fn("ProjectView.guidsOf")(function* (projectId: ProjectId) {
      const guids = new Map<string, string>()
      const take = Stream.runForEach(propertySets.guids(projectId), ({ guid, name, set }) =>
        Effect.sync(() => guids.set(propertyKey(set, name), guid))
      )
      return yield* Effect.as(take, guids)
    })

    /** Its parts are read side by side: each waits for others more than it reads. */
    const make = fn("ProjectView.make")(function* (projectId: ProjectId) {
      const parts = {
        sets: setsOf(projectId),
        propertyGuids: guidsOf(projectId),
        locations: locations.changed(projectId),
        materials: materials.differences(projectId),
        codes: codes.changed(projectId)
      }
      const { propertyGuids, sets, ...references } = yield* Effect.all(parts, { concurrency: "unbounded" })
      return {
        projectId,
        ...sets,
        propertyGuids,
        references: { ...references.locations, materials: references.materials, codes: references.codes }
      } satisfies SharedView
    })

    /** Measured by its text, which threads are going to ask for. */
    const measured = (projectId: ProjectId) =>
      Effect.flatMap(make(projectId), (shared) => Effect.as(textOf(shared), shared))

    /**
     * The view of a project for a table whose file came with a shared data version. What the project shares is one object as long as it stays the same,
     * so that what queries work out for it is worked out once.
     */
    const of = (projectId: ProjectId, importedWith: number, version: VersionId) =>
      Effect.map(latest.get(projectId, version, measured(projectId)), (shared): View => ({
        shared,
        importedWith,
        overlay: Overlay.empty
      }))

    return { of, now: make, bytesHeld: Effect.sync(latest.bytesHeld) }
  })
}) {}
