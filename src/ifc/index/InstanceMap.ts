/**
 * From the number of an instance to its row: by a table of all numbers where they lie close together, else by their
 * order, for numbers may be far beyond 32 bits.
 */
export class InstanceMap {
  /** The numbers in order, where they lie far apart. */
  private readonly sorted: Float64Array | undefined
  /** 1 + the row, by number or by place among the sorted ones; 0 for none. */
  private readonly rows: Int32Array
  /** 0 where there is none. */
  readonly highest: number

  /** @param counts asked where a number comes again, whether from then on the later of two rows is found in place of the earlier */
  constructor(ids: Float64Array, counts: (earlier: number, later: number) => boolean) {
    let highest = 0
    for (let row = 0; row < ids.length; row++) highest = Math.max(highest, ids[row]!)
    this.highest = highest
    if (highest >= ids.length * 24 + 65_536) this.sorted = ids.toSorted()
    this.rows = new Int32Array(this.sorted?.length ?? highest + 1)
    for (let row = 0; row < ids.length; row++) {
      const place = this.place(ids[row]!)
      const earlier = this.rows[place]!
      if (earlier === 0 || counts(earlier - 1, row)) this.rows[place] = row + 1
    }
  }

  /** The row, or -1. */
  get(id: number): number {
    const place = this.place(id)
    return place >= 0 && place < this.rows.length ? this.rows[place]! - 1 : -1
  }

  /** The first place of a number among the sorted ones; -1 for none. */
  private place(id: number): number {
    const { sorted } = this
    if (sorted === undefined) return id
    let low = 0
    for (let high = sorted.length; low < high;) {
      const middle = (low + high) >>> 1
      if (sorted[middle]! < id) low = middle + 1
      else high = middle
    }
    return sorted[low] === id ? low : -1
  }
}
