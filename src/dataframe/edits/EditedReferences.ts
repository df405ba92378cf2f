import type { OwnDeleted } from "../../domain/Edit.ts"
import type { ContentMaterialSet } from "../../domain/ModelContent.ts"
import type { ByGuid, CodesNow } from "../query/Overlay.ts"
import * as ColumnRecord from "../table/ColumnRecord.ts"
import type { Section } from "../table/Layout.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import type { CodeSection, LocationSection, MaterialSection } from "../table/Structure.ts"
import { LoneColumn } from "./LoneColumn.ts"
import { editedRows } from "./Rows.ts"

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

/** A column of a table's codes with some of them changed, and what stands behind the list that they point into. */
const write = (
  table: ProductTable,
  name: ColumnRecord.ReferenceColumn,
  codes: Uint32Array,
  list: Partial<Record<Section, Uint8Array>>
): Uint8Array => {
  const out = new LoneColumn(table.count, ColumnRecord.attributes.length + ColumnRecord.references.indexOf(name))
  const size = codes.reduce((most, code) => Math.max(most, code + 1), table.reference(name).size)
  const presence = ColumnRecord.PRESENCE_FULL << ColumnRecord.PRESENCE_SHIFT
  out.set("count", table.count)
  out.set("size", size)
  out.set("flags", presence | out.codes(codes, size))
  return out.join({ set: "", name: "", enumeration: null }, list)
}

const codesOf = (table: ProductTable, name: ColumnRecord.ReferenceColumn): Uint32Array =>
  Uint32Array.from(table.reference(name).codes!.subarray(0, table.count))

/** Numbers of things by their guids: those of a table, then others as they come up. */
class Numbers {
  private readonly numbers: Map<string, number>
  readonly added: Array<string> = []

  constructor(private readonly own: ReadonlyArray<string>) {
    this.numbers = new Map(own.map((guid, i) => [guid, i]))
  }

  of(guid: string): number {
    const number = this.numbers.get(guid) ?? this.own.length + this.added.push(guid) - 1
    this.numbers.set(guid, number)
    return number
  }
}

/** Parts within parts; deeper ones are a file's circle. */
const deepest = 64

/** Where products are after edits; those of a whole move its parts. Null where no product of the table is edited. */
export const locations = (table: ProductTable, now: ByGuid<string>): Uint8Array | null => {
  const edited = editedRows(table, now)
  if (edited.rows.length === 0) return null
  const numbers = new Numbers(table.locations.map(({ guid }) => guid))
  const codes = codesOf(table, "location")
  const moved = new Set<number>()
  for (const [i, row] of edited.rows.entries()) {
    const guid = edited.now[i]!
    codes[row] = guid === "" ? 0 : numbers.of(guid) + 1
    moved.add(row)
  }
  const { wholes } = table
  for (let row = 0; row < wholes.length; row++) {
    if (wholes[row] === -1 || moved.has(row)) continue
    let at = wholes[row]!
    for (let depth = 0; at !== -1 && !moved.has(at) && depth < deepest; depth++) at = wholes[at]!
    if (moved.has(at)) codes[row] = codes[at]!
  }
  const added: LocationSection = numbers.added.map((guid) => ({ guid, name: "", type: "", parent: -1 }))
  return write(table, "location", codes, { locations: json(added) })
}

/** What products are made of after edits: each edited one of a single material, or none. */
export const materials = (table: ProductTable, now: ByGuid<string | null | OwnDeleted>): Uint8Array | null => {
  const edited = editedRows(table, now)
  if (edited.rows.length === 0) return null
  const numbers = new Numbers(table.materialGuids)
  const codes = codesOf(table, "materialSet")
  const sets = new Map<number, number>()
  for (const [i, row] of edited.rows.entries()) {
    const guid = edited.now[i]
    // What a type says below the occurrence's own is not in the table.
    if (typeof guid !== "string") {
      codes[row] = 0
      continue
    }
    const material = numbers.of(guid)
    if (!sets.has(material)) sets.set(material, table.materials.sets.length + sets.size)
    codes[row] = sets.get(material)! + 1
  }
  const added: MaterialSection = {
    names: [],
    guids: numbers.added,
    sets: Array.from(sets.keys(), (material): ContentMaterialSet => {
      const layers = [{ material, name: null, thickness: null, fraction: null }]
      return { name: null, form: "single", layers }
    })
  }
  return write(table, "materialSet", codes, { materials: json(added) })
}

/** The codes of products after edits. */
export const codes = (table: ProductTable, now: ByGuid<CodesNow>): Uint8Array | null => {
  const edited = editedRows(table, now)
  if (edited.rows.length === 0) return null
  const numbers = new Numbers(table.codeGuids)
  const column = codesOf(table, "codeSet")
  const { sets } = table.codes
  const added = new Map<string, number>()
  for (const [i, row] of edited.rows.entries()) {
    const { added: more, all, removed } = edited.now[i]!
    const without = new Set(removed.map((guid) => numbers.of(guid)))
    const own = all?.map((guid) => numbers.of(guid)) ?? sets[column[row]!]!
    const left = own.filter((code) => !without.has(code))
    const key = [...new Set([...left, ...more.map((guid) => numbers.of(guid))])].join()
    if (!added.has(key)) added.set(key, sets.length + added.size)
    column[row] = added.get(key)!
  }
  const section: CodeSection = {
    codifications: [],
    codes: [],
    guids: numbers.added,
    sets: Array.from(added.keys(), (key) => (key === "" ? [] : key.split(",").map(Number)))
  }
  return write(table, "codeSet", column, { codes: json(section) })
}
