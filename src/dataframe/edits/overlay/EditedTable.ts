import * as Overlay from "../../query/Overlay.ts"
import * as Bits from "../../table/Bits.ts"
import type { Column } from "../../table/Column.ts"
import * as ColumnRecord from "../../table/ColumnRecord.ts"
import { type NameGroup, open, ProductTable, type Shown, type TableProperty } from "../../table/ProductTable.ts"
import type {
  CodeSection,
  GroupSection,
  LocationSection,
  MaterialSection,
  StructureSection
} from "../../table/Structure.ts"
import * as EditedGroups from "./EditedGroups.ts"
import { type Edits, editsOf } from "./Edits.ts"

/**
 * A table with edits: edited columns replace those of the base table, and everything else is shared with it. Queries
 * need not know about edits, because the table answers like one imported from a file with the edited values.
 * `byteLength` counts only the memory in addition to the base table.
 */
export class EditedTable extends ProductTable {
  /** The containers of the edited columns, by index of the column. New properties come last. */
  private readonly parts: ReadonlyMap<number, ProductTable>
  private readonly all: ReadonlyArray<TableProperty>

  constructor(
    private readonly base: ProductTable,
    readonly edits: Edits
  ) {
    super(base.container, true)
    const parts = new Map<number, ProductTable>()
    const all = [...base.properties]
    const news: Array<ProductTable> = []
    for (const bytes of edits.columns) {
      const part = base.once("edited column", () => open(bytes, { checked: true }), bytes)
      const place = part.columnCount - 1
      if (place < ColumnRecord.FIRST_PROPERTY) {
        parts.set(place, part)
        continue
      }
      const { column, name, set } = part.property(0)
      const index = base.indexOf(set, name)
      if (index === -1) news.push(part)
      else {
        all[index] = { index, set, name, column }
        parts.set(ColumnRecord.FIRST_PROPERTY + index, part)
      }
    }
    const keyOf = (part: ProductTable): string => `${part.property(0).set}\0${part.property(0).name}`
    for (const part of news.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
      const index = all.length
      parts.set(ColumnRecord.FIRST_PROPERTY + index, part)
      all.push({ ...part.property(0), index })
    }
    this.parts = parts
    this.all = all
  }

  override get byteLength(): number {
    const ofParts = this.parts.values().reduce((sum, { byteLength }) => sum + byteLength, 0)
    return ofParts + (this.deleted?.byteLength ?? 0) + this.extra.bytes
  }

  override get preparedBytes(): number {
    return this.parts.values().reduce((sum, { preparedBytes }) => sum + preparedBytes, this.base.preparedBytes)
  }

  override get deleted(): Bits.Bits | null {
    return this.edits.deleted
  }

  override column(place: number): Column {
    const part = this.parts.get(place)
    return part === undefined ? this.base.column(place) : part.column(part.columnCount - 1)
  }

  override get structure(): StructureSection {
    return this.once("structure", () => {
      const more = this.edits.units.map((name) => ({ name, kind: "", toSi: 1, offset: 0 }))
      return { ...this.base.structure, units: [...this.base.units, ...more] }
    })
  }

  override get locations(): LocationSection {
    const part = this.partOf("location")
    return part === undefined
      ? this.base.locations
      : this.once("locations", () => [...this.base.locations, ...part.locations])
  }

  override get materials(): MaterialSection {
    const { names, sets } = this.base.materials
    const part = this.partOf("materialSet")
    return part === undefined
      ? this.base.materials
      : this.once("materials", () => ({ names, sets: [...sets, ...part.materials.sets] }))
  }

  override get materialGuids(): ReadonlyArray<string> {
    return [...this.base.materialGuids, ...(this.partOf("materialSet")?.materials.guids ?? [])]
  }

  override get codes(): CodeSection {
    const part = this.partOf("codeSet")
    return part === undefined
      ? this.base.codes
      : this.once("codes", () => ({ ...this.base.codes, sets: [...this.base.codes.sets, ...part.codes.sets] }))
  }

  override get assignments(): GroupSection {
    return this.base.assignments
  }

  override get codeGuids(): ReadonlyArray<string> {
    return [...this.base.codeGuids, ...(this.partOf("codeSet")?.codes.guids ?? [])]
  }

  override readonly keeperOf = (name: ColumnRecord.ReferenceColumn): ProductTable => this.partOf(name) ?? this.base

  override get wholes(): Int32Array {
    const { deleted } = this
    if (deleted === null) return this.base.wholes
    return this.once("wholes", () => this.base.wholes.map((whole, row) => (Bits.has(deleted, row) ? -1 : whole)))
  }

  override get propertyCount(): number {
    return this.all.length
  }

  override property(index: number): TableProperty {
    return this.all[index]!
  }

  override get properties(): ReadonlyArray<TableProperty> {
    return this.once("properties left", () =>
      this.all.filter(({ column }) => EditedGroups.isLeft(column, this.deletedRows()))
    )
  }

  override get groups(): ReadonlyMap<string, NameGroup> {
    return this.once("groups", () => EditedGroups.groups(this.ofProperties()))
  }

  override shownBy(property: TableProperty): Shown {
    const shown = super.shownBy(property)
    const isTouched = EditedGroups.touches(this.deletedRows(), [property])
    return isTouched ? EditedGroups.shownOf(this.ofProperties(), property, shown) : shown
  }

  private ofProperties(): EditedGroups.EditedProperties {
    return this.once("edited properties", () => {
      const { all, base } = this
      const unitNames = this.units.map(({ name }) => name)
      return { base, all, left: new Set(this.properties), deleted: this.deletedRows(), unitNames }
    })
  }

  private deletedRows(): EditedGroups.DeletedRows {
    return this.once("rows of deleted", () => {
      const bits = this.deleted ?? Bits.none(this.count)
      const rows: Array<number> = []
      for (let row = 0; row < this.count; row++) if (Bits.has(bits, row)) rows.push(row)
      return { bits, rows }
    })
  }

  private partOf(name: ColumnRecord.ReferenceColumn): ProductTable | undefined {
    return this.parts.get(ColumnRecord.attributes.length + ColumnRecord.references.indexOf(name))
  }
}

/** Returns the table with the edits of an overlay, or the table itself if there are none. */
export const of = (table: ProductTable, overlay: Overlay.Overlay): ProductTable =>
  Overlay.isEmpty(overlay)
    ? table
    : table.once("edited", () => new EditedTable(table, editsOf(table, overlay)), overlay)
