import { Context, type Effect, type Option } from "effect"
import type { DuplicateName, InvalidBody, NotFound, ProjectNotFound } from "../domain/Errors.ts"
import type { ProjectId, PropertyDefinitionId, PropertySetId } from "../domain/Identifier.ts"
import type {
  PropertyDefinition,
  PropertyDefinitionChange,
  PropertyDefinitionDraft
} from "../domain/PropertyDefinition.ts"
import type { PropertySet, PropertySetChange, PropertySetDraft } from "../domain/PropertySet.ts"
import type { OutcomeUnknown, StorageUnavailable } from "../domain/StorageErrors.ts"

/** A pair of set and property name with the guid that it has in its project. */
export interface PropertyGuid {
  readonly set: string
  readonly name: string
  readonly guid: string
}

type Lost = StorageUnavailable | OutcomeUnknown

/**
 * Custom property sets and their definitions. Each pair of set and property name has one guid in its project: the
 * derived one (`DerivedUuid.ofProperty`) unless a rename has made an exception. A renamed definition takes its guid
 * along; the pair that it leaves gets the derived one back, or a new one where the definition holds that.
 *
 * Changes come one after the other in a project; each that changes something makes new versions of it. They fail with
 * `NotFound` where the set or the definition in it is gone, with `DuplicateName` for a name taken by another set of
 * the project or another definition of the set, and with `InvalidBody` where `PropertyDefinition.changed` does.
 */
export class PropertySetRepository extends Context.Tag("ports/PropertySetRepository")<
  PropertySetRepository,
  {
    /** All sets with their definitions, both in the order of their creation. */
    readonly list: (projectId: ProjectId) => Effect.Effect<ReadonlyArray<PropertySet>, StorageUnavailable>
    readonly find: (
      projectId: ProjectId,
      setId: PropertySetId
    ) => Effect.Effect<Option.Option<PropertySet>, StorageUnavailable>
    readonly findDefinition: (
      projectId: ProjectId,
      guid: string
    ) => Effect.Effect<Option.Option<PropertyDefinition>, StorageUnavailable>
    /** The pairs whose guid is not the derived one. */
    readonly guids: (projectId: ProjectId) => Effect.Effect<ReadonlyArray<PropertyGuid>, StorageUnavailable>
    /** The set and all of its definitions, or nothing. */
    readonly create: (
      projectId: ProjectId,
      draft: PropertySetDraft
    ) => Effect.Effect<PropertySet, DuplicateName | InvalidBody | ProjectNotFound | Lost>
    readonly change: (
      projectId: ProjectId,
      setId: PropertySetId,
      change: PropertySetChange
    ) => Effect.Effect<PropertySet, DuplicateName | InvalidBody | NotFound | ProjectNotFound | Lost>
    readonly remove: (
      projectId: ProjectId,
      setId: PropertySetId
    ) => Effect.Effect<void, NotFound | ProjectNotFound | Lost>
    readonly addDefinition: (
      projectId: ProjectId,
      setId: PropertySetId,
      draft: PropertyDefinitionDraft
    ) => Effect.Effect<PropertyDefinition, DuplicateName | InvalidBody | NotFound | ProjectNotFound | Lost>
    readonly changeDefinition: (
      projectId: ProjectId,
      setId: PropertySetId,
      definitionId: PropertyDefinitionId,
      change: PropertyDefinitionChange
    ) => Effect.Effect<PropertyDefinition, DuplicateName | InvalidBody | NotFound | ProjectNotFound | Lost>
    readonly removeDefinition: (
      projectId: ProjectId,
      setId: PropertySetId,
      definitionId: PropertyDefinitionId
    ) => Effect.Effect<void, NotFound | ProjectNotFound | Lost>
  }
>() {}
