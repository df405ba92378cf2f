import { Context } from "effect"
import type { DuplicateName, InvalidBody, NotFound } from "../domain/Errors.ts"
import type { ProjectId, PropertyDefinitionId, PropertySetId } from "../domain/Identifier.ts"
import type {
  PropertyDefinition,
  PropertyDefinitionChange,
  PropertyDefinitionDraft
} from "../domain/PropertyDefinition.ts"
import type { PropertySet, PropertySetChange, PropertySetDraft } from "../domain/PropertySet.ts"
import type { SharedChange } from "./SharedChange.ts"
import type { Found, Read } from "./Stored.ts"

/** A pair of set and property name with the guid that it has in its project. */
export interface PropertyGuid {
  readonly set: string
  readonly name: string
  readonly guid: string
}

/**
 * Custom property sets and their definitions. Each pair of set and property name has one guid in its project: the
 * derived one (`DerivedUuid.ofProperty`) unless a rename has made an exception. A renamed definition takes its guid
 * along; the pair that it leaves gets the derived one back, or a new one where the definition holds that.
 *
 * Changes fail with `NotFound` where the set or the definition in it is gone, with `DuplicateName` for a name taken by
 * another set of the project or another definition of the set, and with `InvalidBody` where
 * `PropertyDefinition.changed` does.
 */
export class PropertySetRepository extends Context.Tag("ports/PropertySetRepository")<
  PropertySetRepository,
  {
    /** All sets with their definitions, both in the order of their creation. */
    readonly list: (projectId: ProjectId) => Read<ReadonlyArray<PropertySet>>
    readonly find: (projectId: ProjectId, setId: PropertySetId) => Found<PropertySet>
    readonly findDefinition: (projectId: ProjectId, guid: string) => Found<PropertyDefinition>
    /** The pairs whose guid is not the derived one. */
    readonly guids: (projectId: ProjectId) => Read<ReadonlyArray<PropertyGuid>>
    /** The set and all of its definitions, or nothing. */
    readonly create: (
      projectId: ProjectId,
      draft: PropertySetDraft
    ) => SharedChange<PropertySet, DuplicateName | InvalidBody>
    readonly change: (
      projectId: ProjectId,
      setId: PropertySetId,
      change: PropertySetChange
    ) => SharedChange<PropertySet, DuplicateName | InvalidBody | NotFound>
    readonly remove: (projectId: ProjectId, setId: PropertySetId) => SharedChange<void, NotFound>
    readonly addDefinition: (
      projectId: ProjectId,
      setId: PropertySetId,
      draft: PropertyDefinitionDraft
    ) => SharedChange<PropertyDefinition, DuplicateName | InvalidBody | NotFound>
    readonly changeDefinition: (
      projectId: ProjectId,
      setId: PropertySetId,
      definitionId: PropertyDefinitionId,
      change: PropertyDefinitionChange
    ) => SharedChange<PropertyDefinition, DuplicateName | InvalidBody | NotFound>
    readonly removeDefinition: (
      projectId: ProjectId,
      setId: PropertySetId,
      definitionId: PropertyDefinitionId
    ) => SharedChange<void, NotFound>
  }
>() {}
