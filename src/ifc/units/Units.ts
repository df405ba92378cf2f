import type { ContentUnit } from "../../domain/models/ModelContent.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"
import { camelCase, derivedName, kindOfMeasure, prefixes, siName, withoutUnit } from "./UnitNames.ts"

const none = -1
const open = -2
/** The deepest nesting of units. */
const deepest = 64
/** The most elements of a derived unit. */
const mostElements = 100

/**
 * The distinct units of a file: those of the project by kind, others by the instance that a property names.
 *
 * Source: IFC 4.3, IfcMeasureResource: IfcUnitAssignment, IfcNamedUnit, IfcDerivedUnit, IfcMonetaryUnit.
 */
export class Units {
  readonly units: Array<ContentUnit> = []
  private readonly byKind = new Map<string, number>()
  private readonly byRow = new Map<number, number>()
  private readonly byContent = new Map<string, number>()
  private readonly reader: InstanceReader
  private depth = 0

  constructor(private readonly file: IfcFile) {
    const read = (this.reader = file.reader())
    const assigned: Array<number> = []
    for (const project of file.rowsOf("IfcProject")) {
      if (read.openRow(project) && read.row(8) >= 0) assigned.push(read.row(8))
    }
    if (assigned.length === 0) assigned.push(...file.rowsOf("IfcUnitAssignment"))
    if (assigned.length > 1) file.log.warn("The file assigns units more than once, and the first assignment was used")
    const rows: Array<number> = []
    if (assigned[0] !== undefined && file.is(assigned[0], "IfcUnitAssignment") && read.openRow(assigned[0])) {
      read.references(0, (id) => rows.push(file.rowOf(id)))
    }
    for (const row of rows) {
      const unit = this.ofRow(row)
      const kind = this.units[unit]?.kind
      if (kind !== undefined && !this.byKind.has(kind)) this.byKind.set(kind, unit)
    }
  }

  /** Returns the project's unit of a kind (`LENGTHUNIT`), or -1 if it assigns none. */
  ofKind(kind: string): number {
    return this.byKind.get(kind) ?? none
  }

  /** Returns the project's unit of a measure (`IFCLENGTHMEASURE`), or -1 for a plain number. */
  ofMeasure(keyword: string): number {
    const kind = kindOfMeasure(keyword)
    return kind === null || keyword === "IFCNUMERICMEASURE" ? none : this.ofValues(kind)
  }

  /** Returns the project's unit of a kind; one without name if it assigns none, so that values keep their kind. */
  ofValues(kind: string): number {
    return this.byKind.get(kind) ?? this.add({ name: "", kind, toSi: 1, offset: 0 })
  }

  /** Reports a value if its unit is one that the file should assign and does not. */
  noteUse(unit: number): void {
    const { kind, name } = this.units[unit]!
    if (name !== "" || withoutUnit.has(kind)) return
    this.file.log.count(`Values in SI, because the file assigns no unit of their kind, ${kind}`)
  }

  /** Returns the metres in a unit of length, by its row; null if it is none. */
  lengthOf(row: number): number | null {
    const unit = this.units[this.ofRow(row)]
    return unit?.kind === "LENGTHUNIT" ? unit.toSi : null
  }

  /** Returns the unit of an instance, or -1 if it is none. A unit that is defined through itself counts as none. */
  ofRow(row: number): number {
    if (row < 0) return none
    const known = this.byRow.get(row)
    if (known === open) this.file.log.count("Units that refer to themselves", `#${this.file.idOf(row)}`)
    if (known !== undefined) return Math.max(known, none)
    this.byRow.set(row, open)
    this.depth++
    const unit = this.isBeyond(row) ? null : this.read(row)
    this.depth--
    const index = unit === null ? none : this.add(unit)
    this.byRow.set(row, index)
    return index
  }

  private isBeyond(row: number): boolean {
    const { log } = this.file
    const example = `#${this.file.idOf(row)}`
    if (this.byRow.size > limits.unitsOfFile.most) log.count(`Units ${sentenceOf(limits.unitsOfFile)}`, example)
    else if (this.depth > deepest)
      log.count(`Units nested below ${deepest} levels of other units, which were left out`, example)
    else return false
    return true
  }

