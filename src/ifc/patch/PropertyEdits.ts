import type { Edit, EditedValue, OwnDeleted } from "../../domain/Edit.ts"
import type { InstanceReader } from "../IfcFile.ts"
import type { OpenModel } from "../ReadModel.ts"
import { attributesOf } from "./InstanceCopy.ts"
import { type InstanceEdits, startOf } from "./InstanceEdits.ts"
import { type DefinitionText, membersAt, PropertyMembers } from "./PropertyMembers.ts"
import { newGuid, ownerOf, type Patching } from "./Relations.ts"
import { SetHolders } from "./SetHolders.ts"
import type { StepPatch } from "./StepPatch.ts"
import * as StepWord from "./StepWord.ts"
import { usesOf } from "./Uses.ts"

export type PropertyEdit = Extract<Edit, { readonly kind: "Property" }>

/** What becomes of a member of a set; row -1: it is new there. */
interface MemberEdit {
  readonly row: number
  readonly name: string
  readonly now: EditedValue | OwnDeleted
}

/** What becomes of a set, or of one that is not there yet, for a product. */
interface SetEdit {
  /** -1 where the product has none of the name and kind. */
  readonly set: number
  readonly name: string
  readonly quantity: boolean
  readonly members: Array<MemberEdit>
}

/** Products for which the same becomes of a set. */
interface Group {
  readonly edit: SetEdit
  readonly products: Array<number>
}

const isDeletion = (now: EditedValue | OwnDeleted): now is OwnDeleted => "deleted" in now

/**
 * Edits of properties and quantities, on the occurrences. A set, and a property, that others hold too is copied for
 * those of which it says something else now; products of which the same is said share the copy.
 */
export class PropertyEdits {
  private readonly read: InstanceReader
  private readonly holders: SetHolders
  private readonly uses: Uint32Array

  private readonly model: OpenModel
  private readonly edits: InstanceEdits
  private readonly patch: StepPatch

  private readonly members: PropertyMembers
  /** Relations that give a set to fewer than before. */
  private readonly left = new Set<number>()

  /** @param definitions of the project, by set and name with a NUL between */
  constructor(
    private readonly patching: Patching,
    definitions: ReadonlyMap<string, DefinitionText>
  ) {
    const { edits, model, patch } = patching
    this.model = model
    this.edits = edits
    this.patch = patch
    this.read = model.file.freeReader()
    this.holders = new SetHolders(model.file)
    this.uses = usesOf(model.file)
    this.members = new PropertyMembers(patching, definitions)
  }

  /** @param edits of the product in each place of the model's rows */
  apply(edits: ReadonlyMap<number, ReadonlyArray<PropertyEdit>>): void {
    const groups = new Map<string, Group>()
    for (const [product, own] of edits) {
      for (const edit of this.setEditsOf(product, own).values()) {
        const key = JSON.stringify(edit)
        groups.getOrInsertComputed(key, () => ({ edit, products: [] })).products.push(product)
      }
    }
    const bySet = Map.groupBy(groups.values(), ({ edit }) => edit.set)
    for (const [set, alike] of bySet) {
      for (const group of alike) {
        if (set < 0) this.give(group, this.made(group))
        else if (alike.length === 1 && this.isOfAll(set, group)) this.changeSet(group)
        else this.part(group)
      }
    }
    for (const relation of this.left) if (this.edits.list(relation, 4).length === 0) this.edits.remove(relation)
  }

  /** What the edits of a product make of each of its sets, the first that holds a cell for each. */
  private setEditsOf(product: number, edits: ReadonlyArray<PropertyEdit>): Map<string, SetEdit> {
    const { model } = this
    const sets = new Map<string, SetEdit>()
    const editOf = (set: number, name: string, quantity: boolean): SetEdit =>
      sets.getOrInsertComputed(set < 0 ? `${quantity} ${name}` : String(set), () => ({
        set,
        name,
        quantity,
        members: []
      }))
    const own = [...new Set(model.objects.own(model.rows[product]!))]
    const known = own.map((set) => ({
      set,
      quantity: model.file.is(set, "IfcElementQuantity"),
      name: this.members.nameOf(set)
    }))
    for (const { name, now, set } of edits) {
      const named = known.filter((one) => one.name === set)
      const found = named.flatMap((one) =>
        this.members.named(one.set, one.quantity, name).map((row) => ({ ...one, row }))
      )
      // One that is deleted must not show the next of its name.
      for (const { quantity, row, set: at } of isDeletion(now) ? found : found.slice(0, 1)) {
        editOf(at, set, quantity).members.push({ row, name, now })
      }
      if (found.length > 0 || isDeletion(now)) continue
      const other = named.find(({ quantity }) => quantity === now.quantity)
      editOf(other?.set ?? -1, set, now.quantity).members.push({ row: -1, name, now })
    }
    return sets
  }

  private isOfAll(set: number, { products }: Group): boolean {
    const { relations, types } = this.holders.of(set)
    if (types.length > 0 || this.uses[set] !== relations.size) return false
    const rows = new Set(products.map((product) => this.model.rows[product]!))
    return relations.values().every((objects) => objects.every((object) => rows.has(object)))
  }

