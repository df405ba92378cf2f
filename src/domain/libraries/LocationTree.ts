/** A location of a tree: the numbers of it and of the one above it. */
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
 * How locations lie, in the order of creation. Grows by one location at a time, each at the same cost, so that a long
 * list can be taken in slices; holds nothing of them but numbers.
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

  /** Each before those below it, siblings in the order of creation. At the top are those whose parent is not here. */
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
