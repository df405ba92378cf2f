import type { IfcFile } from "../index/IfcFile.ts"
import { eachReference } from "./Uses.ts"

/** The rows that refer to each row of a file, once for each reference. */
export class Referrers {
  private readonly starts: Uint32Array
  private readonly from: Uint32Array

  constructor(file: IfcFile) {
    const starts = new Uint32Array(file.rows + 1)
    const count = (referred: number): void => {
      starts[referred]!++
    }
    for (let row = 0; row < file.rows; row++) eachReference(file, row, count)
    // `starts` first holds the ends. Referrers are put backwards, each moving the entry of its row towards the start.
    for (let row = 0; row < file.rows; row++) starts[row + 1]! += starts[row]!
    const from = new Uint32Array(starts[file.rows]!)
    let row = file.rows
    const put = (referred: number): void => {
      from[--starts[referred]!] = row
    }
    while (--row >= 0) eachReference(file, row, put)
    this.starts = starts
    this.from = from
  }

  of(row: number): Uint32Array {
    return this.from.subarray(this.starts[row], this.starts[row + 1])
  }
}
