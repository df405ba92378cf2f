import type { IfcFile } from "../index/IfcFile.ts"

/** The holders of a set: objects through relations, types through their list. */
export interface Holders {
  /** Relations that assign the set, by row, each with the rows of its objects. */
  readonly relations: Map<number, ReadonlyArray<number>>
  readonly types: Array<number>
}

/** Finds the objects and types that hold sets of a file, by the set's row. */
export class SetHolders {
  private readonly bySet = new Map<number, Holders>()
  /** Relations that assign a set, by set, then by object. */
  private readonly byObject = new Map<number, ReadonlyMap<number, ReadonlyArray<number>>>()

  constructor(private readonly file: IfcFile) {}

  /** Finds the holders of the given sets; those of other sets remain unknown. */
  find(sets: ReadonlySet<number>): void {
    const { file } = this
    const read = file.freeReader()
    for (const relation of file.rowsOf("IfcRelDefinesByProperties")) {
      if (!read.openRow(relation)) continue
      const given: Array<number> = []
      read.references(5, (id) => {
        const set = file.rowOf(id)
        if (sets.has(set)) given.push(set)
      })
      if (given.length === 0) continue
      const objects: Array<number> = []
      read.references(4, (id) => objects.push(file.rowOf(id)))
      for (const set of given) this.at(set).relations.set(relation, objects)
    }
    for (const type of file.rowsOf("IfcTypeObject")) {
      if (!read.openRow(type)) continue
      read.references(5, (id) => {
        const set = file.rowOf(id)
        if (sets.has(set)) this.at(set).types.push(type)
      })
    }
  }

  of(set: number): Holders {
    return this.at(set)
  }

  /** Returns the relations that assign a set to an object. */
  giving(set: number, object: number): ReadonlyArray<number> {
    const byObject = this.byObject.getOrInsertComputed(set, () => {
      const found = new Map<number, Array<number>>()
      for (const [relation, objects] of this.at(set).relations) {
        for (const one of new Set(objects)) found.getOrInsertComputed(one, () => []).push(relation)
      }
      return found
    })
    return byObject.get(object) ?? []
  }

  private at(set: number): Holders {
    return this.bySet.getOrInsertComputed(set, () => ({ relations: new Map(), types: [] }))
  }
}
