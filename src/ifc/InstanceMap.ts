/**
 * From the number of an instance to its row. A plain table where the numbers lie close together, else hashed by hand:
 * numbers may be far beyond 32 bits.
 */
export class InstanceMap {
  private readonly dense: Int32Array | undefined
  private readonly table: Int32Array
  private readonly mask: number

  /** @param onDuplicate told of the earlier row of a number that comes again; the later one is found from then on */
  constructor(
    private readonly ids: Float64Array,
    onDuplicate: (earlier: number, later: number) => void
  ) {
    let highest = 0
    for (const id of ids) if (id > highest) highest = id
    const dense = highest < ids.length * 24 + 65_536
    this.dense = dense ? new Int32Array(highest + 1) : undefined
    this.mask = dense ? 0 : 2 ** Math.ceil(Math.log2(ids.length * 2 + 2)) - 1
    this.table = dense ? new Int32Array(1) : new Int32Array(this.mask + 1)
    for (let row = 0; row < ids.length; row++) {
      const id = ids[row]!
      if (this.dense !== undefined) {
        const earlier = this.dense[id]!
        if (earlier !== 0) onDuplicate(earlier - 1, row)
        this.dense[id] = row + 1
      } else {
        const slot = this.slot(id)
        const earlier = this.table[slot]!
        if (earlier !== 0) onDuplicate(earlier - 1, row)
        this.table[slot] = row + 1
      }
    }
  }

  /** The row, or -1. */
  get(id: number): number {
    if (this.dense === undefined) return this.table[this.slot(id)]! - 1
    return id >= 0 && id < this.dense.length ? this.dense[id]! - 1 : -1
  }

  private slot(id: number): number {
    const high = Math.floor(id / 4_294_967_296)
    let hash = Math.imul(id >>> 0, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)
    hash ^= hash >>> 15
    let slot = hash & this.mask
    for (let entry = this.table[slot]!; entry !== 0; entry = this.table[slot]!) {
      if (this.ids[entry - 1] === id) return slot
      slot = (slot + 1) & this.mask
    }
    return slot
  }
}
