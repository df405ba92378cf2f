import { Context, type Stream } from "effect"
import type { SharedView } from "../dataframe/query/View.ts"
import type { InvalidHierarchy, NotFound, ReferenceNotFound } from "../domain/Errors.ts"
import type { GlobalId } from "../domain/GlobalId.ts"
import type { ProjectId } from "../domain/Identifier.ts"
import type { Location, LocationChange, LocationDraft } from "../domain/Location.ts"
import type { StorageUnavailable } from "../domain/StorageErrors.ts"
import type { SharedChange } from "./SharedChange.ts"
import type { Read } from "./Stored.ts"

type Misplaced = ReferenceNotFound | InvalidHierarchy

/** The locations of projects. Streams are of one moment and come in slices. */
export class LocationRepository extends Context.Tag("ports/LocationRepository")<
  LocationRepository,
  {
    /** All locations of a project in the order of creation. */
    readonly list: (projectId: ProjectId) => Stream.Stream<Location, StorageUnavailable>
    /** A location and all below it, siblings in the order of creation; nothing where there is no such location. */
    readonly branch: (projectId: ProjectId, guid: GlobalId) => Stream.Stream<Location, StorageUnavailable>
    readonly exists: (projectId: ProjectId, guid: GlobalId) => Read<boolean>
    /** Fails with `ReferenceNotFound` for an unknown parent, `InvalidHierarchy` for one on the lowest level. */
    readonly create: (projectId: ProjectId, draft: LocationDraft) => SharedChange<Location, Misplaced>
    /**
     * Changes the members that are there and gives the location. Fails with `NotFound` where the location is gone, `ReferenceNotFound` for an
     * unknown parent, `InvalidHierarchy` for one that is the location itself or lies below it, or where something
     * would lie too deep.
     */
    readonly change: (
      projectId: ProjectId,
      guid: GlobalId,
      change: LocationChange
    ) => SharedChange<Location, Misplaced | NotFound>
    /** Removes a location and all below it. Fails with `NotFound` where it is gone. */
    readonly remove: (projectId: ProjectId, guid: GlobalId) => SharedChange<void, NotFound>
    /** What product tables may not say, or say otherwise: locations made or changed here with those above them. */
    readonly changed: (projectId: ProjectId) => Read<Pick<SharedView["references"], "locations" | "deletedLocations">>
  }
>() {}
