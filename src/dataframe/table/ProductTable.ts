import * as DerivedUuid from "../../domain/DerivedUuid.ts"
import type { ContentUnit } from "../../domain/models/ModelContent.ts"
import * as Bits from "./Bits.ts"
import { Column, type Extra, type Sections } from "./Column.ts"
import * as ColumnRecord from "./ColumnRecord.ts"
import * as Layout from "./Layout.ts"
import { GROUP_WORDS, type GroupRecord } from "./NameGroupWriter.ts"
import * as OldTable from "./OldTable.ts"
import type { CodeSection, GroupSection, LocationSection, MaterialSection, StructureSection } from "./Structure.ts"
import { Texts } from "./Texts.ts"

/** A property of the model: its names and its column. */
export interface TableProperty {
  readonly index: number
  readonly set: string
  readonly name: string
  readonly column: Column
}

/** The kinds and the unit of the values that a field shows, encoded as in `ColumnRecord`. */
export interface Shown {
  readonly kindMask: number
  readonly unit: number
}

/** The properties that share a plain name, in the order of precedence that holds for most products. */
export interface NameGroup extends Shown {
  readonly members: ReadonlyArray<TableProperty>
  /** Whether some product has the name in two sets. */
  readonly overlap: boolean
  /** For rows whose order differs: their members, best first. Empty for most models. */
  readonly exceptions: ReadonlyMap<number, ReadonlyArray<TableProperty>>
}

/**
 * A product table that reads the bytes of a container in place; they may lie in shared memory.
 *
 * Columns are opened on first use. `byteLength` grows with the caches that queries add to the table.
 */
export class ProductTable {
  readonly count: number
  readonly texts: Texts
  readonly extra: Extra = { bytes: 0 }
  private readonly frame: Layout.Frame
  private readonly sections: Sections
  private readonly catalogue: Uint32Array
  private readonly columns: Array<Column | undefined> = []
  private readonly lazy = new WeakMap<object, Map<string, unknown>>()

  constructor(
    private readonly bytes: Uint8Array,
    checked: boolean
  ) {
    this.frame = Layout.split(bytes, checked)
    this.count = this.frame.rows
    const words = (section: Layout.Section): Uint32Array => {
      const part = this.frame.part(section)
      return new Uint32Array(part.buffer, part.byteOffset, part.byteLength >>> 2)
    }
    const { part } = this.frame
    const [units, shorts, numbers] = [part("units"), part("shorts"), part("numbers")]
    this.sections = {
      kinds: part("kinds"),
      units: new Int16Array(units.buffer, units.byteOffset, units.byteLength >>> 1),
      bytes: part("bytes"),
      shorts: new Uint16Array(shorts.buffer, shorts.byteOffset, shorts.byteLength >>> 1),
      words: words("words"),
      numbers: new Float64Array(numbers.buffer, numbers.byteOffset, numbers.byteLength >>> 3)
    }
    this.texts = new Texts(part("textOffsets"), part("texts"))
    this.catalogue = words("columns")
  }

  get byteLength(): number {
    return this.bytes.byteLength + this.extra.bytes
  }

  /** The container's bytes, which another thread can open too. */
  get container(): Uint8Array {
    return this.bytes
  }

  /** The bytes of the sections of the container that are read as a whole on first use. */
  get preparedBytes(): number {
    return this.once("prepared bytes", () => {
      const sections = (["structure", "locations", "materials", "codes", "groups", "assignments"] as const).map(
        this.frame.part
      )
      const orders = this.groupRecords().reduce((sum, [, , , , , , length]) => sum + length, 0)
      return sections.reduce((sum, { byteLength }) => sum + byteLength, orders * Uint32Array.BYTES_PER_ELEMENT)
    })
  }

  /** The products that edits have deleted, which no query selects; null if there are none. */
  get deleted(): Bits.Bits | null {
    return null
  }

  attribute(name: ColumnRecord.AttributeColumn): Column {
    return this.column(ColumnRecord.attributes.indexOf(name))
  }

  reference(name: ColumnRecord.ReferenceColumn): Column {
    return this.column(ColumnRecord.attributes.length + ColumnRecord.references.indexOf(name))
  }

  guidOf(row: number): string {
    const guids = this.attribute("Guid")
    return guids.texts.get(guids.textBase + guids.keyOf(row))
  }

  get structure(): StructureSection {
    return this.once("structure", () => this.json("structure") as StructureSection)
  }

  get units(): ReadonlyArray<ContentUnit> {
    return this.structure.units
  }

  get locations(): LocationSection {
    return this.once("locations", () => this.json("locations") as LocationSection)
  }

  get materials(): MaterialSection {
    return this.once("materials", () => this.json("materials") as MaterialSection)
  }

  get codes(): CodeSection {
    return this.once("codes", () => this.json("codes") as CodeSection)
  }

  get assignments(): GroupSection {
    return this.once("assignments", () => this.json("assignments") as GroupSection)
  }

  /** The guids of the materials, by index. */
  get materialGuids(): ReadonlyArray<string> {
    const { modelGuid } = this.structure
    return this.once("guids of materials", () =>
      this.materials.names.map((name) => DerivedUuid.ofMaterial(modelGuid, name))
    )
  }

  /** The guids of the codes, by index. */
  get codeGuids(): ReadonlyArray<string> {
    const { modelGuid } = this.structure
    return this.once("guids of codes", () =>
      this.codes.codes.map(
        ({ codification, guid, identification }) =>
          guid ?? DerivedUuid.ofCode(modelGuid, this.codes.codifications[codification] ?? null, identification)
      )
    )
  }

