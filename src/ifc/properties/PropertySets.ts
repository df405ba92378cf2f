import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { ContentProperty, ItemType } from "../../domain/models/ModelContent.ts"
import { cellCost } from "../index/Allowance.ts"
import { Int32List, Int32Map } from "../step/Growing.ts"
import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"
import { PairDictionary } from "../index/PairDictionary.ts"
import type { Properties } from "./Properties.ts"
import type { Values } from "./Values.ts"

/** The deepest nesting of complex properties, which may refer to each other in circles. */
const deepest = 16

interface HeldSet {
  /** The range of its entries: from `start` to before `end`. */
  readonly start: number
  readonly end: number
  /** The number of members as the file has them; a complex one counts once. */
  readonly records: number
  /** The cost of its entries for each object that holds it. */
  readonly cost: number
}

/** The property sets and quantity sets of a file. Each is read once, on first use. */
export class PropertySets {
  /** Columns of entries: property and value. Those of one set are contiguous. */
  readonly entryProperty = new Int32List()
  readonly entryValue = new Int32List()
  private readonly distinct = new PairDictionary()
  private readonly quantities: Array<boolean> = []
  private readonly words = new Map<number, Set<string>>()
  /** The type of the items of each property that has lists, null if it is none or differs. */
  private readonly items = new Map<number, ItemType | null>()
  private readonly enumerationOf = new Map<number, Set<ReadonlyArray<string>>>()
  private readonly held: Array<HeldSet> = []
  /** 1 + the index in `held` of a set that was read, by row; 0 for others. */
  private readonly places: Uint32Array
  private readonly reader: InstanceReader
  private readonly hasOverriding: boolean
  /** The number of the set, from 1, in which a quantity was found last, by property. */
  private readonly seenIn = new Int32Map(0)
  private sets = 0
  private parts = 0
  private cost = 0

  constructor(
    private readonly file: IfcFile,
    private readonly properties: Properties,
    private readonly values: Values
  ) {
    this.places = new Uint32Array(file.rows)
    this.reader = file.reader()
    this.hasOverriding = file.rowsOf("IfcRelOverridesProperties").length > 0
    for (const row of file.rowsOf("IfcPropertySetDefinition", "IfcPropertySet", "IfcElementQuantity")) {
      const { name } = file.classOf(row)
      file.log.fixedAttributeSets.set(name, (file.log.fixedAttributeSets.get(name) ?? 0) + 1)
    }
  }

  /** Returns whether a row is a set of properties or quantities; false for sets of fixed attributes. */
  isSet(row: number): boolean {
    return this.file.is(row, "IfcPropertySet") || this.file.is(row, "IfcElementQuantity")
  }

  /**
   * Returns whether a row is a relation that overrides properties of a set by others, which count as a set of the same
   * name. IFC2X3 only.
   */
  isOverriding(row: number): boolean {
    return this.hasOverriding && this.file.is(row, "IfcRelOverridesProperties")
  }

  /** Returns the entries of a set, by its row. */
  at(row: number): HeldSet {
    const known = this.places[row]!
    if (known !== 0) return this.held[known - 1]!
    const start = this.entryProperty.length
    this.cost = 0
    const records = this.read(row)
    const set = { start, end: this.entryProperty.length, records, cost: this.cost }
    this.places[row] = this.held.push(set)
    return set
  }

  setName(property: number): string {
    return this.text(this.distinct.first(property))
  }

  name(property: number): string {
    return this.text(this.distinct.second(property))
  }

  content(): ReadonlyArray<ContentProperty> {
    return Array.from({ length: this.distinct.length }, (_, property) => {
      const words = this.words.get(property)
      return {
        set: this.setName(property),
        name: this.name(property),
        quantity: this.quantities[property]!,
        enumeration: words === undefined ? null : [...words],
        ...(this.items.get(property) && { items: this.items.get(property)! })
      }
    })
  }

  private text(index: number): string {
    return index < 0 ? "" : this.file.texts.texts[index]!
  }

