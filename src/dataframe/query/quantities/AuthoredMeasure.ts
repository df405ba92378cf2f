import { type ContentUnit, VALUE_INTEGER, VALUE_KIND_MASK, VALUE_REAL } from "../../../domain/models/ModelContent.ts"
import { type AuthoredQuantities, type MeasureKind, namesFor } from "./Calculator.ts"
import type { Column } from "../../table/Column.ts"
import * as Catalogue from "../../table/ColumnRecord.ts"
import type { ProductTable, TableProperty } from "../../table/ProductTable.ts"

/** The source of each row's value: the index of a property, or a negative mark. */
export type Sources = Int16Array | Int32Array

/** The values of one measure that the model itself states, by row. */
export interface AuthoredMeasure {
  /** The values in SI units; NaN if there is none. */
  readonly values: Float64Array
  /** The index of the property that the value comes from, `NONE` or `NOT_APPLICABLE`. */
  readonly sources: Sources
}

export const NONE = -1
const NOT_APPLICABLE = -2

/** Returns the authored measure of a table. It is cached with the table, whose values never change. */
export const of = (table: ProductTable, authored: AuthoredQuantities): AuthoredMeasure =>
  table.once(
    "measure",
    () => {
      const made = make(table, authored)
      table.extra.bytes += made.values.byteLength + made.sources.byteLength
      return made
    },
    authored
  )

/** Returns the authored measure of a table without caching it. */
export const make = (table: ProductTable, authored: AuthoredQuantities): AuthoredMeasure => {
  const values = new Float64Array(table.count).fill(Number.NaN)
  const isShort = table.propertyCount < 0x7fff
  const sources = (isShort ? new Int16Array(table.count) : new Int32Array(table.count)).fill(NONE)
  const classOf = table.reference("class").codes!
  const names = table.structure.classes.map((name) => namesFor(authored, name))
  const depth = names.reduce((most, list) => Math.max(most, list?.length ?? 0), 0)
  const exceptions = new Set<number>()
  for (let k = 0; k < depth; k++) {
    for (const name of new Set(names.map((list) => list?.[k]).filter((name) => name !== undefined))) {
      for (const row of table.groups.get(name)?.exceptions.keys() ?? []) exceptions.add(row)
      const serves = names.map((list) => list?.[k] === name)
      for (const property of candidates(table, name)) {
        fill(table, authored.kind, property, (row) => serves[classOf[row]!]!, values, sources)
      }
    }
  }
  for (const row of exceptions) settle(table, authored.kind, row, names[classOf[row]!]!, values, sources)
  for (let row = 0; row < table.count; row++) if (names[classOf[row]!] === null) sources[row] = NOT_APPLICABLE
  return { values, sources }
}

/**
 * Returns the precedence of a property's set: `Qto_…` before `BaseQuantities` before other element quantities, or -1
 * for any other set.
 */
const setRank = ({ set, column }: TableProperty): number =>
  set.startsWith("Qto_") ? 0 : set === "BaseQuantities" ? 1 : column.has(Catalogue.QUANTITY) ? 2 : -1

const ranked = (properties: ReadonlyArray<TableProperty>): ReadonlyArray<TableProperty> =>
  properties.filter((property) => setRank(property) !== -1).toSorted((a, b) => setRank(a) - setRank(b))

const candidates = (table: ProductTable, name: string): ReadonlyArray<TableProperty> =>
  table.once(`quantities ${name}`, () => ranked(byName(table).get(name) ?? []))

const byName = (table: ProductTable): ReadonlyMap<string, ReadonlyArray<TableProperty>> =>
  table.once("propertiesByName", () => {
    const all = Map.groupBy(table.properties, ({ name }) => name) as Map<string, ReadonlyArray<TableProperty>>
    for (const [name, { members }] of table.groups) all.set(name, members)
    return all
  })

const fill = (
  table: ProductTable,
  kind: MeasureKind,
  property: TableProperty,
  serves: (row: number) => boolean,
  values: Float64Array,
  sources: Sources
): void => {
  const { codes, count, size } = property.column
  const toSi = conversionsOf(table, kind)
  const si = new Float64Array(codes === null ? count : size)
  for (let key = 0; key < si.length; key++) si[key] = siValue(property.column, key, toSi)
  property.column.forEachCell((row, cell) => {
    if (sources[row] !== NONE || !serves(row)) return
    const value = si[codes === null ? cell : codes[cell]!]!
    if (Number.isNaN(value)) return
    values[row] = value
    sources[row] = property.index
  })
}

/** Determines the value of a row whose order of sets differs from that of most products. */
const settle = (
  table: ProductTable,
  kind: MeasureKind,
  row: number,
  names: ReadonlyArray<string> | null,
  values: Float64Array,
  sources: Sources
): void => {
  values[row] = Number.NaN
  sources[row] = NONE
  const toSi = conversionsOf(table, kind)
  for (const name of names ?? []) {
    const order = table.groups.get(name)?.exceptions.get(row)
    for (const property of order === undefined ? candidates(table, name) : ranked(order)) {
      const { column } = property
      const cell = column.cellOf(row)
      if (cell === -1) continue
      const value = siValue(column, column.codes === null ? cell : column.codes[cell]!, toSi)
      if (Number.isNaN(value)) continue
      values[row] = value
      sources[row] = property.index
      return
    }
  }
}

type Conversion = Pick<ContentUnit, "toSi" | "offset">

/**
 * Returns the number of a cell, or of a code of the dictionary, in SI units, or NaN if it is not a number or measures
 * something else.
 */
const siValue = (column: Column, key: number, conversionOf: (unit: number) => Conversion): number => {
  const type = column.kindOf(key) & VALUE_KIND_MASK
  if (column.plain === null && type !== VALUE_REAL && type !== VALUE_INTEGER) return Number.NaN
  const value = column.plain === null ? (column.valueOf(key) as number) : column.plain[key]!
  const { offset, toSi } = conversionOf(column.unitOf(key))
  return value * toSi + offset
}

/** Returns the conversion of each unit of a table by its index; a plain number (-1) is in the model's unit of the measure. */
const conversionsOf = (table: ProductTable, kind: MeasureKind): ((unit: number) => Conversion) => {
  const plain = unitOf(table, kind)
  const { units } = table
  return (unit) => (unit === -1 ? plain : units[unit]!.kind === kind ? units[unit]! : none)
}

/** A unit of something else, in which no value has a number. */
const none = { toSi: Number.NaN, offset: 0 }

/** Returns the model's unit of a measure, or SI if it assigns none. */
export const unitOf = ({ structure, units }: ProductTable, kind: MeasureKind): Conversion => {
  const { areaUnit, lengthUnit, volumeUnit } = structure
  const index = { LENGTHUNIT: lengthUnit, AREAUNIT: areaUnit, VOLUMEUNIT: volumeUnit }[kind]
  return units[index ?? -1] ?? { toSi: 1, offset: 0 }
}
