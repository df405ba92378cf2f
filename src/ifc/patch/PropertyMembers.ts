import type { EditedValue } from "../../domain/edits/Edit.ts"
import type { InstanceReader } from "../index/IfcFile.ts"
import { attributesOf } from "./InstanceCopy.ts"
import type { Patching } from "./Relations.ts"
import * as StepWord from "./StepWord.ts"
import { UnitWords } from "./UnitWords.ts"
import * as ValueWords from "./ValueWords.ts"

/** The project's definition of a property that users made. */
export interface DefinitionText {
  /** The allowed words; null if any value is allowed. */
  readonly enumerationValues: ReadonlyArray<string> | null
  /** The measure of numbers (`Length`), as users call it; null if none is defined. */
  readonly measure: string | null
}

/** The class of a quantity by the type of its value. Source: IFC 4.3, IfcQuantityResource. */
const quantityClasses: Readonly<Record<string, string>> = {
  IFCLENGTHMEASURE: "IFCQUANTITYLENGTH",
  IFCAREAMEASURE: "IFCQUANTITYAREA",
  IFCVOLUMEMEASURE: "IFCQUANTITYVOLUME",
  IFCMASSMEASURE: "IFCQUANTITYWEIGHT",
  IFCTIMEMEASURE: "IFCQUANTITYTIME"
}

export const propertyKey = (set: string, name: string): string => `${set}\0${name}`

/** Returns the index of the attribute of a set that lists its members. */
export const membersAt = (isQuantity: boolean): number => (isQuantity ? 5 : 4)

/** The properties and quantities of sets: existing ones, and new ones modelled on them. */
export class PropertyMembers {
  private readonly read: InstanceReader
  /** The sets of each kind and name; built when the first member is new to its set. */
  private sets: ReadonlyMap<string, ReadonlyArray<number>> | null = null
  /** The members of all sets of a kind and name, by their names. */
  private readonly alike = new Map<string, ReadonlyMap<string, ReadonlyArray<number>>>()
  /** The first of those members that can hold a value, by set, name and type of value. */
  private readonly first = new Map<string, number>()
  private readonly asked = new Set<number>()
  /** The members of sets that were searched more than once, by name, as the file has them. */
  private readonly byName = new Map<number, ReadonlyMap<string, ReadonlyArray<number>>>()
  private readonly enumerations = new Map<string, number>()
  private readonly units: UnitWords
  /** The units of new properties that no IFC unit expresses, by set and name with a NUL between. */
  readonly withoutUnit = new Map<string, string>()

  /** @param definitions definitions of the project, by set and name with a NUL between */
  constructor(
    private readonly patching: Patching,
    private readonly definitions: ReadonlyMap<string, DefinitionText>
  ) {
    const { file } = patching.model
    this.read = file.freeReader()
    this.units = new UnitWords(patching)
  }

  nameOf(set: number): string {
    return this.read.openRow(set) ? (this.read.name(2) ?? "") : ""
  }

  /** Returns the members of a set with this name, except complex ones. */
  named(set: number, isQuantity: boolean, name: string): ReadonlyArray<number> {
    if (this.asked.has(set)) return this.within(set, isQuantity).get(name) ?? []
    // For a single search a scan is faster than grouping the members by name.
    this.asked.add(set)
    return this.membersOf(set, isQuantity).filter((row) => this.nameOfMember(row) === name)
  }

  /** Changes the value of a member that is not shared. Returns false if its class would have to change. */
  change(row: number, now: EditedValue): boolean {
    const { edits, model } = this.patching
    const { at, attributes, keyword } = this.changed(row, now)
    if (keyword !== model.file.classOf(row).name) return false
    edits.set(row, at, attributes[at]!)
    return true
  }

  /**
   * Returns the number of a new member with a value: a copy of the one at `row`, if it is not -1; else of the first one
   * of its name in the file; else a new one.
   */
  made(row: number, set: string, isQuantity: boolean, name: string, now: EditedValue): number {
    const isDefined = !isQuantity && this.definitions.has(propertyKey(set, name))
    const like = row >= 0 || isDefined ? row : this.firstFor(isQuantity, set, name, now)
    if (like < 0) return isQuantity ? this.newQuantity(name, now) : this.newProperty(set, name, now)
    const { attributes, keyword } = this.changed(like, now)
    return this.patching.patch.add(keyword, attributes)
  }

  /** Returns the first member of a set and name in the file that can hold such a value, or -1. */
  private firstFor(isQuantity: boolean, set: string, name: string, now: EditedValue): number {
    return this.first.getOrInsertComputed([isQuantity, now.type, now.value === null, set, name].join("\0"), () => {
      const known = this.membersAlike(isQuantity, set).get(name) ?? []
      return known.find((row) => this.canHold(row, now)) ?? -1
    })
  }

  private membersAlike(isQuantity: boolean, name: string): ReadonlyMap<string, ReadonlyArray<number>> {
    const key = `${isQuantity}\0${name}`
    return this.alike.getOrInsertComputed(key, () => {
      this.sets ??= this.setsByName()
      const rows = (this.sets.get(key) ?? []).flatMap((set) => this.membersOf(set, isQuantity))
      return Map.groupBy(rows, (row) => this.nameOfMember(row))
    })
  }

  private setsByName(): ReadonlyMap<string, ReadonlyArray<number>> {
    const { file } = this.patching.model
    const sets = new Map<string, Array<number>>()
    for (const [kind, isQuantity] of [
      ["IfcPropertySet", false],
      ["IfcElementQuantity", true]
    ] as const) {
      for (const set of file.rowsOf(kind)) {
        sets.getOrInsertComputed(`${isQuantity}\0${this.nameOf(set)}`, () => []).push(set)
      }
    }
    return sets
  }

