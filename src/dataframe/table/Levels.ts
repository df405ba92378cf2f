import * as Bits from "./Bits.ts"
import * as ColumnRecord from "./ColumnRecord.ts"

/**
 * The flag that tells which cells of a column are the type's: `ofType` has one byte each, 1 where it is. `keep` is given
 * one bit each where some are and some are not.
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

/** What products show of two levels, by row: their own or else the type's. Numbers; -1 for none. */
export interface Merged {
  readonly shown: Int32Array
  /** 1 where what is shown is the type's. */
  readonly ofType: Uint8Array
  /** Rows, ascending, and numbers of the type's that own ones hide. */
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
