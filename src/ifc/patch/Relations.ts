import { derive } from "../../domain/GlobalId.ts"
import type { OpenModel } from "../ReadModel.ts"
import { attributesOf } from "./InstanceCopy.ts"
import type { InstanceEdits } from "./InstanceEdits.ts"
import type { StepPatch } from "./StepPatch.ts"
import * as StepWord from "./StepWord.ts"

/** Attributes of a relation between many objects and one other thing. */
const objectsAt = 4
const otherAt = 5

/** The file that is being changed, and its changes. */
export interface Patching {
  readonly model: OpenModel
  readonly edits: InstanceEdits
  readonly patch: StepPatch
  /** The version, from which new GlobalIds are derived, together with product and set. */
  readonly version: string
}

/** Returns a GlobalId, as a STEP text, that is always the same for the same version and names. */
export const newGuid = ({ version }: Patching, ...names: ReadonlyArray<string>): string =>
  StepWord.text(derive("export", version, ...names))

/** Returns the OwnerHistory of an object as it is written there. IFC2X3 requires one for everything with a GlobalId. */
export const ownerOf = ({ model }: Patching, row: number): string =>
  attributesOf(model.file, model.file.freeReader(), row)[1] ?? "$"

/** The relations of a class, each of objects with one other thing: existing ones and their changes. */
export class Relations {
  private readonly ofObject = new Map<number, Array<number>>()
  /** The relations of each other thing, in the order of the file. */
  private readonly ofOther = new Map<number, Array<number>>()
  private readonly others = new Map<number, number>()
  private readonly left = new Set<number>()
  /** The rows of objects to be related, by the number of the other thing. */
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

  /** Yields everything that an object is related to, with the relations. */
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
   * Writes the changes. Objects join the first existing relation of a thing, or else a new one. A relation without
   * objects is removed.
   *
   * @param guidOf returns the GlobalId of a product
   * @param isAlone called with each thing whose last relation was removed
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
