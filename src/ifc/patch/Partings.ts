import type { InstanceReader } from "../index/IfcFile.ts"
import type { Patching } from "./Relations.ts"
import * as StepWord from "./StepWord.ts"

/** Attributes of IfcRelDefinesByProperties. */
const objectsAt = 4
const definitionAt = 5

interface PartedObject {
  readonly row: number
  readonly product: number
}

/** What a relation gives: one set, or the several that IFC4 lets it. */
export const definition = (ids: ReadonlyArray<number>): string =>
  ids.length === 1
    ? StepWord.reference(ids[0]!)
    : StepWord.typed("IFCPROPERTYSETDEFINITIONSET", StepWord.list(ids.map(StepWord.reference)))

/** Which objects have sets of their own in place of some that a relation gives, and which sets it gives nobody. */
export class Partings {
  private readonly read: InstanceReader
  /** By relation, then by object: the numbers of sets. */
  private readonly parted = new Map<
    number,
    Map<number, { readonly object: PartedObject; readonly sets: Set<number> }>
  >()
  private readonly dropped = new Map<number, Set<number>>()

  constructor(private readonly patching: Patching) {
    this.read = patching.model.file.freeReader()
  }

  part(relation: number, object: PartedObject, set: number): void {
    const { file } = this.patching.model
    const objects = this.parted.getOrInsertComputed(relation, () => new Map())
    objects.getOrInsertComputed(object.row, () => ({ object, sets: new Set() })).sets.add(file.idOf(set))
  }

  drop(relation: number, set: number): void {
    this.dropped.getOrInsertComputed(relation, () => new Set()).add(this.patching.model.file.idOf(set))
  }

  /** Writes it. @param relate makes a relation that gives objects what else they had of one */
  apply(relate: (objects: ReadonlyArray<PartedObject>, sets: ReadonlyArray<number>, relation: number) => void): void {
    const { edits, model } = this.patching
    for (const relation of new Set([...this.parted.keys(), ...this.dropped.keys()])) {
      const dropped = this.dropped.get(relation) ?? new Set()
      const definitions = this.definitionsOf(relation)
      const given = definitions.filter((id) => !dropped.has(id))
      const parted = [...(this.parted.get(relation)?.values() ?? [])]
      edits.change(relation, objectsAt, { removed: parted.map(({ object }) => model.file.idOf(object.row)) })
      for (const alike of Map.groupBy(parted, ({ sets }) => [...sets].sort((a, b) => a - b).join()).values()) {
        const others = given.filter((id) => !alike[0]!.sets.has(id))
        const objects = alike.map(({ object }) => object)
        if (others.length > 0) relate(objects, others, relation)
      }
      if (given.length === 0 || (parted.length > 0 && edits.list(relation, objectsAt).length === 0)) {
        edits.remove(relation)
      } else if (given.length < definitions.length) edits.set(relation, definitionAt, definition(given))
    }
  }

  private definitionsOf(relation: number): ReadonlyArray<number> {
    const ids: Array<number> = []
    if (this.read.openRow(relation)) this.read.references(definitionAt, (id) => ids.push(id))
    return ids
  }
}