  /** Changes a set for all who hold it. */
  private changeSet({ edit: { members, name: setName, quantity, set } }: Group): void {
    const { file } = this.model
    const at = membersAt(quantity)
    for (const { name, now, row } of members) {
      const isShared = row < 0 || this.uses[row]! > 1
      if (!isShared && !isDeletion(now) && this.members.change(row, now)) continue
      const made = isDeletion(now) ? [] : [this.members.made(row, setName, quantity, name, now)]
      this.edits.change(set, at, { removed: row < 0 ? [] : [file.idOf(row)], added: made })
      if (!isShared) this.edits.remove(row)
    }
    if (this.edits.list(set, at).length > 0) return
    this.edits.remove(set)
    for (const relation of this.holders.of(set).relations.keys()) this.leave(relation, set)
  }

  /** Copies a set for some who hold it. */
  private part(group: Group): void {
    const { set } = group.edit
    const rows = new Set(group.products.map((product) => this.model.rows[product]!))
    for (const [relation, objects] of this.holders.of(set).relations) {
      const own = objects.filter((object) => rows.has(object))
      if (own.length === 0) continue
      const others = this.definitionsOf(relation).filter((id) => id !== this.model.file.idOf(set))
      this.edits.change(relation, 4, { removed: own.map((row) => this.model.file.idOf(row)) })
      if (others.length > 0) this.relate(group, own, others, `${relation}`)
      this.left.add(relation)
    }
    const made = this.copied(group)
    if (made !== null) this.give(group, made)
  }

  private definitionsOf(relation: number): ReadonlyArray<number> {
    const ids: Array<number> = []
    if (this.read.openRow(relation)) this.read.references(5, (id) => ids.push(id))
    return ids
  }

  /** A relation gives a set no longer. */
  private leave(relation: number, set: number): void {
    const others = this.definitionsOf(relation).filter((id) => id !== this.model.file.idOf(set))
    if (others.length === 0) this.edits.remove(relation)
    else this.edits.set(relation, 5, definition(others))
  }

  /** The number of a copy of the set as it is for the group; null where nothing is left of it. */
  private copied({ edit, products }: Group): number | null {
    const { file } = this.model
    const at = membersAt(edit.quantity)
    let members = [...this.edits.list(edit.set, at)]
    for (const { name, now, row } of edit.members) {
      const made = isDeletion(now) ? [] : [this.members.made(row, edit.name, edit.quantity, name, now)]
      const id = row < 0 ? -1 : file.idOf(row)
      members = row < 0 ? [...members, ...made] : members.flatMap((one) => (one === id ? made : [one]))
    }
    if (members.length === 0) return null
    const attributes = attributesOf(file, this.read, edit.set)
    attributes[0] = this.guidOf("set", products[0]!, edit.name)
    attributes[at] = StepWord.list(members.map(StepWord.reference))
    // Of sets of one name the first in the file counts.
    return this.patch.add(file.classOf(edit.set).name, attributes, startOf(file, edit.set))
  }

  /** The number of a new set for products that have none of its name and kind. */
  private made({ edit: { members, name: set, quantity }, products }: Group): number {
    const own = members.flatMap(({ name, now }) =>
      isDeletion(now) ? [] : [this.members.made(-1, set, quantity, name, now)]
    )
    const attributes = [this.guidOf("set", products[0]!, set), this.ownerOf(products[0]!), StepWord.text(set), "$"]
    if (quantity) attributes.push("$")
    return this.patch.add(quantity ? "IFCELEMENTQUANTITY" : "IFCPROPERTYSET", [
      ...attributes,
      StepWord.list(own.map(StepWord.reference))
    ])
  }

  /** Gives products a set. */
  private give(group: Group, set: number): void {
    const rows = group.products.map((product) => this.model.rows[product]!)
    this.relate(group, rows, [set], group.edit.name)
  }

  private relate({ products }: Group, rows: ReadonlyArray<number>, sets: ReadonlyArray<number>, name: string): void {
    const objects = rows.map((row) => StepWord.reference(this.model.file.idOf(row)))
    const head = [this.guidOf("relation", products[0]!, name), this.ownerOf(products[0]!), "$", "$"]
    this.patch.add("IFCRELDEFINESBYPROPERTIES", [...head, StepWord.list(objects), definition(sets)])
  }

  private guidOf(what: string, product: number, name: string): string {
    return newGuid(this.patching, what, this.model.products.guid[product]!, name)
  }

  private ownerOf(product: number): string {
    return ownerOf(this.patching, this.model.rows[product]!)
  }
}

/** What a relation gives: one set, or the several that IFC4 lets it. */
const definition = (ids: ReadonlyArray<number>): string =>
  ids.length === 1
    ? StepWord.reference(ids[0]!)
    : StepWord.typed("IFCPROPERTYSETDEFINITIONSET", StepWord.list(ids.map(StepWord.reference)))
