import type { IfcFile } from "../index/IfcFile.ts"

/** The relations between the objects of a file: parts, containment, openings. All values are rows, -1 for none. */
export class Decomposition {
  /** The whole of each object, by row (aggregation before nesting). */
  readonly whole: Int32Array
  /** The first spatial element that contains each object, by row. */
  readonly container: Int32Array
  /** The others, of objects that several contain. */
  readonly otherContainers = new Map<number, Array<number>>()
  /** The element that an opening voids, and the opening that a door or window fills, by row. */
  readonly host: Int32Array

  constructor(private readonly file: IfcFile) {
    this.whole = new Int32Array(file.rows).fill(-1)
    this.container = new Int32Array(file.rows).fill(-1)
    this.host = new Int32Array(file.rows).fill(-1)
    this.relate("IfcRelAggregates", 4, 5, this.whole)
    this.relate("IfcRelNests", 4, 5, this.whole)
    this.relate("IfcRelContainedInSpatialStructure", 5, 4, this.container, this.otherContainers)
    this.relate("IfcRelVoidsElement", 4, 5, this.host)
    this.relate("IfcRelFillsElement", 4, 5, this.host)
  }

  private relate(
    relation: string,
    relating: number,
    related: number,
    to: Int32Array,
    others?: Map<number, Array<number>>
  ): void {
    const { file } = this
    const read = file.reader()
    for (const row of file.rowsOf(relation)) {
      if (!read.openRow(row)) continue
      const one = read.row(relating)
      if (one < 0) {
        file.log.count(`${relation} that refers to no instance of the file`, `#${file.idOf(row)}`)
        continue
      }
      read.references(related, (id) => {
        const other = file.rowOf(id)
        if (other < 0 || other === one || to[other] === one) return
        if (to[other] === -1) to[other] = one
        else others?.getOrInsertComputed(other, () => []).push(one)
      })
    }
  }
}
