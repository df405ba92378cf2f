/** The cells that a request has named so far, to detect duplicates. */
export class NamedCells {
  private readonly cells = new Map<string, Set<number>>()
  /** The codes named so far by row; null for all codes of the product. */
  private readonly codes = new Map<number, Set<string> | null>()

  /** Records a cell and returns whether it was already named. */
  add(cell: string, row: number): boolean {
    const rows = this.cells.getOrInsertComputed(cell, () => new Set())
    const isNamed = rows.has(row)
    rows.add(row)
    return isNamed
  }

  /**
   * Records codes of a product, each of which is a cell, and returns whether one was already named. Null means all
   * codes.
   */
  addCodes(codes: ReadonlyArray<string> | null, row: number): boolean {
    const met = this.codes.get(row)
    if (met === null) return true
    if (codes === null) {
      this.codes.set(row, null)
      return met !== undefined
    }
    this.codes.set(row, new Set([...(met ?? []), ...codes]))
    return codes.some((code) => met?.has(code))
  }
}
