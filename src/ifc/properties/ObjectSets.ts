import { cellCost } from "../index/Allowance.ts"
import { Int32List } from "../step/Growing.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import type { PropertySets } from "./PropertySets.ts"

/** The property sets and the type of each object of a file. */
export class ObjectSets {
  private readonly starts: Uint32Array
  private readonly sets: Int32Array
  private readonly types: Int32Array
  private readonly setsOfTypes = new Map<number, Int32Array>()

  constructor(
    private readonly file: IfcFile,
    private readonly propertySets: PropertySets
  ) {
    this.types = new Int32Array(file.rows).fill(-1)
    const objects = new Int32List()
    const held = new Int32List()
    const read = file.reader()
    const definitions: Array<number> = []
    for (const relation of file.rowsOf("IfcRelDefinesByProperties")) {
      if (!read.openRow(relation)) continue
      definitions.length = 0
      read.references(5, (id) => {
        const row = file.rowOf(id)
        if (propertySets.isSet(row)) definitions.push(row)
        else if (row < 0)
          file.log.count("Property sets that are missing in the file, although relations refer to them", `#${id}`)
      })
      if (propertySets.isOverriding(relation)) definitions.push(relation)
      read.references(4, (id) => {
        const object = file.rowOf(id)
        if (object < 0)
          return file.log.count("Objects that are missing in the file, although relations refer to them", `#${id}`)
        if (file.is(object, "IfcProject")) {
          for (const set of definitions) {
            file.log.count("Property sets of the IfcProject, which are shown with no product", `#${file.idOf(set)}`)
          }
          return
        }
        if (definitions.length > 1 && !file.allowance.spend(definitions.length * cellCost)) {
          return file.log.count("Objects that share too many property sets, which were left out", `#${id}`)
        }
        for (const set of definitions) {
          objects.push(object)
          held.push(set)
        }
      })
    }
    for (const relation of file.rowsOf("IfcRelDefinesByType")) {
      if (!read.openRow(relation)) continue
      const type = read.row(5)
      if (!file.is(type, "IfcTypeObject")) continue
      read.references(4, (id) => {
        const object = file.rowOf(id)
        if (object < 0) return
        if (this.types[object] === -1) this.types[object] = type
        else if (this.types[object] !== type) {
          file.log.count("Objects with several types, of which the first was used", `#${id}`)
        }
      })
    }
    this.starts = new Uint32Array(file.rows + 1)
    for (let i = 0; i < objects.length; i++) this.starts[objects.at(i)]!++
    // `starts` first holds the ends. Each set that is put moves the entry of its object towards the start.
    for (let row = 0; row < file.rows; row++) this.starts[row + 1]! += this.starts[row]!
    this.sets = new Int32Array(held.length)
    for (let i = 0; i < held.length; i++) this.sets[--this.starts[objects.at(i)]!] = held.at(i)
    for (let row = 0; row < file.rows; row++) {
      if (this.starts[row + 1]! - this.starts[row]! > 1) this.own(row).sort()
    }
  }

  /**
   * Returns the rows of an object's own sets, including relations that override properties of a set, in the order of
   * the file. A set assigned twice occurs twice.
   */
  own(row: number): Int32Array {
    const start = this.starts[row]!
    const end = this.starts[row + 1]!
    return start === end ? none : this.sets.subarray(start, end)
  }

  /** Returns the row of an object's type, or -1 if it has none. */
  typeOf(row: number): number {
    return this.types[row]!
  }

  /** Returns the rows of the sets that an object has through its type, in the order of the file. */
  ofType(row: number): Int32Array {
    const type = this.types[row]!
    if (type < 0) return none
    return this.setsOfTypes.getOrInsertComputed(type, () => this.readType(type))
  }

  private readType(type: number): Int32Array {
    const rows: Array<number> = []
    const read = this.file.reader()
    if (read.openRow(type)) {
      read.references(5, (id) => {
        const set = this.file.rowOf(id)
        if (this.propertySets.isSet(set)) rows.push(set)
      })
    }
    return Int32Array.from(new Set(rows)).sort()
  }
}

const none = new Int32Array(0)
