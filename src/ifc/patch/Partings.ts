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

/** Returns the definition attribute of a relation: one set, or several, which IFC4 allows. */
export const definition = (ids: ReadonlyArray<number>): string =>
  ids.length === 1
    ? StepWord.reference(ids[0]!)
    : StepWord.typed("IFCPROPERTYSETDEFINITIONSET", StepWord.list(ids.map(StepWord.reference)))

/** Records which objects get sets of their own in place of some sets of a relation, and which sets a relation loses. */
export class Partings {
  private readonly read: InstanceReader
  /** Numbers of sets, by relation, then by object. */
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

  /** Writes the changes. @param relate makes a relation that gives objects the other sets they had from a relation */
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
