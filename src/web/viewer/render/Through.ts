import type { DrawnBatch } from "./Batches.ts"
import type { Parts } from "../ViewModel.ts"

/** Range of a batch's indices that has all that is to be drawn of it. */
interface Range {
  readonly batch: DrawnBatch
  from: number
  to: number
}

/**
 * Returns a function that finds the batches that have parts of products, each with the range of its indices that contains
 * them all. It is called for each picture, mostly with the same set, which it then has at hand.
 */
export const makeRanges = (batches: ReadonlyArray<DrawnBatch>, parts: Parts) => {
  const bySource = Map.groupBy(batches, ({ source }) => source)
  const found = (products: Iterable<number>): ReadonlyArray<Range> => {
    const ranges = new Map<DrawnBatch, Range>()
    for (const product of products) {
      for (let part = parts.starts[product]!; part < parts.starts[product + 1]!; part++) {
        const instance = parts.instance[part]!
        const batch = bySource.get(parts.batch[part]!)!.find(({ from, to }) => instance >= from && instance < to)!
        const [from, to] = [parts.from[part]!, parts.to[part]!]
        const range = ranges.get(batch)
        if (range === undefined) ranges.set(batch, { batch, from, to })
        else {
          range.from = Math.min(range.from, from)
          range.to = Math.max(range.to, to)
        }
      }
    }
    return [...ranges.values()]
  }
  let last: ReadonlySet<number> = new Set()
  let ranges: ReadonlyArray<Range> = []
  return (products: ReadonlySet<number>): ReadonlyArray<Range> => {
    if (products !== last) ranges = found(products)
    last = products
    return ranges
  }
}
