import type { IfcFile } from "../index/IfcFile.ts"
import type { ObjectSets } from "./ObjectSets.ts"

/** What is associated with an object itself, and with its type, which counts where it has none; -1 for none. */
interface Associated {
  readonly own: number
  readonly ofType: number
}

/** What relations of one kind associate with the objects of a file. */
export class Associations {
  /** By row of the object: the rows in the order of the relations. */
  private readonly rows = new Map<number, Array<number>>()
  private readonly ofTypes = new Map<number, number>()

  /** `setOf` makes one thing of what is associated with an object, -1 of nothing that counts. */
  constructor(
    file: IfcFile,
    private readonly objects: ObjectSets,
    relation: string,
    private readonly setOf: (rows: ReadonlyArray<number>) => number
  ) {
    const read = file.reader()
    for (const row of file.rowsOf(relation)) {
      if (!read.openRow(row)) continue
      const associated = read.row(5)
      if (associated < 0) {
        file.log.count(`${relation} that names nothing of the file`, `#${file.idOf(row)}`)
        continue
      }
      read.references(4, (id) => {
        const object = file.rowOf(id)
        if (object < 0) return
        const list = this.rows.getOrInsertComputed(object, () => [])
        if (list.length < 1000 && !list.includes(associated)) list.push(associated)
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
