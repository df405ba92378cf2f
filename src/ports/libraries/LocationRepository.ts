import * as Context from "effect/Context"
import type { SharedView } from "../../dataframe/query/View.ts"
import type { InvalidHierarchy, LimitExceeded, NotFound, Overloaded, ReferenceNotFound } from "../../domain/Errors.ts"
import type { GlobalId } from "../../domain/GlobalId.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { KeptLocation, Location, LocationChange, LocationDraft } from "../../domain/libraries/Location.ts"
import type { SharedChange } from "./SharedChange.ts"
import type { Listed, Read } from "../Stored.ts"

/** A location with its level in the listed tree, from 1. */
export interface PlacedLocation {
  readonly location: KeptLocation
  readonly level: number
}

/** A snapshot of locations. Each location is read on demand, and left out if it has been deleted by then. */
export interface ListedLocations {
  /** The locations in the order of creation. */
  readonly inOrder: Listed<KeptLocation>
  /** The locations depth first: each before its children, siblings in the order of creation. */
  readonly topDown: Listed<PlacedLocation>
}

type Misplaced = ReferenceNotFound | InvalidHierarchy

/** The locations of projects. */
export class LocationRepository extends Context.Tag("ports/LocationRepository")<
  LocationRepository,
  {
    /** Returns all locations of a project, or one and all of its descendants; none if that location does not exist. */
    readonly list: (projectId: ProjectId, top: GlobalId | null) => Read<ListedLocations, Overloaded>
    readonly exists: (projectId: ProjectId, guid: GlobalId) => Read<boolean>
    /**
     * Creates a location. Fails with `ReferenceNotFound` if the parent is unknown, `InvalidHierarchy` if the parent is
     * on the lowest level, `LimitExceeded` if users have created 100,000.
     */
    readonly create: (projectId: ProjectId, draft: LocationDraft) => SharedChange<Location, Misplaced | LimitExceeded>
    /**
     * Changes the given fields and returns the location. Fails with `NotFound` if it does not exist,
     * `ReferenceNotFound` if the parent is unknown, `InvalidHierarchy` if the parent is the location itself or one of
     * its descendants, or if a location would be below the lowest level.
     */
    readonly change: (
      projectId: ProjectId,
      guid: GlobalId,
      change: LocationChange
    ) => SharedChange<KeptLocation, Misplaced | NotFound>
    /** Removes a location and all of its descendants. Fails with `NotFound` if it does not exist. */
    readonly remove: (projectId: ProjectId, guid: GlobalId) => SharedChange<void, NotFound>
    /**
     * Returns the locations for which product tables may be out of date: those that users created or changed, with
     * their ancestors.
     */
    readonly changed: (projectId: ProjectId) => Read<Pick<SharedView["references"], "locations" | "deletedLocations">>
  }
>() {}