  /**
   * Returns the table that caches values derived from a column's code list: tables that share the list share the cache.
   */
  readonly keeperOf: (name: ColumnRecord.ReferenceColumn) => ProductTable = () => this

  /** The row of the product that each product is a part of, or -1 if it is not a part. */
  get wholes(): Int32Array {
    const part = this.frame.part("wholes")
    return new Int32Array(part.buffer, part.byteOffset, this.count)
  }

  /** The products that have a shape of their own. */
  get shapes(): Bits.Bits {
    const part = this.frame.part("shapes")
    return new Uint32Array(part.buffer, part.byteOffset, part.byteLength >>> 2)
  }

  /** The number of columns, including those of attributes and references. */
  get columnCount(): number {
    return Math.floor(this.catalogue.length / ColumnRecord.WORDS)
  }

  /** The number of properties; every property's index is below it. */
  get propertyCount(): number {
    return this.columnCount - ColumnRecord.FIRST_PROPERTY
  }

  property(index: number): TableProperty {
    return this.properties[index]!
  }

  /** Returns the index of the property with these names, or -1 if there is none. */
  indexOf(set: string, name: string): number {
    const places = this.once("places of properties", () => {
      const places = new Map<string, number>()
      for (const { index, name, set } of this.properties) places.set(`${set}\0${name}`, index)
      return places
    })
    return places.get(`${set}\0${name}`) ?? -1
  }

  /** Returns kinds and unit of the values of a property. */
  shownBy({ column }: TableProperty): Shown {
    return { kindMask: column.word("kindMask"), unit: column.word("unit") }
  }

  /** The properties, in the order in which they first appear in the file. */
  get properties(): ReadonlyArray<TableProperty> {
    return this.once("properties", () => {
      const known = new Map<number, string>()
      const text = (id: number): string => {
        const found = known.get(id) ?? this.texts.get(id)
        known.set(id, found)
        return found
      }
      return Array.from({ length: this.propertyCount }, (_, index) => {
        const record = (ColumnRecord.FIRST_PROPERTY + index) * ColumnRecord.WORDS
        const column = (): Column => this.column(ColumnRecord.FIRST_PROPERTY + index)
        return {
          index,
          set: text(this.catalogue[record + ColumnRecord.at.set]!),
          name: text(this.catalogue[record + ColumnRecord.at.name]!),
          get column() {
            return column()
          }
        }
      })
    })
  }

  /** The property names that occur in several sets. */
  get groups(): ReadonlyMap<string, NameGroup> {
    return this.once("groups", () => {
      const groups = new Map<string, NameGroup>()
      for (const [name, , overlap, kindMask, unit, exceptions, length, ...members] of this.groupRecords()) {
        groups.set(this.texts.get(name), {
          members: members.map((index) => this.properties[index]!),
          overlap: overlap === 1,
          kindMask,
          unit,
          exceptions: this.exceptions(this.sections.words.subarray(exceptions, exceptions + length))
        })
      }
      return groups
    })
  }

  /** Returns the result of `make`, computed once per `key` and `of`, and cached while both the table and `of` live. */
  once<A>(key: string, make: () => A, of: object = this): A {
    let kept = this.lazy.get(of)
    if (kept === undefined) this.lazy.set(of, (kept = new Map()))
    if (!kept.has(key)) kept.set(key, make())
    return kept.get(key) as A
  }

  private groupRecords(): ReadonlyArray<readonly [...GroupRecord, ...ReadonlyArray<number>]> {
    const part = this.frame.part("groups")
    const words = new Uint32Array(part.buffer, part.byteOffset, part.byteLength >>> 2)
    const records: Array<Uint32Array> = []
    for (let i = 0, at = 1; i < words[0]!; i++) {
      const end = at + GROUP_WORDS + words[at + 1]!
      records.push(words.subarray(at, end))
      at = end
    }
    return records as unknown as ReadonlyArray<readonly [...GroupRecord, ...ReadonlyArray<number>]>
  }

  private exceptions(words: Uint32Array): Map<number, ReadonlyArray<TableProperty>> {
    const byRow = new Map<number, ReadonlyArray<TableProperty>>()
    for (let at = 0; at < words.length; at += 2 + words[at + 1]!) {
      const order = words.subarray(at + 2, at + 2 + words[at + 1]!)
      byRow.set(
        words[at]!,
        Array.from(order, (index) => this.properties[index]!)
      )
    }
    return byRow
  }

  /** Returns a column by its index among all columns. */
  column(index: number): Column {
    return (this.columns[index] ??= new Column(
      this.count,
      this.catalogue,
      index,
      this.sections,
      this.texts,
      this.extra
    ))
  }

  private json(section: Layout.Section): unknown {
    const part = this.frame.part(section)
    return JSON.parse(Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString())
  }
}

/**
 * Opens the table in a container's bytes, which may lie in shared memory. A container of an older format is converted.
 * `checked` skips the checksum, for bytes that another thread has already opened.
 *
 * Throws `DamagedTable` if the bytes are not a container or were truncated or changed.
 */
export const open = (bytes: Uint8Array, options?: { readonly checked?: boolean }): ProductTable => {
  const checked = options?.checked ?? false
  const converted = OldTable.converted(bytes, checked)
  return converted === null ? new ProductTable(bytes, checked) : new ProductTable(converted, true)
}
