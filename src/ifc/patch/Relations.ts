import { derive } from "../../domain/GlobalId.ts"
import type { OpenModel } from "../ReadModel.ts"
import { attributesOf } from "./InstanceCopy.ts"
import type { InstanceEdits } from "./InstanceEdits.ts"
import type { StepPatch } from "./StepPatch.ts"
import * as StepWord from "./StepWord.ts"

/** Attributes of a relation of many objects with one other thing. */
const objectsAt = 4
const otherAt = 5

/** The file that is being changed, and what is changed in it. */
export interface Patching {
  readonly model: OpenModel
  readonly edits: InstanceEdits
  readonly patch: StepPatch
  /** Names the new GlobalIds, with product and set. */
  readonly version: string
}

/** A GlobalId that is made for a product, the same for the same version. */
export const newGuid = ({ version }: Patching, ...names: ReadonlyArray<string>): string =>
  StepWord.text(derive("export", version, ...names))

/** The OwnerHistory of an object, as it stands there: IFC2X3 wants one of whatever has a GlobalId. */
export const ownerOf = ({ model }: Patching, row: number): string =>
  attributesOf(model.file, model.file.freeReader(), row)[1] ?? "$"

/** The relations of a class, each of objects with one other thing: which an object has, and which it is to have. */
export class Relations {
  private readonly ofObject = new Map<number, Array<number>>()
  /** The relations of each other thing, in the order of the file. */
  private readonly ofOther = new Map<number, Array<number>>()
  private readonly others = new Map<number, number>()
  private readonly left = new Set<number>()
  /** By the number of the other thing: the rows of objects that are to have it. */
  private readonly joined = new Map<number, Set<number>>()

  constructor(
    private readonly patching: Patching,
    private readonly keyword: string
  ) {
    const { file } = patching.model
    const read = file.freeReader()
    for (const relation of file.rowsOf(keyword)) {
      if (!read.openRow(relation)) continue
      const other = read.row(otherAt)
      if (other < 0) continue
      this.others.set(relation, other)
      this.ofOther.getOrInsertComputed(other, () => []).push(relation)
      read.references(objectsAt, (id) => {
        const object = file.rowOf(id)
        if (object >= 0) this.ofObject.getOrInsertComputed(object, () => []).push(relation)
      })
    }
  }

  /** What an object has, with the relation of each. */
  *of(object: number): Generator<{ readonly relation: number; readonly other: number }> {
    for (const relation of this.ofObject.get(object) ?? []) yield { relation, other: this.others.get(relation)! }
  }

  leave(object: number, relation: number): void {
    const { edits, model } = this.patching
    edits.change(relation, objectsAt, { removed: [model.file.idOf(object)] })
    this.left.add(relation)
  }

  join(object: number, other: number): void {
    this.joined.getOrInsertComputed(other, () => new Set()).add(object)
  }

  /**
   * Writes it: objects join the first relation that there is of a thing, else one is made; a relation that none is left
   * of goes.
   *
   * @param guidOf the GlobalId of a product
   * @param isAlone told of each thing of which the last relation has gone
   */
  apply(guidOf: (object: number) => string, isAlone: (other: number) => void = () => {}): void {
    const { edits, model, patch } = this.patching
    for (const [other, objects] of this.joined) {
      const ids = [...objects].map((object) => model.file.idOf(object))
      const relation = this.ofOther.get(model.file.rowOf(other))?.[0]
      if (relation !== undefined) {
        edits.change(relation, objectsAt, { added: ids })
        continue
      }
      const first = [...objects][0]!
      const guid = newGuid(this.patching, this.keyword, guidOf(first), String(other))
      const list = StepWord.list(ids.map(StepWord.reference))
      patch.add(this.keyword, [guid, ownerOf(this.patching, first), "$", "$", list, StepWord.reference(other)])
    }
    const gone = [...this.left].filter((relation) => edits.list(relation, objectsAt).length === 0)
    for (const relation of gone) edits.remove(relation)
    for (const other of new Set(gone.map((relation) => this.others.get(relation)!))) {
      if (this.ofOther.get(other)!.every((relation) => edits.isRemoved(relation))) isAlone(other)
    }
  }
}
