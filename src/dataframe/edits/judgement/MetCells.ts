/** The cells that a request has named so far, by their rows. */
export class MetCells {
  private readonly cells = new Map<string, Set<number>>()
  /** By row; null: all codes of the product. */
  private readonly codes = new Map<number, Set<string> | null>()

  /** Notes a cell. Whether it has been named before. */
  meet(cell: string, row: number): boolean {
    const rows = this.cells.getOrInsertComputed(cell, () => new Set())
    const isMet = rows.has(row)
    rows.add(row)
    return isMet
  }

  /** The same of codes of a product, each of which is a cell; null: all of them. */
  meetCodes(codes: ReadonlyArray<string> | null, row: number): boolean {
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
