/**
 * Maps instance numbers to rows: by a table of all numbers if they are dense, otherwise by binary search, because
 * numbers may be far beyond 32 bits.
 */
export class InstanceMap {
  /** The numbers in order; undefined if they are dense. */
  private readonly sorted: Float64Array | undefined
  /** 1 + the row, by number or by index in `sorted`; 0 for none. */
  private readonly rows: Int32Array
  /** The highest number; 0 if there is none. */
  readonly highest: number

  /** @param counts called when a number occurs again; returns whether the later row replaces the earlier one */
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

  /** Returns the row, or -1. */
  get(id: number): number {
    const place = this.place(id)
    return place >= 0 && place < this.rows.length ? this.rows[place]! - 1 : -1
  }

  /** Returns the index of a number in `rows`, or -1 if `sorted` does not have it. */
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