  private canHold(row: number, now: EditedValue): boolean {
    const { file } = this.patching.model
    if (file.is(row, "IfcPhysicalQuantity")) return true
    const isList = file.is(row, "IfcPropertyListValue") || file.is(row, "IfcPropertyEnumeratedValue")
    if (!isList && !file.is(row, "IfcPropertySingleValue")) return false
    const [item] = ValueWords.itemsOf(now)
    if (item === undefined) return true
    const type = ValueWords.typeOf((attributesOf(file, this.read, row)[2] ?? "$").replace(/^\(\s*/, ""))
    return type === null || ValueWords.isOfType(file.schema, type, item)
  }

  private within(set: number, isQuantity: boolean): ReadonlyMap<string, ReadonlyArray<number>> {
    return this.byName.getOrInsertComputed(set, () =>
      Map.groupBy(this.membersOf(set, isQuantity), (row) => this.nameOfMember(row))
    )
  }

  private membersOf(set: number, isQuantity: boolean): ReadonlyArray<number> {
    const { file, single } = this.patching.model
    const rows: Array<number> = []
    if (!this.read.openRow(set)) return rows
    this.read.references(membersAt(isQuantity), (id) => {
      const row = file.rowOf(id)
      if (row >= 0 && single.isProperty(row) && !single.isComplex(row)) rows.push(row)
    })
    return rows
  }

  private nameOfMember(row: number): string {
    const { file, single } = this.patching.model
    return file.texts.texts[single.name(row)] ?? ""
  }

  private newQuantity(name: string, now: EditedValue): number {
    const { model, patch } = this.patching
    const unit = now.unit === null ? null : this.units.of(now.unit)
    // Counts are integers in IFC4X3, which has IfcQuantityNumber for other numbers.
    const isNumber = !Number.isInteger(Number(now.value)) && model.file.schema.find("IFCQUANTITYNUMBER") !== undefined
    const keyword = quantityClasses[unit?.type ?? ""] ?? (isNumber ? "IFCQUANTITYNUMBER" : "IFCQUANTITYCOUNT")
    const head = [StepWord.text(name), "$", unit?.isNamed === true ? unit.unit : "$", this.number(keyword, now)]
    return patch.add(keyword, [...head, ...(model.file.schema.name === "IFC2X3" ? [] : ["$"])])
  }

  private newProperty(set: string, name: string, now: EditedValue): number {
    const { model, patch } = this.patching
    const { schema } = model.file
    const text = StepWord.text(name)
    const value = ValueWords.scalarOf(now)
    const { enumerationValues: words = null, measure = null } = this.definitions.get(propertyKey(set, name)) ?? {}
    if (words !== null && value !== null) {
      const items = ValueWords.itemsOf(now).map((item) => ValueWords.typed(schema, "IFCLABEL", item, now))
      const enumeration = StepWord.reference(this.enumerationOf(name, words))
      return patch.add("IFCPROPERTYENUMERATEDVALUE", [text, "$", StepWord.list(items), enumeration])
    }
    const isNumber = now.type === "Real" || now.type === "Integer"
    const unit = isNumber ? this.units.ofMeasure(measure, now.unit) : null
    if (isNumber && unit === null && now.unit !== null) this.withoutUnit.set(propertyKey(set, name), now.unit)
    const typed = value === null ? "$" : ValueWords.typed(schema, unit?.type ?? null, value, now)
    return patch.add("IFCPROPERTYSINGLEVALUE", [text, "$", typed, unit?.unit ?? "$"])
  }

  /** Returns the number of an enumeration with these words. */
  private enumerationOf(name: string, words: ReadonlyArray<string>): number {
    return this.enumerations.getOrInsertComputed(JSON.stringify([name, words]), () => {
      const values = words.map((word) => StepWord.typed("IFCLABEL", StepWord.text(word)))
      return this.patching.patch.add("IFCPROPERTYENUMERATION", [StepWord.text(name), StepWord.list(values), "$"])
    })
  }

  /** Returns the literal of a quantity's value. A count is an integer in IFC4X3. */
  private number(keyword: string, now: EditedValue): string {
    const number = Number(ValueWords.scalarOf(now))
    const isWhole =
      /^IFCQUANTITYCOUNT$/i.test(keyword) && this.patching.model.file.schema.literal("IFCCOUNTMEASURE") === "integer"
    return isWhole ? String(BigInt(Math.round(number))) : StepWord.real(number)
  }

  /** Returns the class and attributes of a member with another value, and the index `at` of that value. */
  private changed(row: number, now: EditedValue) {
    const { file } = this.patching.model
    const { schema } = file
    const attributes = attributesOf(file, this.read, row)
    const keyword = file.classOf(row).name
    const isQuantity = file.is(row, "IfcPhysicalQuantity")
    const at = isQuantity ? 3 : 2
    const before = attributes[at] ?? "$"
    const put = (word: string) => ({ keyword, at, attributes: attributes.with(at, word) })
    if (isQuantity) return put(this.number(keyword, now))
    const value = ValueWords.scalarOf(now)
    if (keyword === "IfcPropertySingleValue") {
      return put(value === null ? "$" : ValueWords.typed(schema, ValueWords.typeOf(before), value, now))
    }
    const items = ValueWords.itemsOf(now)
    if (items.length > 0) {
      const type = ValueWords.typeOf(before.replace(/^\(\s*/, ""))
      return put(
        StepWord.list(items.map((item) => ValueWords.typed(schema, type, ValueWords.fitted(schema, type, item), now)))
      )
    }
    if (schema.name !== "IFC2X3") return put("$")
    // In IFC2X3 the list must not be empty.
    return { keyword: "IfcPropertySingleValue", at, attributes: [attributes[0]!, attributes[1]!, "$", "$"] }
  }
}
