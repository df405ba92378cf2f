import type { MergedCells } from "../../../sheets/read/Sheet.ts"

/**
 * The cells that merged cells cover. They are empty because a spreadsheet shows only the first cell of those that are
 * merged, and not because somebody emptied them.
 */
export class Covered {
  private readonly columns = new Map<string, { readonly place: number; readonly ranges: ReadonlyArray<MergedCells> }>()

  constructor(
    private readonly merged: ReadonlyArray<MergedCells>,
    private readonly headers: ReadonlyArray<string>
  ) {}

  has(header: string, row: number): boolean {
    if (this.merged.length === 0) return false
    const { place, ranges } = this.columns.getOrInsertComputed(header, () => this.columnOf(header))
    const range = ranges[firstBehind(ranges, row) - 1]
    return range !== undefined && row <= range.lastRow && (range.firstRow !== row || range.firstColumn !== place)
  }

  /** Returns the place of a column, and the ranges that have cells of it. */
  private columnOf(header: string) {
    const place = this.headers.indexOf(header)
    const ranges = this.merged
      .filter(({ firstColumn, lastColumn }) => firstColumn <= place && place <= lastColumn)
      .toSorted((a, b) => a.firstRow - b.firstRow)
    return { place, ranges }
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
