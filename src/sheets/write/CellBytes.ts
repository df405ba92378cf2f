import type { Scalar } from "../../domain/products/Filter.ts"
import type { JsonWriter } from "../../runtime/JsonWriter.ts"
import type { BlockColumn } from "./SheetBlock.ts"
import { pieceBytes, pieces } from "./TextPieces.ts"

/** The text form of the cells of a column. */
export interface CellForm {
  /** Returns a cell with the text that precedes it. */
  readonly encode: (value: Scalar) => string
  /** The text before a number that is written as in JSON, or null if numbers are written in another form. */
  readonly beforeNumber: string | null
}

/** The initial size of the cells that are encoded once, in bytes. */
const leastKnown = 4096

/**
 * Returns a function that writes a column's cell in each row. As in `cellTexts`, distinct values are encoded once if on
 * average at least two rows share a value.
 */
export const cellWriter = (
  writer: JsonWriter,
  { keys, size, valueOf }: BlockColumn,
  rows: number,
  { beforeNumber, encode }: CellForm
): ((row: number) => void) => {
  if (size * 2 > rows) {
    return (row) => {
      const value = valueOf(keys[row]!)
      if (beforeNumber === null || typeof value !== "number") return writer.raw(encode(value))
      writer.ascii(beforeNumber)
      writer.number(value)
    }
  }
  let known = Buffer.allocUnsafeSlow(leastKnown)
  // No cell ends at 0, so 0 marks keys whose cell is unknown.
  let length = 1
  const [starts, ends] = [new Uint32Array(size), new Uint32Array(size)]
  const learn = (key: number): void => {
    const text = encode(valueOf(key))
    const most = length + text.length * 3
    if (most > known.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(most, known.length * 2))
      known.copy(larger, 0, 0, length)
      known = larger
    }
    starts[key] = length
    length += known.write(text, length, "utf8")
    ends[key] = length
  }
  return (row) => {
    const key = keys[row]!
    if (ends[key] === 0) learn(key)
    writer.bytes(known, starts[key]!, ends[key]!)
  }
}

/** Writes the rows of a block, each ending with `end`, and generates the pieces that are full. */
export function* lines(
  writer: JsonWriter,
  cells: ReadonlyArray<(row: number) => void>,
  rows: number,
  end: string
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  for (let row = 0; row < rows; row++) {
    for (const cell of cells) cell(row)
    writer.ascii(end)
    if (writer.length < pieceBytes * 0.9) continue
    yield* pieces(writer.take())
    writer.clear()
  }
}
