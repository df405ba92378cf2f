import type { IfcFile } from "../index/IfcFile.ts"
import { endOfText } from "../step/StepLexer.ts"

/** What is of shapes, places and owners alone: no set or property is referred to by it. */
const elsewhere = [
  "IfcRepresentationItem",
  "IfcRepresentation",
  "IfcObjectPlacement",
  "IfcPresentationItem",
  "IfcOwnerHistory"
]

/** How many references there are to each row that is a set, or a member of one. */
export const usesOf = (file: IfcFile): Uint32Array => {
  const uses = new Uint32Array(file.rows)
  const refers = file.classes.map(({ kinds }) => !elsewhere.some((kind) => kinds.has(kind)))
  const { type } = file.index
  // One for all rows: what is made for each of millions is garbage that takes room for longer than it is looked at.
  const count = (referred: number): void => {
    uses[referred]!++
  }
  for (let row = 0; row < file.rows; row++) if (refers[type[row]!]) eachReference(file, row, count)
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
