/** What one cell of a product costs, texts of up to four characters aside. */
export const cellCost = 8

/** For each byte of a file, and for a small one: real models need less than one for each byte. */
const forEachByte = 8
const atLeast = 2_000_000

/**
 * How much may be made of what a file says once and uses often: sets that objects share, parts of parts, instances
 * that many refer to. It is in proportion to the file, and so is the time of reading it.
 */
export class Allowance {
  private left: number

  constructor(bytes: number) {
    this.left = atLeast + forEachByte * bytes
  }

  /** Takes the cost of some work away; false, and nothing taken, where it is more than is left: do without. */
  spend(cost: number): boolean {
    if (cost > this.left) return false
    this.left -= cost
    return true
  }
}
