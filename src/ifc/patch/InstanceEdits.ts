import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"
import { referencesIn, type StepPatch } from "./StepPatch.ts"
import { reference } from "./StepWord.ts"

/** Changes of a list of references. */
interface ListEdit {
  readonly added: Set<number>
  readonly removed: Set<number>
}

/** Collects changes of instances of a file. Each instance is written once, however many changes it has. */
export class InstanceEdits {
  /** New texts of attributes, by row and attribute index. */
  private readonly attributes = new Map<number, Map<number, string>>()
  private readonly lists = new Map<number, Map<number, ListEdit>>()
  private readonly removed = new Set<number>()
  private readonly read: InstanceReader

  constructor(private readonly file: IfcFile) {
    this.read = file.freeReader()
  }

  /** Returns the rows that are removed, and those that are changed. */
  rows(): { readonly removed: ReadonlySet<number>; readonly changed: ReadonlySet<number> } {
    const written = new Set([...this.attributes.keys(), ...this.lists.keys()])
    return { removed: this.removed, changed: written.difference(this.removed) }
  }

  isRemoved(row: number): boolean {
    return this.removed.has(row)
  }

  set(row: number, attribute: number, text: string): void {
    this.attributes.getOrInsertComputed(row, () => new Map()).set(attribute, text)
  }

  remove(row: number): void {
    this.removed.add(row)
  }

  /** Adds instances to a list of references, and removes others from it. */
  change(
    row: number,
    attribute: number,
    { added = [], removed = [] }: Readonly<Partial<Record<keyof ListEdit, Iterable<number>>>>
  ): void {
    const edit = this.listOf(row, attribute)
    for (const id of removed) {
      if (!edit.added.delete(id)) edit.removed.add(id)
    }
    for (const id of added) {
      if (!edit.removed.delete(id)) edit.added.add(id)
    }
  }

  /** Returns the numbers that a list of references now has. */
  list(row: number, attribute: number): ReadonlyArray<number> {
    const ids: Array<number> = []
    if (this.read.openRow(row)) this.read.references(attribute, (id) => ids.push(id))
    const edit = this.lists.get(row)?.get(attribute)
    return edit === undefined ? ids : [...ids.filter((id) => !edit.removed.has(id)), ...edit.added]
  }

  /** Returns the numbers that changed attributes refer to. */
  references(): ReadonlySet<number> {
    const ids = new Set<number>()
    for (const attributes of this.attributes.values()) {
      for (const text of attributes.values()) referencesIn(text, ids)
    }
    for (const lists of this.lists.values()) for (const { added } of lists.values()) for (const id of added) ids.add(id)
    return ids
  }

  /** Writes all changes. */
  apply(patch: StepPatch): void {
    const { file, read } = this
    for (const row of this.rows().changed) {
      const texts = new Map(this.attributes.get(row))
      for (const attribute of this.lists.get(row)?.keys() ?? []) {
        // An emptied list may have been set to `$`.
        if (texts.has(attribute)) continue
        texts.set(attribute, `(${this.list(row, attribute).map(reference).join(",")})`)
      }
      if (!read.openRow(row)) throw new Error(`#${file.idOf(row)} cannot be read`)
      for (const [attribute, text] of texts) patch.replace(read.start(attribute), read.end(attribute), text)
    }
    for (const row of this.withEarlier(this.removed)) patch.remove(file.startOf(row), file.endOf(row))
  }

  /**
   * Yields the rows, and earlier instances with the same number. Only the last one of a number counts; without it an
   * earlier one would take its place.
   */
  private *withEarlier(rows: ReadonlySet<number>): Generator<number> {
    yield* rows
    if (rows.size === 0) return
    const { file } = this
    for (let row = 0; row < file.rows; row++) {
      if (file.classOf(row).name === "" && rows.has(file.rowOf(file.idOf(row)))) yield row
    }
  }

  private listOf(row: number, attribute: number): ListEdit {
    const lists = this.lists.getOrInsertComputed(row, () => new Map<number, ListEdit>())
    return lists.getOrInsertComputed(attribute, () => ({ added: new Set(), removed: new Set() }))
  }
}
