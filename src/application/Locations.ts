import { Effect, Stream } from "effect"
import { NotFound } from "../domain/Errors.ts"
import type { GlobalId } from "../domain/GlobalId.ts"
import type { ProjectId } from "../domain/Identifier.ts"
import type { Location, LocationChange } from "../domain/Location.ts"
import { type LocationNode, LocationTree } from "../domain/LocationTree.ts"
import type { StorageUnavailable } from "../domain/StorageErrors.ts"
import { LocationRepository } from "../ports/LocationRepository.ts"
import { fn, spanned } from "../runtime/Span.ts"

/** A location with the tree in which its children are found. */
export interface Branch<A> {
  readonly tree: LocationTree<A>
  readonly top: LocationNode<A>
}

const notFound = () => new NotFound({ details: "There is no such location in this project." })

const treeOf = <A>(found: Stream.Stream<Location, StorageUnavailable>, show: (location: Location) => A) =>
  Effect.suspend(() => {
    const tree = new LocationTree<A>()
    const slices = Stream.runForEachChunk(found, (slice) =>
      Effect.sync(() => {
        for (const location of slice) tree.add(location.locationGuid, location.parentGuid, show(location))
      })
    )
    return Effect.as(slices, tree)
  })

/** The spatial locations of a project. What is to be shown of a location is made as it is read, and nothing else kept. */
export class Locations extends Effect.Service<Locations>()("application/Locations", {
  effect: Effect.gen(function* () {
    const locations = yield* LocationRepository

    /** All of them, as the list that the tree keeps and as the tree. */
    const list = <A>(projectId: ProjectId, show: (location: Location) => A) =>
      treeOf(locations.list(projectId), show).pipe(spanned("Locations.list"))

    /** Fails with `NotFound` where there is no such location. */
    const demand = fn("Locations.demand")((projectId: ProjectId, guid: GlobalId) =>
      Effect.asVoid(Effect.filterOrFail(locations.exists(projectId, guid), (there) => there, notFound))
    )

    /** Changes a location and gives it with all that lies below it: with nothing once another has deleted it. */
    const change = fn("Locations.change")(function* <A>(
      projectId: ProjectId,
      guid: GlobalId,
      wanted: LocationChange,
      show: (location: Location) => A
    ) {
      const location = yield* locations.change(projectId, guid, wanted)
      const tree = yield* treeOf(locations.branch(projectId, guid), show)
      const top = tree.all.find((one) => one.guid === guid) ?? { guid, shown: show(location) }
      return { tree, top } satisfies Branch<A>
    })

    return { list, demand, create: locations.create, change, remove: locations.remove }
  })
}) {}
