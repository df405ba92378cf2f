import type { MergedCells } from "../../../sheets/read/Sheet.ts"

/**
 * The cells that merged cells cover. They are empty because a spreadsheet shows only the first cell of those that are
 * merged, and not because somebody emptied them.
 */
export class Covered {
  private readonly columns = new Map<string, ReadonlyArray<MergedCells>>()

  constructor(
    private readonly merged: ReadonlyArray<MergedCells>,
    private readonly headers: ReadonlyArray<string>
  ) {}

  has(header: string, row: number): boolean {
    if (this.merged.length === 0) return false
    const column = this.headers.indexOf(header)
    const ofColumn = this.columns.getOrInsertComputed(header, () =>
      this.merged
        .filter(({ firstColumn, lastColumn }) => firstColumn <= column && column <= lastColumn)
        .toSorted((a, b) => a.firstRow - b.firstRow)
    )
    const next = firstBehind(ofColumn, row)
    const range = ofColumn[next - 1]
    return range !== undefined && row <= range.lastRow && (range.firstRow !== row || range.firstColumn !== column)
  }
}

/** Returns the index of the first range that begins behind a row. Ranges of one column do not overlap. */
const firstBehind = (ranges: ReadonlyArray<MergedCells>, row: number): number => {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ranges[middle]!.firstRow <= row) low = middle + 1
    else high = middle
  }
  return low
}
