/** Largest nesting depth of wholes: a damaged file may contain a cycle. */
const deepest = 8

/**
 * Wholes: products without shape that are seen only through their parts. The nearest whole is given by its position in
 * `guids`, from 1; 0 is none.
 */
export interface Wholes {
  readonly guids: ReadonlyArray<string>
  /** The nearest whole of each product; empty if there are no wholes. */
  readonly ofProducts: Uint32Array
  /** The nearest whole above each whole. */
  readonly above: Uint32Array
}

/** Lookup of the shapes that a view has for GlobalIds. Products are given as indices. */
export interface Seen {
  /** Returns the product with a GlobalId, or undefined if it has no shape of its own. */
  readonly indexOf: (guid: string) => number | undefined
  /**
   * Returns the products visible for GlobalIds, without duplicates. A whole yields its parts; a GlobalId without any
   * shape yields nothing.
   */
  readonly shapesOf: (guids: Iterable<string>) => ReadonlyArray<number>
  /** Returns whether a GlobalId has a shape, its own or that of its parts. */
  readonly isSeen: (guid: string) => boolean
}

/** Returns the products that each whole consists of, by the GlobalId of the whole. */
const partsOf = ({ above, guids, ofProducts }: Wholes): ReadonlyMap<string, ReadonlyArray<number>> => {
  const parts = new Map<string, Array<number>>(guids.map((guid) => [guid, []]))
  for (const [product, nearest] of ofProducts.entries()) {
    for (let [at, depth] = [nearest, 0]; at > 0 && depth < deepest; at = above[at - 1]!, depth++) {
      parts.get(guids[at - 1]!)!.push(product)
    }
  }
  return parts
}

/**
 * Creates the lookup.
 *
 * @param guids GlobalIds of the products, in their order
 */
export const seenOf = (guids: ReadonlyArray<string>, wholes: Wholes): Seen => {
  const indices = new Map(guids.map((guid, i) => [guid, i]))
  const parts = partsOf(wholes)
  return {
    indexOf: (guid) => indices.get(guid),
    shapesOf: (of) => {
      const found = new Set<number>()
      for (const guid of of) {
        const index = indices.get(guid)
        if (index !== undefined) found.add(index)
        else for (const part of parts.get(guid) ?? []) found.add(part)
      }
      return [...found]
    },
    isSeen: (guid) => indices.has(guid) || parts.has(guid)
  }
}
