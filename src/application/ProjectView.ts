import { Cache, Data, Duration, Effect } from "effect"
import type { FieldDataType } from "../domain/FieldDetail.ts"
import type { ProjectId, VersionId } from "../domain/Identifier.ts"
import type { PropertyDataType } from "../domain/PropertyDefinition.ts"
import type { Source } from "../domain/Source.ts"
import { type CustomDefinition, propertyKey, type View } from "../dataframe/View.ts"
import { CodeRepository } from "../ports/CodeRepository.ts"
import { LocationRepository } from "../ports/LocationRepository.ts"
import { MaterialRepository } from "../ports/MaterialRepository.ts"
import { PropertySetRepository } from "../ports/PropertySetRepository.ts"

/** One state of what a project shares, as the tables of one model version need it. */
interface Key {
  readonly projectId: ProjectId
  readonly sharedDataVersionId: VersionId
  readonly modelVersionId: VersionId
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

    const definitionsOf = Effect.fn("ProjectView.definitionsOf")(function* ({ projectId }: Key) {
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

    const propertyGuidsOf = Effect.fn("ProjectView.propertyGuidsOf")(function* ({ projectId }: Key) {
      const guids = yield* propertySets.guids(projectId)
      return new Map(guids.map(({ guid, name, set }) => [propertyKey(set, name), guid]))
    })

    const materialsOf = ({ projectId }: Key) => materials.differences(projectId)
    const locationsOf = ({ modelVersionId, projectId }: Key) => locations.changed(projectId, modelVersionId)
    const codesOf = ({ projectId }: Key) => codes.changed(projectId)

    const make = Effect.fn("ProjectView.make")(function* (key: Key) {
      return {
        projectId: key.projectId,
        definitions: yield* definitionsOf(key),
        propertyGuids: yield* propertyGuidsOf(key),
        references: {
          locations: yield* locationsOf(key),
          materials: yield* materialsOf(key),
          codes: yield* codesOf(key)
        }
      } satisfies View
    })

    const views = yield* Cache.make({ capacity, timeToLive: Duration.infinity, lookup: make })

    /**
     * The view of a project for a model: one object as long as source and shared data are the same, so that what
     * queries work out for it is worked out once.
     */
    const of = (projectId: ProjectId, { modelVersionId, sharedDataVersionId }: Source) => {
      const key: Key = Data.struct({ projectId, sharedDataVersionId, modelVersionId })
      return views.get(key).pipe(
        // A failure is not kept: the storage may answer the next call.
        Effect.tapErrorCause(() => views.invalidate(key)),
        // A client that goes away must not take the view from others who wait for it.
        Effect.uninterruptible
      )
    }

    return { of }
  })
}) {
  static readonly layer = this.Default
}
