import { Cache, Data, Duration, Effect } from "effect"
import type { FieldDataType } from "../domain/FieldDetail.ts"
import type { ProjectId, VersionId } from "../domain/Identifier.ts"
import type { PropertyDataType } from "../domain/PropertyDefinition.ts"
import * as Overlay from "../dataframe/query/Overlay.ts"
import { type CustomDefinition, propertyKey, type SharedView, type View } from "../dataframe/query/View.ts"
import type { LatestVersion } from "../ports/AccessRepository.ts"
import { CodeRepository } from "../ports/CodeRepository.ts"
import { LocationRepository } from "../ports/LocationRepository.ts"
import { MaterialRepository } from "../ports/MaterialRepository.ts"
import { PropertySetRepository } from "../ports/PropertySetRepository.ts"
import { fn } from "../runtime/Span.ts"

/** One state of what a project shares. */
interface Key {
  readonly projectId: ProjectId
  readonly sharedDataVersionId: VersionId
}

/** Views kept at a time. */
const capacity = 64

const dataTypes: Readonly<Record<PropertyDataType, FieldDataType>> = {
  string: "String",
  integer: "Integer",
  double: "Real",
  boolean: "Boolean",
  enumeration: "Enum"
}

/** What projects add to the tables of their models. */
export class ProjectView extends Effect.Service<ProjectView>()("application/ProjectView", {
  effect: Effect.gen(function* () {
    const propertySets = yield* PropertySetRepository
    const materials = yield* MaterialRepository
    const locations = yield* LocationRepository
    const codes = yield* CodeRepository

    const definitionsOf = fn("ProjectView.definitionsOf")(function* (projectId: ProjectId) {
      const sets = yield* propertySets.list(projectId)
      return sets.flatMap((set) =>
        set.propertyDefinitions.map(({ dataType, enumerationValues, guid, name, unitName }): CustomDefinition => ({
          set: set.name,
          name,
          guid,
          dataType: dataTypes[dataType!],
          unit: unitName === "" ? null : unitName,
          enumerationValues
        }))
      )
    })

    const make = fn("ProjectView.make")(function* ({ projectId }: Key) {
      return {
        projectId,
        definitions: yield* definitionsOf(projectId),
        propertyGuids: new Map(
          (yield* propertySets.guids(projectId)).map(({ guid, name, set }) => [propertyKey(set, name), guid])
        ),
        references: {
          ...(yield* locations.changed(projectId)),
          materials: yield* materials.differences(projectId),
          codes: yield* codes.changed(projectId)
        }
      } satisfies SharedView
    })

    const views = yield* Cache.make({ capacity, timeToLive: Duration.infinity, lookup: make })

    /**
     * The view of a project for a model's version. What the project shares is one object as long as it stays the same,
     * so that what queries work out for it is worked out once.
     */
    const of = (projectId: ProjectId, { importedWith, source }: LatestVersion) => {
      const key: Key = Data.struct({ projectId, sharedDataVersionId: source.sharedDataVersionId })
      return views.get(key).pipe(
        // A failure is not kept: the storage may answer the next call.
        Effect.tapErrorCause(() => views.invalidate(key)),
        Effect.map((shared): View => ({ shared, importedWith, overlay: Overlay.empty })),
        // A client that goes away must not take the view from others who wait for it.
        Effect.uninterruptible
      )
    }

    return { of }
  })
}) {}
