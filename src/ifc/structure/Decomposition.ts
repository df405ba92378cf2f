import type { IfcFile } from "../index/IfcFile.ts"

/** How the objects of a file hang together: parts, containment, openings. Rows throughout, -1 for none. */
export class Decomposition {
  /** By row of an object: what it is a part of (aggregation before nesting). */
  readonly whole: Int32Array
  /** By row of an object: the spatial element that contains it. */
  readonly container: Int32Array
  /** By row of an opening: what it voids; of a door or window: the opening that it fills. */
  readonly host: Int32Array

  constructor(private readonly file: IfcFile) {
    this.whole = new Int32Array(file.rows).fill(-1)
    this.container = new Int32Array(file.rows).fill(-1)
    this.host = new Int32Array(file.rows).fill(-1)
    this.relate("IfcRelAggregates", 4, 5, this.whole)
    this.relate("IfcRelNests", 4, 5, this.whole)
    this.relate("IfcRelContainedInSpatialStructure", 5, 4, this.container)
    this.relate("IfcRelVoidsElement", 4, 5, this.host)
    this.relate("IfcRelFillsElement", 4, 5, this.host)
  }

  private relate(relation: string, relating: number, related: number, to: Int32Array): void {
    const { file } = this
    const read = file.reader()
    for (const row of file.rowsOf(relation)) {
      if (!read.openRow(row)) continue
      const one = read.row(relating)
      if (one < 0) {
        file.log.count(`${relation} that names no instance of the file`, `#${file.idOf(row)}`)
        continue
      }
      read.references(related, (id) => {
        const other = file.rowOf(id)
        if (other >= 0 && other !== one && to[other] === -1) to[other] = one
      })
    }
  }
}
