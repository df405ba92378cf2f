import type { IfcFile } from "../IfcFile.ts"

/** Who has a set: objects through relations, types in their list. */
export interface Holders {
  /** Relations that give the set, by row, each with the rows of its objects. */
  readonly relations: Map<number, ReadonlyArray<number>>
  readonly types: Array<number>
}

/** Which objects and types hold each set of a file, by the set's row. */
export class SetHolders {
  private readonly bySet = new Map<number, Holders>()
  /** By set, then by object: the relations that give it. */
  private readonly byObject = new Map<number, ReadonlyMap<number, ReadonlyArray<number>>>()

  constructor(file: IfcFile) {
    const read = file.freeReader()
    for (const relation of file.rowsOf("IfcRelDefinesByProperties")) {
      if (!read.openRow(relation)) continue
      const objects: Array<number> = []
      read.references(4, (id) => objects.push(file.rowOf(id)))
      read.references(5, (id) => this.at(file.rowOf(id)).relations.set(relation, objects))
    }
    for (const type of file.rowsOf("IfcTypeObject")) {
      if (read.openRow(type)) read.references(5, (id) => this.at(file.rowOf(id)).types.push(type))
    }
  }

  of(set: number): Holders {
    return this.at(set)
  }

  /** The relations that give a set to an object. */
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
