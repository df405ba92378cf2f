import { CELL_AMBIGUOUS, CELL_HIDDEN, CELL_OF_TYPE } from "../../domain/models/ModelContent.ts"
import type { PropertyRow } from "../../domain/products/PropertyRow.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import { cellCost } from "../index/Allowance.ts"
import { Int32List, Int32Map } from "../step/Growing.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import type { ObjectSets } from "./ObjectSets.ts"
import type { PropertySets } from "./PropertySets.ts"
import type { Values } from "./Values.ts"

/** Collects the properties of objects, an object's own and its type's, and decides which take precedence. */
export class ObjectProperties {
  /** Columns of collected entries; those of one object are in the order of its sets in the file. */
  readonly property = new Int32List()
  readonly value = new Int32List()
  readonly flags = new Int32List()
  /** Properties that occur more than once in the object collected last. */
  readonly repeated = new Int32List()
  private readonly ownSeen = new Int32Map(0)
  private readonly typeSeen = new Int32Map(0)
  private readonly ownEntry = new Int32Map(0)
  private readonly typeEntry = new Int32Map(0)
  /** Number of records in the sets of each type. */
  private readonly ofTypes = new Map<number, number>()
  private round = 0
  /** Entries of the current object before this one override others. */
  private overridden = 0

  constructor(
    private readonly file: IfcFile,
    private readonly objects: ObjectSets,
    private readonly sets: PropertySets,
    private readonly values: Values
  ) {}

  /**
   * Appends the entries of an object.
   *
   * @param spatial whether it is a spatial element, whose texts are limited by the shared allowance instead of here
   */
  collect(row: number, spatial = false): void {
    this.round++
    this.repeated.cut(0)
    this.overridden = this.property.length
    const own = this.objects.own(row)
    const ofType = this.objects.ofType(row)
    if (!this.affords(own, spatial) || !this.affords(ofType, spatial)) {
      const { log } = this.file
      return log.count("Objects that share too many properties, which were left out", `#${this.file.idOf(row)}`)
    }
    if (ofType.length > 0) this.mark(own)
    for (let i = 0; i < own.length; i++) {
      if (this.sets.isOverriding(own[i]!) && own[i] !== own[i - 1]) this.add(own[i]!, 0)
    }
    this.overridden = this.property.length
    for (let i = 0, j = 0; i < own.length || j < ofType.length;) {
      if (j === ofType.length || (i < own.length && own[i]! <= ofType[j]!)) {
        if (own[i] !== own[i - 1] && !this.sets.isOverriding(own[i]!)) this.add(own[i]!, 0)
        i++
      } else this.add(ofType[j++]!, CELL_OF_TYPE)
    }
  }

  /** Returns the number of members of all sets that an object has, itself or through its type, as the file has them. */
  records(row: number): number {
    const type = this.objects.typeOf(row)
    const ofType = () => this.recordsOf(this.objects.ofType(row))
    return this.recordsOf(this.objects.own(row)) + (type < 0 ? 0 : this.ofTypes.getOrInsertComputed(type, ofType))
  }

  /** Returns the displayed properties of a spatial element as texts, as far as the shared allowance permits. */
  rows(row: number): ReadonlyArray<PropertyRow> {
    const start = this.property.length
    this.collect(row, true)
    const rows: Array<PropertyRow> = []
    for (let i = start; i < this.property.length; i++) {
      if ((this.flags.at(i) & CELL_HIDDEN) !== 0) continue
      const property = this.property.at(i)
      const [set, name] = [this.sets.setName(property), this.sets.name(property)]
      const value = this.values.textOf(this.value.at(i))
      if (rows.length === limits.propertiesOfElement.most) {
        this.file.log.count(sentenceOf(limits.propertiesOfElement), `#${this.file.idOf(row)}`)
        break
      }
      if (!this.file.shared.affordsProperty([set, name, value])) break
      rows.push({ set, name, value })
    }
    for (const list of [this.property, this.value, this.flags]) list.cut(start)
    return rows
  }

  private affords(held: Int32Array, spatial: boolean): boolean {
    const { allowance } = this.file
    if (!allowance.spend(held.length * cellCost)) return false
    let cost = 0
    for (let i = 0; i < held.length; i++) {
      const set = this.sets.at(held[i]!)
      cost += spatial ? (set.end - set.start) * cellCost : set.cost
    }
    return allowance.spend(cost)
  }

  /** Marks the properties of the occurrence, because sets of its type may come first in the file. */
  private mark(own: Int32Array): void {
    for (let i = 0; i < own.length; i++) {
      const { end, start } = this.sets.at(own[i]!)
      for (let entry = start; entry < end; entry++) {
        this.ownSeen.set(this.sets.entryProperty.at(entry), -this.round)
      }
    }
  }

  private recordsOf(held: Int32Array): number {
    let records = 0
    for (let i = 0; i < held.length; i++) {
      if (i === 0 || held[i] !== held[i - 1]) records += this.sets.at(held[i]!).records
    }
    return records
  }

  private add(set: number, level: number): void {
    const { sets } = this
    const { end, start } = sets.at(set)
    const seen = level === 0 ? this.ownSeen : this.typeSeen
    const entry = level === 0 ? this.ownEntry : this.typeEntry
    for (let i = start; i < end; i++) {
      const property = sets.entryProperty.at(i)
      const value = sets.entryValue.at(i)
      if (seen.get(property) === this.round) {
        const first = entry.get(property)
        if (first < this.overridden) continue
        this.repeated.push(property)
        if (this.value.at(first) !== value) this.flags.set(first, this.flags.at(first) | CELL_AMBIGUOUS)
        continue
      }
      const hidden = level !== 0 && Math.abs(this.ownSeen.get(property)) === this.round
      seen.set(property, this.round)
      entry.set(property, this.property.length)
      this.property.push(property)
      this.value.push(value)
      this.flags.push(hidden ? level | CELL_HIDDEN : level)
    }
  }
}
