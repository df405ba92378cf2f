import type { SheetColumn } from "../SheetColumn.ts"
import type { SheetBlock } from "../write/SheetBlock.ts"

/** The rows of a block of a large table, as in the pages of a query. */
const blockRows = 50_000

const classes = ["IfcWall", "IfcSlab", "IfcDoor", "IfcWindow", "IfcBeam", "IfcColumn", "IfcCovering", "IfcMember"]

interface Source extends SheetColumn {
  /** The number of distinct values. */
  readonly size: number
  readonly valueOf: (key: number) => string | number | boolean | null
}

const text = (name: string, size: number, valueOf: Source["valueOf"]): Source => ({
  name,
  unit: null,
  type: "Text",
  size,
  valueOf
})
const real = (name: string, unit: string | null, size: number): Source => ({
  name,
  unit,
  type: "Real",
  size,
  valueOf: (key) => (key % 10 === 0 ? null : (key * 37) / 1000)
})

/** Twenty fields of products as in real models: a third is different in each product, the others repeat. */
const sourcesOf = (rows: number): ReadonlyArray<Source> => [
  text("Guid", rows, (key) => `3vB2YO${key.toString(36).padStart(16, "0")}`),
  text("Class", classes.length, (key) => classes[key]!),
  text("Name", rows, (key) => `Basic Wall:Exterior - Brick on CMU:${100_000 + key}`),
  text("SpatialLocation", 40, (key) => `Level ${key}`),
  text("Code", 300, (key) => (key % 4 === 0 ? null : `${20 + (key % 60)}.${key}`)),
  text("MaterialLayerSet", 120, (key) => `Brick ${key} | Insulation, mineral ${key % 40} | "Größe" ${key}`),
  text("FireRating", 6, (key) => (key === 0 ? null : `REI ${key * 30}`)),
  text("Reference", 400, (key) => `Type ${key}`),
  { name: "IsExternal", unit: null, type: "Boolean", size: 3, valueOf: (key) => (key === 0 ? null : key === 1) },
  { name: "LoadBearing", unit: null, type: "Boolean", size: 2, valueOf: (key) => key === 1 },
  { name: "Storeys", unit: null, type: "Integer", size: 12, valueOf: (key) => key },
  text("Status", 5, (key) => `Status ${key}`),
  real("ThermalTransmittance", "WattPerSquareMetreKelvin", 60),
  real("Width", "Millimetre", 80),
  real("Height", "Millimetre", 900),
  real("Length", "Millimetre", rows),
  real("NetSideArea", "SquareMetre", rows),
  real("GrossSideArea", "SquareMetre", rows),
  real("NetVolume", "CubicMetre", rows),
  { name: "Mark", unit: null, type: "Mixed", size: 2_000, valueOf: (key) => (key % 2 === 0 ? key : `M-${key}`) }
]

/** A table of products of 20 fields. */
export const largeColumns: ReadonlyArray<SheetColumn> = sourcesOf(1).map(({ name, type, unit }) => ({
  name,
  type,
  unit
}))

/**
 * Returns the keys of a block's rows: the numbers of the rows, or keys below `size` that are scattered by a
 * multiplication, because neighbours are seldom equal in models.
 */
const keysOf = (rows: number, start: number, size: number | null): Uint32Array => {
  const keys = new Uint32Array(rows)
  for (let row = 0; row < rows; row++) {
    keys[row] = size === null ? start + row : (Math.imul(start + row, 0x9e3779b1) >>> 0) % size
  }
  return keys
}

/**
 * Generates the rows of a table of products of 20 fields. Values are made on demand, or all at the beginning, as in an
 * open table.
 */
export function* largeBlocks(count: number, made: "late" | "early"): Generator<SheetBlock, void, undefined> {
  const sources = sourcesOf(count).map(({ size, valueOf }) => {
    if (made === "late") return { size, valueOf }
    const values = Array.from({ length: size }, (_, key) => valueOf(key))
    return { size, valueOf: (key: number) => values[key]! }
  })
  for (let start = 0; start < count; start += blockRows) {
    const rows = Math.min(blockRows, count - start)
    yield {
      rows,
      columns: sources.map(({ size, valueOf }, i) => ({
        keys: size === count ? keysOf(rows, start, null) : keysOf(rows, start + i, size),
        size,
        valueOf
      }))
    }
  }
}
