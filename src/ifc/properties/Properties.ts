import {
  type ItemType,
  VALUE_ENUMERATION,
  VALUE_FIXED,
  VALUE_KIND_MASK,
  VALUE_NULL,
  VALUE_SEVERAL
} from "../../domain/models/ModelContent.ts"
import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"
import type { Literal } from "../schema/Schema.ts"
import { nameOfReferred } from "./ReferredName.ts"
import type { Units } from "../units/Units.ts"
import { CommonUnit, type Values } from "./Values.ts"

const form = { single: 1, enumerated: 2, list: 3, bounded: 4, table: 5, reference: 6, complex: 7, quantity: 8 } as const

const forms: ReadonlyArray<readonly [string, number]> = [
  ["IfcPropertySingleValue", form.single],
  ["IfcPropertyEnumeratedValue", form.enumerated],
  ["IfcPropertyListValue", form.list],
  ["IfcPropertyBoundedValue", form.bounded],
  ["IfcPropertyTableValue", form.table],
  ["IfcPropertyReferenceValue", form.reference],
  ["IfcComplexProperty", form.complex],
  ["IfcPhysicalComplexQuantity", form.complex],
  ["IfcPhysicalSimpleQuantity", form.quantity]
]

/** The unit kinds of quantities. */
const quantityKinds: Readonly<Record<string, string>> = {
  IfcQuantityCount: "COUNTUNIT",
  IfcQuantityNumber: "NUMBERUNIT",
  IfcQuantityLength: "LENGTHUNIT",
  IfcQuantityArea: "AREAUNIT",
  IfcQuantityVolume: "VOLUMEUNIT",
  IfcQuantityWeight: "MASSUNIT",
  IfcQuantityTime: "TIMEUNIT"
}

const itemTypes: Readonly<Partial<Record<Literal, ItemType>>> = {
  real: "Real",
  number: "Real",
  integer: "Integer",
  logical: "Boolean"
}

/** No keyword of a value is longer, with the parentheses and spaces around it. */
const longestKeyword = 128

/**
 * Reads single properties and quantities.
 *
 * Source: IFC 4.3, IfcPropertyResource and IfcQuantityResource.
 */
export class Properties {
  private readonly formOf: Uint8Array
  private readonly names: Int32Array
  private readonly values: Int32Array
  private readonly enumerations = new Map<number, ReadonlyArray<string>>()
  private readonly unitsOfEnumerations = new Map<number, number>()
  private readonly itemTypes = new Map<number, ItemType | null>()
  private readonly reader: InstanceReader

  constructor(
    private readonly file: IfcFile,
    private readonly units: Units,
    private readonly all: Values
  ) {
    this.formOf = Uint8Array.from(file.classes, ({ kinds }) => forms.find(([kind]) => kinds.has(kind))?.[1] ?? 0)
    this.names = new Int32Array(file.rows)
    this.values = new Int32Array(file.rows)
    this.reader = file.reader()
  }

  /** Returns whether a row is an IfcProperty or IfcPhysicalQuantity. */
  isProperty(row: number): boolean {
    return row >= 0 && this.formOf[this.file.index.type[row]!]! > 0
  }

  isComplex(row: number): boolean {
    return this.formOf[this.file.index.type[row]!] === form.complex
  }

  isEnumerated(row: number): boolean {
    return this.formOf[this.file.index.type[row]!] === form.enumerated
  }

  isList(row: number): boolean {
    return this.formOf[this.file.index.type[row]!] === form.list
  }

