import * as DerivedUuid from "../src/domain/DerivedUuid.ts"
import type { BenchData } from "./QueryData.ts"
import type { Workload } from "./QueryWorkloads.ts"

export type Value = string | number | boolean

/** The workloads use only some of these properties. A peer with columns gets only those, which is its best case. */
const common = 25

/** The data for the peers: values by column, and all values of a product. */
export interface PeerData {
  readonly count: number
  readonly guid: ReadonlyArray<string>
  readonly className: (row: number) => string
  readonly name: (row: number) => string
  readonly columns: ReadonlyArray<PeerColumn>
  /** All values of a product by property name. */
  readonly valuesOf: (row: number) => ReadonlyMap<string, Value>
  /** The set and PropertyId of each property, by its name. */
  readonly properties: ReadonlyMap<string, { readonly set: string; readonly id: string }>
}

export interface PeerColumn {
  readonly name: string
  readonly kind: "text" | "number" | "boolean"
  /** Returns the value of a product; null if it has none. */
  readonly at: (row: number) => Value | null
}

export const rowsOf = ({ content, properties }: BenchData): PeerData => {
  const { products, texts, cells, values } = content
  const ids = Array.from({ length: common }, () => new Int32Array(products.count).fill(-1))
  for (let i = 0; i < cells.count; i++) {
    const property = cells.property[i]!
    if (property < common) ids[property]![cells.product[i]!] = cells.value[i]!
  }
  const shown = properties.slice(0, common)
  const valueOf = (kind: PeerColumn["kind"], id: number): Value => {
    const number = values.number[id]!
    return kind === "text" ? texts[number]! : kind === "boolean" ? number === 1 : number
  }
  const first = firstCells(products.count, cells)
  return {
    count: products.count,
    guid: products.guid,
    className: (row) => products.classes[products.class[row]!]!,
    name: (row) => texts[products.nameText[row]!]!,
    columns: shown.map(({ name, kind }, i) => ({
      name,
      kind,
      at: (row) => {
        const id = ids[i]![row]!
        return id === -1 ? null : valueOf(kind, id)
      }
    })),
    valuesOf: (row) => {
      const found = new Map<string, Value>()
      for (let i = first[row]!; i < first[row + 1]!; i++) {
        const { name, kind } = properties[cells.property[i]!]!
        found.set(name, valueOf(kind, cells.value[i]!))
      }
      return found
    },
    properties: new Map(shown.map(({ set, name }) => [name, { set, id: DerivedUuid.ofProperty("1", set, name) }]))
  }
}

/** The index of the first cell of each product. Cells are in the order of the products. */
const firstCells = (count: number, cells: BenchData["content"]["cells"]): Uint32Array => {
  const first = new Uint32Array(count + 1)
  for (let i = 0; i < cells.count; i++) first[cells.product[i]! + 1]!++
  for (let row = 0; row < count; row++) first[row + 1]! += first[row]!
  return first
}

/**
 * Returns the cell of a page in a peer: Guid, Class and Name by name, properties by name or by their place among the
 * fields.
 */
export type CellOf = (row: number, field: string, place: number) => unknown

const nothing = { PropertySet: null, Value: null, PropertyId: null }

/** Writes rows as objects, with JSON.stringify and a TextEncoder. */
export const pageOf = (
  { properties }: PeerData,
  { fields, pageSize }: Workload,
  rows: number,
  totalCount: number,
  cellOf: CellOf
): Uint8Array => {
  const known = fields.map((field) => properties.get(field))
  const result = Array.from({ length: rows }, (_, row) => {
    const shown: Record<string, unknown> = {}
    for (let place = 0; place < fields.length; place++) {
      const field = fields[place]!
      const value = cellOf(row, field, place)
      const property = known[place]
      if (property === undefined) shown[field] = value
      else if (value === null || value === undefined) shown[field] = nothing
      else shown[field] = { PropertySet: property.set, Value: value, PropertyId: property.id }
    }
    return shown
  })
  return new TextEncoder().encode(JSON.stringify({ totalCount, page: 1, pageSize, result }))
}
