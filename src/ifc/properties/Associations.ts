import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import type { ObjectSets } from "./ObjectSets.ts"

const { most } = limits.associationsOfObject
const tooMany = sentenceOf(limits.associationsOfObject)

/**
 * Indices of what is associated with an object itself, and with its type, which counts if the object has nothing; -1
 * for none.
 */
interface Associated {
  readonly own: number
  readonly ofType: number
}

/** Associations of the objects of a file by relations of one class, such as IfcRelAssociatesMaterial. */
export class Associations {
  /** The associated rows of each object, by row, in the order of the relations. */
  private readonly rows = new Map<number, Array<number>>()
  private readonly ofTypes = new Map<number, number>()

  /**
   * @param setOf combines what is associated with an object into an index; returns -1 if nothing of it counts
   * @param note receives the row that each relation associates
   */
  constructor(
    file: IfcFile,
    private readonly objects: ObjectSets,
    relation: string,
    private readonly setOf: (rows: ReadonlyArray<number>) => number,
    note: (associated: number) => void = () => {}
  ) {
    const read = file.reader()
    for (const row of file.rowsOf(relation)) {
      if (!read.openRow(row)) continue
      const associated = read.row(5)
      if (associated < 0) {
        file.log.count(`${relation} that refers to nothing in the file`, `#${file.idOf(row)}`)
        continue
      }
      note(associated)
      read.references(4, (id) => {
        const object = file.rowOf(id)
        if (object < 0) return
        const list = this.rows.getOrInsertComputed(object, () => [])
        if (list.includes(associated)) return
        if (list.length < most) list.push(associated)
        else file.log.count(tooMany, `#${id}`)
      })
    }
  }

  of(row: number): Associated {
    const type = this.objects.typeOf(row)
    return {
      own: this.with(row),
      ofType: type < 0 ? -1 : this.ofTypes.getOrInsertComputed(type, () => this.with(type))
    }
  }

  private with(object: number): number {
    const rows = this.rows.get(object)
    return rows === undefined ? -1 : this.setOf(rows)
  }
}