  /** Returns the type of the items of a list, which all have the same; null if they are texts or cannot be read. */
  itemType(row: number): ItemType | null {
    return this.itemTypes.getOrInsertComputed(row, () => {
      const { bytes, schema } = this.file
      const read = this.file.freeReader()
      if (!read.openRow(row) || read.kind(2) !== "list") return null
      const start = read.start(2)
      const text = bytes.toString("latin1", start, Math.min(read.end(2), start + longestKeyword))
      const [, keyword = ""] = /^\(\s*([A-Za-z]\w*)\s*\(/.exec(text) ?? []
      return itemTypes[schema.literal(keyword.toUpperCase()) ?? "text"] ?? null
    })
  }

  /**
   * Returns the text index of the name of a property that is not complex, or -1 if it cannot be read. `value` returns
   * the index of its value.
   */
  name(row: number): number {
    this.load(row)
    return this.names[row]! - 2
  }

  value(row: number): number {
    this.load(row)
    return this.values[row]!
  }

  /** Returns the allowed words of an enumerated property: those of its IfcPropertyEnumeration, otherwise its own. */
  enumeration(row: number): ReadonlyArray<string> {
    const read = this.reader
    if (!read.openRow(row)) return []
    const reference = read.row(3)
    if (!this.file.is(reference, "IfcPropertyEnumeration")) return this.all.list(read, 2)
    return this.enumerations.getOrInsertComputed(reference, () =>
      read.openRow(reference) ? this.all.list(read, 1) : []
    )
  }

  /** Returns the name (or -1) and the parts of a complex property or quantity. */
  parts(row: number): { readonly name: number; readonly rows: ReadonlyArray<number> } {
    const read = this.reader
    const rows: Array<number> = []
    if (!read.openRow(row)) return { name: -1, rows }
    read.references(this.file.is(row, "IfcComplexProperty") ? 3 : 2, (id) => rows.push(this.file.rowOf(id)))
    return { name: this.file.texts.name(read.text(0)), rows: rows.filter((part) => this.isProperty(part)) }
  }

  private load(row: number): void {
    if (this.names[row] !== 0) return
    const read = this.reader
    if (!read.openRow(row)) {
      this.names[row] = 1
      return
    }
    this.names[row] = this.file.texts.name(read.text(0)) + 2
    if (this.names[row] === 1) {
      const { index, log } = this.file
      log.skip(index.at[row]!, `#${index.ids[row]} (${this.file.classOf(row).name}) has no name`)
      return
    }
    this.values[row] = this.readValue(row, this.formOf[this.file.index.type[row]!]!)
  }

  private readValue(row: number, kind: number): number {
    const read = this.reader
    const values = this.all
    switch (kind) {
      case form.single:
        values.read(read, 2)
        return this.with(0, this.unit(read, 3))
      case form.quantity: {
        const { name } = this.file.classOf(row)
        values.read(read, 3, name === "IfcQuantityCount" ? this.file.schema.literal("IFCCOUNTMEASURE") : "real")
        const unitKind = quantityKinds[name]
        const own = this.unit(read, 2)
        return this.with(0, own >= 0 ? own : unitKind === undefined ? -1 : this.units.ofValues(unitKind))
      }
      case form.enumerated: {
        const words = values.list(read, 2)
        values.join(words)
        return this.with(VALUE_ENUMERATION | (words.length > 1 ? VALUE_SEVERAL : 0), this.unitOfWords(read.row(3)))
      }
      case form.list: {
        const texts = values.list(read, 2)
        values.join(texts)
        return this.with(texts.length > 1 ? VALUE_SEVERAL : 0, this.unit(read, 3))
      }
      case form.bounded:
        return this.bounds()
      case form.table:
        return this.table()
      default: {
        const name = nameOfReferred(this.file, read.row(3))
        values.isNumeric = false
        values.join(name === null ? [] : [name])
        return this.with(VALUE_FIXED, -1)
      }
    }
  }

  /** Joins lower bound, set point if there is one, and upper bound; a missing bound is empty. */
  private bounds(): number {
    const read = this.reader
    const values = this.all
    const common = new CommonUnit()
    const [upper, lower, set] = [2, 3, 5].map((argument) => {
      values.read(read, argument)
      const text = values.asText()
      if (text !== null) common.add(values)
      return text
    }) as [string | null, string | null, string | null]
    const texts = set === null ? [lower, upper] : [lower, set, upper]
    const isEmpty = texts.every((text) => text === null)
    values.join(isEmpty ? [] : texts.map((text) => text ?? ""))
    values.isNumeric = common.isNumeric
    values.unit = common.unit
    return this.with(VALUE_FIXED | VALUE_SEVERAL, this.unit(read, 4))
  }

  /** Joins a table row by row: the defining value, then the defined one. It has a unit if both sides have the same. */
  private table(): number {
    const read = this.reader
    const values = this.all
    const common = new CommonUnit()
    const [defining, defined] = [2, 3].map((argument) => {
      const texts = values.list(read, argument)
      const own = this.unit(read, argument + 3)
      if (texts.length > 0) common.add({ isNumeric: values.isNumeric, unit: own >= 0 ? own : values.unit })
      return texts
    }) as [Array<string>, Array<string>]
    const texts: Array<string> = []
    for (let i = 0; i < Math.max(defining.length, defined.length); i++) {
      if (defining[i] !== undefined) texts.push(defining[i]!)
      if (defined[i] !== undefined) texts.push(defined[i]!)
    }
    values.join(texts)
    values.isNumeric = common.isNumeric
    values.unit = common.unit
    return this.with(VALUE_FIXED | (texts.length > 1 ? VALUE_SEVERAL : 0), -1)
  }

  /** Returns the unit of an IfcPropertyEnumeration, or -1 for none. */
  private unitOfWords(row: number): number {
    if (!this.file.is(row, "IfcPropertyEnumeration")) return -1
    return this.unitsOfEnumerations.getOrInsertComputed(row, () => {
      const read = this.file.reader()
      return read.openRow(row) ? this.unit(read, 2) : -1
    })
  }

  private unit(read: InstanceReader, argument: number): number {
    return read.kind(argument) === "reference" ? this.units.ofRow(read.row(argument)) : -1
  }

  /** Stores the value that was read last, with flags, and if it is a number with its own unit, else the measure's. */
  private with(bits: number, unit: number): number {
    const { isNumeric, kind, number } = this.all
    if ((kind & VALUE_KIND_MASK) === VALUE_NULL) return this.all.intern(kind | (bits & VALUE_FIXED), 0, -1)
    const scalar = unit >= 0 ? unit : this.all.unit
    if (!isNumeric || scalar < 0) return this.all.intern(kind | bits, number, -1)
    this.units.noteUse(scalar)
    return this.all.intern(kind | bits, number, scalar)
  }
}
