import type { Location } from "./Location.ts"

/**
 * Locations in the order of creation, and their hierarchy. Grows by one location at a time, each at the same cost, so
 * that a long list can be taken in slices.
 */
export class LocationTree {
  readonly all: Array<Location> = []
  private readonly below = new Map<string | null, Array<Location>>()

  add(location: Location): void {
    this.all.push(location)
    const siblings = this.below.get(location.parentGuid)
    if (siblings === undefined) this.below.set(location.parentGuid, [location])
    else siblings.push(location)
  }

  /** Those without parent, in the order of creation. */
  get roots(): ReadonlyArray<Location> {
    return this.below.get(null) ?? []
  }

  /** Those right below a location, in the order of creation. */
  childrenOf(location: Location): ReadonlyArray<Location> {
    return this.below.get(location.locationGuid) ?? []
  }
}
