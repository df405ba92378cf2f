/** A location of a tree: its number and that of the one above it. */
export interface LocationEntry {
  readonly id: number
  /** Null at the top. */
  readonly parent: number | null
}

/** A location with its level, from 1. */
export interface LevelEntry<E> {
  readonly entry: E
  readonly level: number
}

/**
 * A tree of locations in the order of creation. It grows by one location at a time, each at the same cost, so that a
 * long list can be added in slices. It stores only numbers for each location.
 */
export class LocationTree<E extends LocationEntry> {
  readonly inOrder: Array<E> = []
  private readonly ids = new Set<number>()
  private readonly below = new Map<number | null, Array<E>>()

  add(entry: E): void {
    this.inOrder.push(entry)
    this.ids.add(entry.id)
    const siblings = this.below.get(entry.parent)
    if (siblings === undefined) this.below.set(entry.parent, [entry])
    else siblings.push(entry)
  }

  /**
   * Yields each location before those below it, siblings in the order of creation. Locations whose parent is not in the
   * tree are at the top.
   */
  *topDown(): Generator<LevelEntry<E>> {
    for (const top of this.inOrder) {
      if (top.parent !== null && this.ids.has(top.parent)) continue
      yield { entry: top, level: 1 }
      const path = [{ siblings: this.below.get(top.id) ?? [], at: 0 }]
      for (let level = path.at(-1); level !== undefined; level = path.at(-1)) {
        const entry = level.siblings[level.at++]
        if (entry === undefined) {
          path.pop()
          continue
        }
        path.push({ siblings: this.below.get(entry.id) ?? [], at: 0 })
        yield { entry, level: path.length }
      }
    }
  }
}
