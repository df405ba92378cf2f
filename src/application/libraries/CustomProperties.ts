import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import type { ProjectId, PropertyDefinitionId, PropertySetId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { PropertySetChange } from "../../domain/libraries/PropertySet.ts"
import { missing } from "../../domain/Missing.ts"
import { PropertySetRepository } from "../../ports/libraries/PropertySetRepository.ts"
import * as Pull from "../../runtime/Pull.ts"
import { fn } from "../../runtime/Span.ts"
import { ImportedProperties } from "./ImportedProperties.ts"

/** The custom properties of a project. Callers must have checked permissions. */
export class CustomProperties extends Effect.Service<CustomProperties>()("application/CustomProperties", {
  effect: Effect.gen(function* () {
    const sets = yield* PropertySetRepository
    const imported = yield* ImportedProperties

    /** Returns the property library of a project. There is exactly one, with the id of the project. */
    const library = (projectId: ProjectId) => ({
      libraryId: Number(projectId),
      definitions: sets.definitions(projectId, null)
    })

    /**
     * Returns the property with this PropertyId: a custom definition, or a property of models that the user may see.
     *
     * Fails with `NotFound`.
     */
    const definition = fn("CustomProperties.definition")(function* (
      projectId: ProjectId,
      userId: UserId,
      guid: string
    ) {
      const custom = yield* sets.findDefinition(projectId, guid)
      if (Option.isSome(custom)) return custom.value
      const found = yield* imported.find(projectId, userId, guid)
      return yield* Effect.mapError(found, missing.property)
    })

    /** Fails with `NotFound` if the set is not in the project. */
    const requireSet = fn("CustomProperties.requireSet")((projectId: ProjectId, setId: PropertySetId) =>
      Effect.asVoid(Effect.filterOrFail(sets.hasSet(projectId, setId), Boolean, missing.propertySet))
    )

    /** Fails with `NotFound` if the definition is not in the set, or the set not in the project. */
    const requireDefinition = fn("CustomProperties.requireDefinition")(function* (
      projectId: ProjectId,
      setId: PropertySetId,
      definitionId: PropertyDefinitionId
    ) {
      if (yield* sets.hasDefinition(projectId, setId, definitionId)) return
      return yield* missing.propertyDefinition()
    })

    /** Changes a set and returns it in its new state with its definitions, which are read on demand. */
    const change = (projectId: ProjectId, setId: PropertySetId, wanted: PropertySetChange) =>
      Effect.map(sets.change(projectId, setId, wanted), (set) =>
        Pull.concat([
          Pull.make({ set, definition: null }),
          Pull.map(sets.definitions(projectId, setId), ({ definition }) => ({ set, definition }))
        ])
      )

    const ofSets = Struct.pick(sets, "create", "remove")
    const ofDefinitions = Struct.pick(sets, "addDefinition", "changeDefinition", "removeDefinition")
    return { library, definition, requireSet, requireDefinition, change, ...ofSets, ...ofDefinitions }
  })
}) {}
