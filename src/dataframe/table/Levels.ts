import * as Bits from "./Bits.ts"
import * as ColumnRecord from "./ColumnRecord.ts"

/**
 * Returns the flag that says which cells of a column come from the type. `ofType` has one byte per cell: 1 if it does.
 * Calls `keep` with one bit per cell if the column has cells of both kinds.
 */
export const flagOf = (ofType: ArrayLike<number>, keep: (bits: Bits.Bits) => void): number => {
  const bits = Bits.none(ofType.length)
  for (let cell = 0; cell < ofType.length; cell++) if (ofType[cell] === 1) Bits.add(bits, cell)
  const count = Bits.count(bits)
  if (count > 0 && count < ofType.length) keep(bits)
  const level =
    count === 0
      ? ColumnRecord.OF_TYPE_NONE
      : count === ofType.length
        ? ColumnRecord.OF_TYPE_ALL
        : ColumnRecord.OF_TYPE_SOME
  return level << ColumnRecord.OF_TYPE_SHIFT
}

/**
 * The values that products show after their own level and that of their type are merged: the own one, else the type's.
 * Arrays by row hold numbers of values, -1 for none.
 */
export interface Merged {
  readonly shown: Int32Array
  /** 1 if the shown value comes from the type. */
  readonly ofType: Uint8Array
  /** The values of types that are hidden by own ones: their rows, ascending, and their numbers. */
  readonly hiddenRows: ReadonlyArray<number>
  readonly hiddenValues: ReadonlyArray<number>
}

export const merge = (own: ArrayLike<number>, ofType: ArrayLike<number>, count: number): Merged => {
  const merged = { shown: new Int32Array(count), ofType: new Uint8Array(count), hiddenRows: new Array<number>(), hiddenValues: new Array<number>() } // prettier-ignore
  for (let row = 0; row < count; row++) {
    const isOwn = own[row]! >= 0
    merged.shown[row] = isOwn ? own[row]! : ofType[row]!
    if (ofType[row]! < 0) continue
    if (isOwn) {
      merged.hiddenRows.push(row)
      merged.hiddenValues.push(ofType[row]!)
    } else merged.ofType[row] = 1
  }
  return merged
}