  private read(row: number): number {
    const { file, reader } = this
    this.sets++
    const quantity = file.is(row, "IfcElementQuantity")
    const overriding = this.isOverriding(row)
    if (!reader.openRow(row)) return 0
    const named = overriding ? reader.row(5) : row
    if (overriding && !(this.isSet(named) && reader.openRow(named))) return 0
    const set = file.texts.name(reader.text(2))
    if (overriding && !reader.openRow(row)) return 0
    let records = 0
    reader.references(overriding ? 6 : quantity ? 5 : 4, (id) => {
      const member = file.rowOf(id)
      if (!this.properties.isProperty(member)) {
        file.log.count("Members of property sets that are not properties in the file", `#${id} in #${file.idOf(row)}`)
        return
      }
      records++
      if (this.properties.isComplex(member)) {
        this.parts = 0
        this.addParts(set, "", member, quantity, 0)
      } else this.add(set, this.properties.name(member), member, quantity, false)
    })
    return overriding ? 0 : records
  }

  private addParts(set: number, prefix: string, row: number, quantity: boolean, depth: number): void {
    const { name, rows } = this.properties.parts(row)
    if (name < 0 || depth > deepest) {
      const what = name < 0 ? "Complex properties without a name" : "Complex properties nested too deep"
      this.file.log.count(what, `#${this.file.idOf(row)}`)
      return
    }
    const path = `${prefix}${this.text(name)}.`
    if (!this.file.allowance.spend(path.length)) return this.leaveOut(row)
    for (const part of rows) {
      const { most } = limits.partsOfComplex
      if (++this.parts > most) {
        if (this.parts === most + 1) this.file.log.count(sentenceOf(limits.partsOfComplex))
        return
      }
      if (this.properties.isComplex(part)) this.addParts(set, path, part, quantity, depth + 1)
      else {
        const own = this.properties.name(part)
        if (own < 0) continue
        if (!this.file.allowance.spend(path.length + this.text(own).length)) return this.leaveOut(part)
        const { texts } = this.file
        this.add(set, texts.add(texts.cutName(path + this.text(own))), part, quantity, true)
      }
    }
  }

  private add(set: number, name: number, row: number, quantity: boolean, fixed: boolean): void {
    if (name < 0) return
    const value = this.properties.value(row)
    const property = this.distinct.intern(set, name)
    if (property === this.quantities.length) this.quantities.push(quantity)
    else if (quantity) this.quantities[property] = true
    if (quantity) {
      if (this.seenIn.get(property) === this.sets) {
        const what = fixed ? "Repeated layer quantities" : "Repeated quantities"
        this.file.log.count(`${what} of the same name in a set, of which the first was used`, this.name(property))
      }
      this.seenIn.set(property, this.sets)
    }
    const letters = this.text(set).length + this.text(name).length + this.values.letters(value)
    if (!this.file.allowance.spend(cellCost + letters)) return this.leaveOut(row)
    this.cost += cellCost + (letters >> 2)
    if (this.properties.isEnumerated(row)) this.addWords(property, row)
    if (this.properties.isList(row)) this.addItems(property, row)
    this.entryProperty.push(property)
    this.entryValue.push(fixed ? this.values.fixed(value) : value)
  }

  private leaveOut(row: number): void {
    this.file.log.count("Properties that too many sets share, which were left out", `#${this.file.idOf(row)}`)
  }

  private addItems(property: number, row: number): void {
    const type = this.properties.itemType(row)
    const known = this.items.getOrInsert(property, type)
    if (known !== type) this.items.set(property, null)
  }

  private addWords(property: number, row: number): void {
    const found = this.properties.enumeration(row)
    const known = this.enumerationOf.getOrInsertComputed(property, () => new Set())
    if (known.has(found) || !this.file.allowance.spend(found.length * cellCost)) return
    known.add(found)
    const words = this.words.getOrInsertComputed(property, () => new Set())
    for (const word of found) words.add(word)
  }
}
