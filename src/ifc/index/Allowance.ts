/** Cost of one cell of a product, without its texts; these add one for every four characters. */
export const cellCost = 8

/** Budget for each byte of a file, and the least for a small file. Real models need less than one for each byte. */
const forEachByte = 8
const atLeast = 2_000_000

/**
 * Limits the work for what a file states once but uses often: sets that objects share, parts of parts, instances that
 * many refer to. The budget is proportional to the size of the file, and so is the time to read it.
 */
export class Allowance {
  private left: number

  constructor(bytes: number) {
    this.left = atLeast + forEachByte * bytes
  }

  /**
   * Takes the cost of some work from the budget. Returns false, and takes nothing, if too little is left; the work must
   * be skipped then.
   */
  spend(cost: number): boolean {
    if (cost > this.left) return false
    this.left -= cost
    return true
  }
}
