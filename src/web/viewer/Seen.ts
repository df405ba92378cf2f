/** Wholes that one is a part of, at the most: a file may be damaged so that they go in a circle. */
const deepest = 8

/** What is seen by its parts alone. The nearest whole is told by its place among them, from 1; 0: there is none. */
export interface Wholes {
  readonly guids: ReadonlyArray<string>
  /** Of each product; empty where there are no wholes. */
  readonly ofProducts: Uint32Array
  /** Of each whole. */
  readonly above: Uint32Array
}

/** Which shapes a view has of GlobalIds. Products are indices. */
export interface Seen {
  /** Of a GlobalId; undefined where it has no shape of its own. */
  readonly indexOf: (guid: string) => number | undefined
  /** What is seen of GlobalIds, each once: what has no shape of its own by its parts, what has none at all not. */
  readonly shapesOf: (guids: Iterable<string>) => ReadonlyArray<number>
  /** Whether anything is. */
  readonly isSeen: (guid: string) => boolean
}

/** The products of which each whole consists, by its GlobalId. */
const partsOf = ({ above, guids, ofProducts }: Wholes): ReadonlyMap<string, ReadonlyArray<number>> => {
  const parts = new Map<string, Array<number>>(guids.map((guid) => [guid, []]))
  for (const [product, nearest] of ofProducts.entries()) {
    for (let [at, depth] = [nearest, 0]; at > 0 && depth < deepest; at = above[at - 1]!, depth++) {
      parts.get(guids[at - 1]!)!.push(product)
    }
  }
  return parts
}

/** @param guids of the products, in their order */
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
