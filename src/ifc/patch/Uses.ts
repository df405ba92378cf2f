import type { IfcFile } from "../index/IfcFile.ts"
import { endOfText } from "../step/StepLexer.ts"

/** Classes of shapes, placements and owners, which never refer to a set or property. */
const elsewhere = [
  "IfcRepresentationItem",
  "IfcRepresentation",
  "IfcObjectPlacement",
  "IfcPresentationItem",
  "IfcOwnerHistory"
]

/** Counts the references to each row that is a set, or a member of one. */
export const usesOf = (file: IfcFile): Uint32Array => {
  const uses = new Uint32Array(file.rows)
  const refers = file.classes.map(({ kinds }) => !elsewhere.some((kind) => kinds.has(kind)))
  const { type } = file.index
  // One function for all rows: a closure for each of millions of rows would be garbage that occupies memory.
  const count = (referred: number): void => {
    uses[referred]!++
  }
  for (let row = 0; row < file.rows; row++) if (refers[type[row]!]) eachReference(file, row, count)
  return uses
}

/** Calls `each` with every row that a row refers to, once for each reference. */
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