  private add(written: ContentUnit): number {
    const { texts } = this.file
    // Names of derived units are composed of those of their elements and may get too long.
    const unit = { ...written, name: texts.cutName(written.name), kind: texts.cutName(written.kind) }
    const key = JSON.stringify([unit.name, unit.kind, unit.toSi, unit.offset])
    const known = this.byContent.get(key)
    if (known !== undefined) return known
    if (this.units.length === limits.differentUnits.most) {
      this.file.log.count(`Different units ${sentenceOf(limits.differentUnits)}`, unit.name)
      return none
    }
    this.byContent.set(key, this.units.length)
    return this.units.push(unit) - 1
  }

  private read(row: number): ContentUnit | null {
    const { file, reader: read } = this
    if (!read.openRow(row)) return null
    if (file.is(row, "IfcSIUnit")) {
      const name = read.word(3)
      const prefix = read.word(2)
      if (name === null) return null
      const power = prefix === null ? 0 : (prefixes[prefix] ?? 0)
      const times = name.startsWith("SQUARE_") ? 2 : name.startsWith("CUBIC_") ? 3 : 1
      return {
        name: siName(prefix, name),
        kind: read.word(1) ?? "",
        toSi: 10 ** (power * times - (name === "GRAM" ? 3 : 0)),
        offset: name === "DEGREE_CELSIUS" ? 273.15 : 0
      }
    }
    if (file.is(row, "IfcConversionBasedUnit")) {
      const name = read.string(2)
      const kind = read.word(1) ?? ""
      const offset = file.is(row, "IfcConversionBasedUnitWithOffset") ? read.number(4) : 0
      const factor = this.measure(read.row(3))
      if (factor === null) file.log.count("Units without a usable conversion factor", `#${file.idOf(row)}`)
      const { toSi, offset: base } = factor ?? { toSi: 1, offset: 0 }
      const scale = factor === null || !Number.isFinite(offset) ? 0 : factor.unitToSi
      return { name: camelCase(name ?? kind), kind, toSi, offset: scale === 0 ? base : offset * scale + base }
    }
    if (file.is(row, "IfcContextDependentUnit")) {
      return { name: camelCase(read.string(2) ?? ""), kind: read.word(1) ?? "", toSi: 1, offset: 0 }
    }
    if (file.is(row, "IfcMonetaryUnit")) {
      const currency = read.word(0) ?? read.string(0)
      return currency === null ? null : { name: currency, kind: "MONETARY", toSi: 1, offset: 0 }
    }
    return file.is(row, "IfcDerivedUnit") ? this.derived(row) : null
  }

  private derived(row: number): ContentUnit | null {
    const { file, reader: read } = this
    if (!read.openRow(row)) return null
    const word = read.word(1) ?? ""
    const kind = word === "USERDEFINED" ? (read.string(2) ?? word) : word
    const own = read.string(3)
    const elements: Array<number> = []
    read.references(0, (id) => elements.push(file.rowOf(id)))
    if (elements.length > mostElements) {
      file.log.count(`Derived units of more than ${mostElements} elements, which were left out`, `#${file.idOf(row)}`)
      return null
    }
    const parts: Array<{ name: string; exponent: number }> = []
    let toSi = 1
    for (const element of elements) {
      if (!file.is(element, "IfcDerivedUnitElement") || !read.openRow(element)) continue
      const exponent = read.number(1)
      const unit = this.units[this.ofRow(read.row(0))]
      if (unit === undefined || !Number.isFinite(exponent)) continue
      parts.push({ name: unit.name, exponent })
      toSi *= unit.toSi ** exponent
    }
    const name = own === null ? derivedName(parts) : camelCase(own)
    return { name: name === "" ? camelCase(kind.replace(/UNIT$/, "")) : name, kind, toSi, offset: 0 }
  }

  /** Returns an IfcMeasureWithUnit as a factor to SI, or null if its value is not positive. */
  private measure(row: number): { toSi: number; unitToSi: number; offset: number } | null {
    const read = this.reader
    if (!this.file.is(row, "IfcMeasureWithUnit") || !read.openRow(row)) return null
    const value = read.number(0)
    const unit = this.units[this.ofRow(read.row(1))]
    if (!(value > 0) || !Number.isFinite(value)) return null
    const unitToSi = unit?.toSi ?? 1
    return { toSi: value * unitToSi, unitToSi, offset: unit?.offset ?? 0 }
  }
}
