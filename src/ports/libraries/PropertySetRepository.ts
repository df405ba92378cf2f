import * as Context from "effect/Context"
import type { SharedView } from "../../dataframe/query/View.ts"
import type { EntityType } from "../../domain/libraries/EntityType.ts"
import type { DuplicateName, InvalidBody, LimitExceeded, NotFound } from "../../domain/Errors.ts"
import type { ProjectId, PropertyDefinitionId, PropertySetId } from "../../domain/Identifier.ts"
import type {
  KeptDefinition,
  PropertyDefinition,
  PropertyDefinitionChange,
  PropertyDefinitionDraft
} from "../../domain/libraries/PropertyDefinition.ts"
import type { PropertySet, PropertySetChange, PropertySetDraft } from "../../domain/libraries/PropertySet.ts"
import type { SharedChange } from "./SharedChange.ts"
import type { Found, Listed, Read } from "../Stored.ts"

/** A pair of set and property name with its guid in the project. */
export interface PropertyGuid {
  readonly set: string
  readonly name: string
  readonly guid: string
}

/** A definition with its set; null for a set without definitions. */
export interface ListedDefinition {
  readonly set: { readonly id: PropertySetId; readonly name: string; readonly entityTypes: ReadonlyArray<EntityType> }
  readonly definition: KeptDefinition | null
}

/**
 * Custom property sets and their definitions. Each pair of set and property name has one guid in its project: the
 * derived one (`DerivedUuid.ofProperty`) unless a rename has caused an exception. A renamed definition keeps its guid;
 * its former pair gets the derived guid back, or a new one if the definition holds that.
 *
 * Changes fail with `NotFound` if the set or the definition in it does not exist, with `DuplicateName` if another set
 * of the project or another definition of the set has the name, with `InvalidBody` if `PropertyDefinition.changed`
 * does, and with `LimitExceeded` if the project would have more than 5,000 sets, 50,000 definitions, or 100,000 pairs
 * whose guid is not the derived one, or if a JSON value exceeds 256 KB.
 */
export class PropertySetRepository extends Context.Tag("ports/PropertySetRepository")<
  PropertySetRepository,
  {
    /** Returns all sets with their definitions, both in the order of creation. */
    readonly list: (projectId: ProjectId) => Read<ReadonlyArray<PropertySet>>
    /** Returns the definitions of a project, or of one set: grouped by set, both in the order of creation. */
    readonly definitions: (projectId: ProjectId, setId: PropertySetId | null) => Listed<ListedDefinition>
    readonly hasSet: (projectId: ProjectId, setId: PropertySetId) => Read<boolean>
    readonly hasDefinition: (
      projectId: ProjectId,
      setId: PropertySetId,
      definitionId: PropertyDefinitionId
    ) => Read<boolean>
    readonly findDefinition: (projectId: ProjectId, guid: string) => Found<PropertyDefinition>
    /** Returns the guids that differ from the derived ones, by `propertyKey`. */
    readonly guids: (projectId: ProjectId) => Read<SharedView["propertyGuids"]>
    /** Returns the pair that has this guid as an exception. */
    readonly exception: (projectId: ProjectId, guid: string) => Found<PropertyGuid>
    /** Returns the pair with this derived guid, if users have edited it anywhere. */
    readonly edited: (projectId: ProjectId, derived: string) => Found<Pick<PropertyGuid, "set" | "name">>
    readonly guidOf: (projectId: ProjectId, set: string, name: string) => Read<string>
    /** Creates the set with all of its definitions, or nothing. */
    readonly create: (
      projectId: ProjectId,
      draft: PropertySetDraft
    ) => SharedChange<PropertySet, DuplicateName | InvalidBody | LimitExceeded>
    /** Changes the set and returns it without its definitions. */
    readonly change: (
      projectId: ProjectId,
      setId: PropertySetId,
      change: PropertySetChange
    ) => SharedChange<ListedDefinition["set"], DuplicateName | InvalidBody | NotFound | LimitExceeded>
    readonly remove: (projectId: ProjectId, setId: PropertySetId) => SharedChange<void, NotFound>
    readonly addDefinition: (
      projectId: ProjectId,
      setId: PropertySetId,
      draft: PropertyDefinitionDraft
    ) => SharedChange<PropertyDefinition, DuplicateName | InvalidBody | NotFound | LimitExceeded>
    readonly changeDefinition: (
      projectId: ProjectId,
      setId: PropertySetId,
      definitionId: PropertyDefinitionId,
      change: PropertyDefinitionChange
    ) => SharedChange<PropertyDefinition, DuplicateName | InvalidBody | NotFound | LimitExceeded>
    readonly removeDefinition: (
      projectId: ProjectId,
      setId: PropertySetId,
      definitionId: PropertyDefinitionId
    ) => SharedChange<void, NotFound>
  }
>() {}
