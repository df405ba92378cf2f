import { Effect, Stream } from "effect"
import { NotFound } from "../domain/Errors.ts"
import type { GlobalId } from "../domain/GlobalId.ts"
import type { ProjectId } from "../domain/Identifier.ts"
import type { Location, LocationChange } from "../domain/Location.ts"
import { LocationTree } from "../domain/LocationTree.ts"
import type { StorageUnavailable } from "../domain/StorageErrors.ts"
import { LocationRepository } from "../ports/LocationRepository.ts"

/** A location with the tree in which its children are found. */
export interface Branch {
  readonly tree: LocationTree
  readonly top: Location
}

const notFound = () => new NotFound({ details: "There is no such location in this project." })

/** The spatial locations of a project. */
export class Locations extends Effect.Service<Locations>()("application/Locations", {
  effect: Effect.gen(function* () {
    const locations = yield* LocationRepository

    const treeOf = (found: Stream.Stream<Location, StorageUnavailable>) =>
      Effect.suspend(() => {
        const tree = new LocationTree()
        return Effect.as(
          Stream.runForEachChunk(found, (slice) =>
            Effect.sync(() => {
              for (const location of slice) tree.add(location)
            })
          ),
          tree
        )
      })

    const list = Effect.fn("Locations.list")((projectId: ProjectId) => treeOf(locations.list(projectId)))

    /** Fails with `NotFound` where there is no such location. */
    const demand = Effect.fn("Locations.demand")((projectId: ProjectId, guid: GlobalId) =>
      Effect.asVoid(Effect.filterOrFail(locations.exists(projectId, guid), (there) => there, notFound))
    )

    const change = Effect.fn("Locations.change")(function* (
      projectId: ProjectId,
      guid: GlobalId,
      wanted: LocationChange
    ) {
      yield* locations.change(projectId, guid, wanted)
      const tree = yield* treeOf(locations.branch(projectId, guid))
      const top = tree.all.find(({ locationGuid }) => locationGuid === guid)
      if (top === undefined) return yield* notFound()
      return { tree, top } satisfies Branch
    })

    return { list, demand, create: locations.create, change, remove: locations.remove }
  })
}) {
  static readonly layer = this.Default
}
