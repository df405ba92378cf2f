import * as Effect from "effect/Effect"
import type { FieldDataType } from "../../domain/products/FieldDetail.ts"
import type { EntityType } from "../../domain/libraries/EntityType.ts"
import type { ProjectId, VersionId } from "../../domain/Identifier.ts"
import type { PropertyDataType } from "../../domain/libraries/PropertyDefinition.ts"
import type { StorageUnavailable } from "../../domain/StorageErrors.ts"
import * as Overlay from "../../dataframe/query/Overlay.ts"
import { type CustomDefinition, type SharedView, type View } from "../../dataframe/query/View.ts"
import { shownUnit } from "../../ifc/units/UnitText.ts"
import { CodeRepository } from "../../ports/libraries/CodeRepository.ts"
import { LocationRepository } from "../../ports/libraries/LocationRepository.ts"
import { MaterialRepository } from "../../ports/libraries/MaterialRepository.ts"
import { PropertySetRepository } from "../../ports/libraries/PropertySetRepository.ts"
import { Settings } from "../../ports/Settings.ts"
import { nextTurn } from "../../runtime/EventLoop.ts"
import { fn } from "../../runtime/Span.ts"
import * as LatestCache from "../common/LatestCache.ts"
import { knownText, textOf } from "./ViewTexts.ts"

/** Share of memory for views, in addition to the tables: `CACHE_BYTES` divided by this. */
const partOfCache = 8
/** Memory of the objects of a view as a multiple of the length of its text, which is kept as well. */
const timesText = 5

const definitionsOfTurn = 2000

const dataTypes: Readonly<Record<PropertyDataType, FieldDataType>> = {
  string: "String",
  integer: "Integer",
  double: "Real",
  boolean: "Boolean",
  enumeration: "Enum"
}

/**
 * The shared data that projects add to the tables of their models. Caches the latest version of each project and evicts
 * the least recently used ones.
 */
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
          const unit = unitName === null || unitName === "" ? null : shownUnit(unitName)
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

    /** Reads the parts one after the other: most have few rows, and a fiber would cost more than reading them. */
    const make = fn("ProjectView.make")(function* (projectId: ProjectId) {
      return {
        projectId,
        ...(yield* setsOf(projectId)),
        propertyGuids: yield* propertySets.guids(projectId),
        references: {
          ...(yield* locations.changed(projectId)),
          materials: yield* materials.differences(projectId),
          codes: yield* codes.changed(projectId)
        }
      } satisfies SharedView
    })

    /** Creates the text right away: it measures the memory, and threads will need it. */
    const measured = (projectId: ProjectId) =>
      Effect.flatMap(make(projectId), (shared) => Effect.as(textOf(shared), shared))

    /**
     * Returns the view of a project for a table whose file came with a shared data version. The shared data is the same
     * object as long as it does not change, so that whatever queries derive from it is computed once.
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
