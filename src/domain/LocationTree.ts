import type { GlobalId } from "./GlobalId.ts"

/** A location of a tree: what is told of it, and its guid. */
export interface LocationNode<A> {
  readonly guid: GlobalId
  readonly shown: A
}

/**
 * Locations in the order of creation, and their hierarchy; of each it keeps what is to be shown. Grows by one location
 * at a time, each at the same cost, so that a long list can be taken in slices.
 */
export class LocationTree<A> {
  readonly all: Array<LocationNode<A>> = []
  private readonly below = new Map<GlobalId | null, Array<LocationNode<A>>>()

  add(guid: GlobalId, parentGuid: GlobalId | null, shown: A): void {
    const node = { guid, shown }
    this.all.push(node)
    const siblings = this.below.get(parentGuid)
    if (siblings === undefined) this.below.set(parentGuid, [node])
    else siblings.push(node)
  }

  /** Those without parent, in the order of creation. */
  get roots(): ReadonlyArray<LocationNode<A>> {
    return this.below.get(null) ?? []
  }

  /** Those right below a location, in the order of creation. */
  childrenOf({ guid }: LocationNode<A>): ReadonlyArray<LocationNode<A>> {
    return this.below.get(guid) ?? []
  }
}
