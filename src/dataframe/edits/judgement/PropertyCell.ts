import * as Schema from "effect/Schema"
import { type Edit, ownDeleted } from "../../../domain/edits/Edit.ts"
import type { Modification } from "../../../domain/edits/Modification.ts"
import { quoted } from "../../../domain/Quoted.ts"
import { Name } from "../../../domain/Text.ts"
import type { Names } from "../../query/Names.ts"
import type { Column } from "../../table/Column.ts"
import * as CellValue from "./CellValue.ts"
import type { EntityTypes } from "./EntityTypes.ts"
import { computed, type FieldName } from "./FieldName.ts"
import { invalid, type Refusal, refuse, refuseSet } from "./Refusal.ts"
import type { Subject } from "./Subject.ts"
import { ValueTypes } from "./ValueType.ts"

/** The property that a field names in one product. The set is null if it cannot be determined. */
export interface PropertyName {
  readonly set: string | null
  readonly name: string
}

/** Validates modifications of properties and turns them into edits. */
export class PropertyCells {
  /** Cached properties by set, `\0` and name. */
  private readonly known = new Map<string, Property>()

  constructor(
    private readonly subject: Subject,
    private readonly names: Names,
    private readonly entityTypes: EntityTypes
  ) {}

  judge(
    { guid, value, verb }: Modification,
    field: Extract<FieldName, { readonly kind: "Property" }>,
    { name, set }: PropertyName,
    row: number
  ): Edit | Refusal {
    const property = set === null ? null : this.property(set, name)
    const column = property?.column ?? null
    const cell = column?.cellOf(row) ?? -1
    const ofType = cell !== -1 && column!.isOfType(cell)
    if (set === computed || property?.types.isFixed(row) === true) {
      return refuse("FieldReadOnly", `${quoted(name)} cannot be edited.`)
    }
    if (ofType && verb === "delete") return refuse("FieldReadOnly", `${quoted(name)} is the type's.`)
    const changes = verb === "update" || verb === "delete"
    if (changes && !field.isKnown) return refuse("FieldNotFound", `There is no field ${quoted(name)}.`)
    if (cell !== -1 && verb === "add") return refuse("PropertyExists", `The product has ${quoted(name)}.`)
    if (cell === -1 && changes) return refuse("PropertyMissing", `The product has no ${quoted(name)}.`)
    if (set === null) return refuseSet("PropertySetRequired", `Nothing says which set ${quoted(name)} is to be in.`)
    const wrongSet = cell === -1 ? this.wrongNew(set, name, row) : null
    if (wrongSet !== null) return wrongSet
    if (field.isOfOtherSet) return refuseSet("InvalidValue", "PropertySet is not the set of the field.")
    if (verb === "delete") return { kind: "Property", guid, set, name, now: ownDeleted }
    const sent = CellValue.scalarOf(value, "Value")
    if (CellValue.isRefusal(sent)) return sent
    const type = property!.types.of(row)
    const read = this.subject.read?.(sent, type) ?? sent
    if (CellValue.isRefusal(read)) return read
    const now = CellValue.edited(read, type)
    return CellValue.isRefusal(now) ? now : { kind: "Property", guid, set, name, now }
  }

  /** Returns a refusal if the product cannot get this property, else null. */
  private wrongNew(set: string, name: string, row: number): Refusal | null {
    if (!this.entityTypes.apply(set, row)) {
      return refuseSet("PropertySetNotApplicable", `The set ${quoted(set)} is not for this product.`)
    }
    const ofSet = this.names.bySet.get(set)
    const isKnownSet = ofSet !== undefined || this.subject.project.entityTypes(set) !== undefined
    if (!isKnownSet && !isName(set)) return refuseSet("InvalidValue", `A set cannot be called ${quoted(set)}.`)
    return ofSet?.has(name) === true || isName(name) ? null : invalid(`A property cannot be called ${quoted(name)}.`)
  }

  private property(set: string, name: string): Property {
    return this.known.getOrInsertComputed(`${set}\0${name}`, () => {
      const field = this.names.bySet.get(set)?.get(name)
      const column = field?.kind === "Property" ? field.properties[0]!.column : null
      const definition = this.names.definitions.get(set)?.get(name) ?? null
      const items = this.subject.table.structure.items?.[`${set}\0${name}`] ?? null
      return { column, types: new ValueTypes(this.subject.table, column, definition, items) }
    })
  }
}

interface Property {
  /** The column of the property, or null if no product has it. */
  readonly column: Column | null
  readonly types: ValueTypes
}

/** Checks a name: 1 to 255 characters without blanks at the ends. */
const isName = Schema.is(Name)
