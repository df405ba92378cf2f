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

/** A pair of set and property name with the guid that it has in its project. */
export interface PropertyGuid {
  readonly set: string
  readonly name: string
  readonly guid: string
}

/** A definition with its set; null in a set that has none. */
export interface ListedDefinition {
  readonly set: { readonly id: PropertySetId; readonly name: string; readonly entityTypes: ReadonlyArray<EntityType> }
  readonly definition: KeptDefinition | null
}

/**
 * Custom property sets and their definitions. Each pair of set and property name has one guid in its project: the
 * derived one (`DerivedUuid.ofProperty`) unless a rename has made an exception. A renamed definition takes its guid
 * along; the pair that it leaves gets the derived one back, or a new one where the definition holds that.
 *
 * Changes fail with `NotFound` where the set or the definition in it is gone, with `DuplicateName` for a name taken by
 * another set of the project or another definition of the set, with `InvalidBody` where `PropertyDefinition.changed`
 * does, and with `LimitExceeded` where the project would have more than 5,000 sets, 50,000 definitions, or 100,000 pairs
 * whose guid is not the derived one, and for a JSON value over 256 KB.
 */
export class PropertySetRepository extends Context.Tag("ports/PropertySetRepository")<
  PropertySetRepository,
  {
    /** All sets with their definitions, both in the order of their creation. */
    readonly list: (projectId: ProjectId) => Read<ReadonlyArray<PropertySet>>
    /** The definitions of a project, or of one set: set by set, both in the order of their creation. */
    readonly definitions: (projectId: ProjectId, setId: PropertySetId | null) => Listed<ListedDefinition>
    readonly hasSet: (projectId: ProjectId, setId: PropertySetId) => Read<boolean>
    readonly hasDefinition: (
      projectId: ProjectId,
      setId: PropertySetId,
      definitionId: PropertyDefinitionId
    ) => Read<boolean>
    readonly findDefinition: (projectId: ProjectId, guid: string) => Found<PropertyDefinition>
    /** The guids of pairs that are not the derived ones, by `propertyKey`. */
    readonly guids: (projectId: ProjectId) => Read<SharedView["propertyGuids"]>
    /** The one of them that has this guid. */
    readonly exception: (projectId: ProjectId, guid: string) => Found<PropertyGuid>
    /** The pair that users have edited somewhere and that has this derived guid. */
    readonly edited: (projectId: ProjectId, derived: string) => Found<Pick<PropertyGuid, "set" | "name">>
    /** The guid of a pair. */
    readonly guidOf: (projectId: ProjectId, set: string, name: string) => Read<string>
    /** The set and all of its definitions, or nothing. */
    readonly create: (
      projectId: ProjectId,
      draft: PropertySetDraft
    ) => SharedChange<PropertySet, DuplicateName | InvalidBody | LimitExceeded>
    /** Gives the set without its definitions. */
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
