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

/** The products of which each whole consists, by its GlobalId. */
export const partsOfWholes = ({ above, guids, ofProducts }: Wholes): ReadonlyMap<string, ReadonlyArray<number>> => {
  const parts = new Map<string, Array<number>>(guids.map((guid) => [guid, []]))
  for (const [product, nearest] of ofProducts.entries()) {
    for (let [at, depth] = [nearest, 0]; at > 0 && depth < deepest; at = above[at - 1]!, depth++) {
      parts.get(guids[at - 1]!)!.push(product)
    }
  }
  return parts
}
