import type { Edit, EditedValue, OwnDeleted } from "../../domain/edits/Edit.ts"
import type { InstanceReader } from "../index/IfcFile.ts"
import type { OpenModel } from "../ReadModel.ts"
import { attributesOf } from "./InstanceCopy.ts"
import type { InstanceEdits } from "./InstanceEdits.ts"
import { type DefinitionText, membersAt, propertyKey, PropertyMembers } from "./PropertyMembers.ts"
import { newGuid, ownerOf, type Patching } from "./Relations.ts"
import { definition, Partings } from "./Partings.ts"
import { SetHolders } from "./SetHolders.ts"
import type { StepPatch } from "./StepPatch.ts"
import * as StepWord from "./StepWord.ts"
import { usesOf } from "./Uses.ts"

export type PropertyEdit = Extract<Edit, { readonly kind: "Property" }>

/** The edit of a member of a set; row -1 means a new member. */
interface MemberEdit {
  readonly row: number
  readonly name: string
  readonly now: EditedValue | OwnDeleted
}

/** The edits of one set of a product, which may be new. */
interface SetEdit {
  /** -1 if the product has no set of the name and kind. */
  readonly set: number
  readonly name: string
  readonly quantity: boolean
  readonly members: Array<MemberEdit>
}

/** Products with equal edits of a set. */
interface Group {
  readonly edit: SetEdit
  readonly products: Array<number>
}

/** An edit whose value was written without its unit. */
interface WithoutUnit {
  readonly edit: PropertyEdit
  readonly unit: string
}

const isDeletion = (now: EditedValue | OwnDeleted): now is OwnDeleted => "deleted" in now

/**
 * Edits properties and quantities of occurrences. Sets and properties that are shared with other objects are copied for
 * the edited ones; products with equal edits share the copy.
 */
export class PropertyEdits {
  private readonly read: InstanceReader
  private readonly holders: SetHolders
  private readonly uses: Uint32Array

  private readonly model: OpenModel
  private readonly edits: InstanceEdits
  private readonly patch: StepPatch

  private readonly members: PropertyMembers
  private readonly partings: Partings

  /** @param definitions definitions of the project, by set and name with a NUL between */
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
    this.partings = new Partings(patching)
  }

  /**
   * Writes the edits. Returns one of each property whose values were written without their unit, which IFC lacks.
   *
   * @param edits edits of each product, by its index in the model's rows
   */
  apply(edits: ReadonlyMap<number, ReadonlyArray<PropertyEdit>>): ReadonlyArray<WithoutUnit> {
    const groups = new Map<string, Group>()
    for (const [product, own] of edits) {
      for (const edit of this.setEditsOf(product, own).values()) {
        const key = JSON.stringify(edit)
        groups.getOrInsertComputed(key, () => ({ edit, products: [] })).products.push(product)
      }
    }
    const bySet = Map.groupBy(groups.values(), ({ edit }) => edit.set)
    this.holders.find(new Set(bySet.keys()))
    for (const [set, alike] of bySet) {
      for (const group of alike) {
        if (set < 0) this.give(group, this.made(group))
        else if (alike.length === 1 && this.isOfAll(set, group)) this.changeSet(group)
        else this.part(group)
      }
    }
    this.partings.apply((objects, sets, relation) => {
      const products = objects.map(({ product }) => product)
      this.relate(products, sets, `${relation} ${sets.join(" ")}`)
    })
    return this.withoutUnit(edits)
  }

  private withoutUnit(edits: ReadonlyMap<number, ReadonlyArray<PropertyEdit>>): ReadonlyArray<WithoutUnit> {
    const left = new Map(this.members.withoutUnit)
    const found: Array<WithoutUnit> = []
    for (const own of left.size === 0 ? [] : edits.values()) {
      for (const edit of own) {
        const key = propertyKey(edit.set, edit.name)
        const unit = left.get(key)
        if (unit !== undefined && left.delete(key)) found.push({ edit, unit })
      }
    }
    return found
  }

  /** Groups the edits of a product by set. An edit applies to the first set that has the property. */
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
      // A deletion applies to all members of the name, otherwise the next one would show up.
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

  /** Changes a set for all its holders. */
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
    for (const relation of this.holders.of(set).relations.keys()) this.partings.drop(relation, set)
  }

  /** Copies a set for some of its holders. */
  private part(group: Group): void {
    const { set } = group.edit
    for (const product of group.products) {
      const row = this.model.rows[product]!
      for (const relation of this.holders.giving(set, row)) this.partings.part(relation, { row, product }, set)
    }
    const made = this.copied(group)
    if (made !== null) this.give(group, made)
  }

  /** Returns the number of a copy of the set as changed for the group, or null if no member is left. */
  private copied({ edit, products }: Group): number | null {
    const { file } = this.model
    const at = membersAt(edit.quantity)
    const changed = new Map<number, ReadonlyArray<number>>()
    const added: Array<number> = []
    for (const { name, now, row } of edit.members) {
      const made = isDeletion(now) ? [] : [this.members.made(row, edit.name, edit.quantity, name, now)]
      if (row < 0) added.push(...made)
      else changed.set(file.idOf(row), made)
    }
    const members = [...this.edits.list(edit.set, at).flatMap((one) => changed.get(one) ?? [one]), ...added]
    if (members.length === 0) return null
    const attributes = attributesOf(file, this.read, edit.set)
    attributes[0] = this.guidOf("set", products[0]!, edit.name)
    attributes[at] = StepWord.list(members.map(StepWord.reference))
    // Among sets of one name the first in the file counts, so the copy is inserted before the original.
    return this.patch.add(file.classOf(edit.set).name, attributes, file.startOf(edit.set))
  }

  /** Returns the number of a new set for products that have none of its name and kind. */
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

  /** Relates products to a set. */
  private give({ edit, products }: Group, set: number): void {
    this.relate(products, [set], edit.name)
  }

  private relate(products: ReadonlyArray<number>, sets: ReadonlyArray<number>, name: string): void {
    const { file } = this.model
    const objects = products.map((product) => StepWord.reference(file.idOf(this.model.rows[product]!)))
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
