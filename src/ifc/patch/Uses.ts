import type { IfcFile } from "../IfcFile.ts"
import { endOfText } from "../StepLexer.ts"

/** How many references there are to each row, in the attributes of all rows. */
export const usesOf = (file: IfcFile): Uint32Array => {
  const uses = new Uint32Array(file.rows)
  for (let row = 0; row < file.rows; row++) {
    eachReference(file, row, (referred) => {
      uses[referred]!++
    })
  }
  return uses
}

/** Calls `each` with every row that a row refers to, as often as it does. */
export const eachReference = (file: IfcFile, row: number, each: (referred: number) => void): void => {
  const { bytes } = file
  for (let at = file.index.at[row]!; at < bytes.length;) {
    const byte = bytes[at]!
    if (byte === 59) return
    if (byte === 39) {
      at = endOfText(bytes, at, bytes.length)
      if (at < 0) return
    } else if (byte === 35) {
      let id = 0
      for (at++; bytes[at]! >= 48 && bytes[at]! <= 57; at++) id = id * 10 + (bytes[at]! - 48)
      const referred = file.rowOf(id)
      if (referred >= 0) each(referred)
    } else at++
  }
}
