import type { IfcFile } from "../IfcFile.ts"
import { eachReference } from "./Uses.ts"

/** Which rows refer to each row of a file, as often as they do. */
export class Referrers {
  private readonly starts: Uint32Array
  private readonly from: Uint32Array

  constructor(file: IfcFile) {
    this.starts = new Uint32Array(file.rows + 1)
    for (let row = 0; row < file.rows; row++) {
      eachReference(file, row, (referred) => {
        this.starts[referred + 1]!++
      })
    }
    for (let row = 0; row < file.rows; row++) this.starts[row + 1]! += this.starts[row]!
    const next = this.starts.slice()
    this.from = new Uint32Array(this.starts[file.rows]!)
    for (let row = 0; row < file.rows; row++) {
      eachReference(file, row, (referred) => {
        this.from[next[referred]!++] = row
      })
    }
  }

  of(row: number): Uint32Array {
    return this.from.subarray(this.starts[row], this.starts[row + 1])
  }
}
