import * as Context from "effect/Context"
import type { SharedView } from "../../dataframe/query/View.ts"
import type { InvalidHierarchy, LimitExceeded, NotFound, Overloaded, ReferenceNotFound } from "../../domain/Errors.ts"
import type { GlobalId } from "../../domain/GlobalId.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { KeptLocation, Location, LocationChange, LocationDraft } from "../../domain/libraries/Location.ts"
import type { SharedChange } from "./SharedChange.ts"
import type { Listed, Read } from "../Stored.ts"

/** A location with its level in what is listed, from 1. */
export interface PlacedLocation {
  readonly location: KeptLocation
  readonly level: number
}

/** Locations of one moment. Each is read when its turn comes, and left out where it is gone by then. */
export interface ListedLocations {
  /** In the order of creation. */
  readonly inOrder: Listed<KeptLocation>
  /** Each before those below it, siblings in the order of creation. */
  readonly topDown: Listed<PlacedLocation>
}

type Misplaced = ReferenceNotFound | InvalidHierarchy

/** The locations of projects. */
export class LocationRepository extends Context.Tag("ports/LocationRepository")<
  LocationRepository,
  {
    /** All locations of a project; or one and all below it, none where there is no such location. */
    readonly list: (projectId: ProjectId, top: GlobalId | null) => Read<ListedLocations, Overloaded>
    readonly exists: (projectId: ProjectId, guid: GlobalId) => Read<boolean>
    /**
     * Fails with `ReferenceNotFound` for an unknown parent, `InvalidHierarchy` for one on the lowest level,
     * `LimitExceeded` where users have made 100,000.
     */
    readonly create: (projectId: ProjectId, draft: LocationDraft) => SharedChange<Location, Misplaced | LimitExceeded>
    /**
     * Changes the members that are there and gives the location. Fails with `NotFound` where it is gone,
     * `ReferenceNotFound` for an unknown parent, `InvalidHierarchy` for one that is the location itself or lies below
     * it, or where something would lie too deep.
     */
    readonly change: (
      projectId: ProjectId,
      guid: GlobalId,
      change: LocationChange
    ) => SharedChange<KeptLocation, Misplaced | NotFound>
    /** Removes a location and all below it. Fails with `NotFound` where it is gone. */
    readonly remove: (projectId: ProjectId, guid: GlobalId) => SharedChange<void, NotFound>
    /** What product tables may not say, or say otherwise: locations made or changed here with those above them. */
    readonly changed: (projectId: ProjectId) => Read<Pick<SharedView["references"], "locations" | "deletedLocations">>
  }
>() {}
