import { compareCodePoints } from "../../domain/Text.ts"
import { datasetTables } from "../../domain/dataset/DatasetTables.ts"
import { VALUE_DIGITS } from "../../domain/models/ModelContent.ts"
import type { Scalar } from "../../domain/products/Filter.ts"
import { finite, type SiUnit, siUnitOf } from "../../ifc/units/SiUnits.ts"
import { Cells } from "../parquet/Cells.ts"
import type { Column } from "../table/Column.ts"
import type { TableProperty } from "../table/ProductTable.ts"
import * as Names from "../query/Names.ts"
import { DatasetFile } from "./DatasetFile.ts"
import type { DatasetModel } from "./DatasetModel.ts"

const valueColumns = ["text", "number", "boolean", "unit", "number_si", "unit_si"] as const
type Values = Readonly<Record<(typeof valueColumns)[number], Scalar>>
type File = DatasetFile<"model_id" | "guid" | "class" | "property_set" | "property" | "origin" | keyof Values>

const noValue: Values = { text: null, number: null, boolean: null, unit: null, number_si: null, unit_si: null }

/** The units of a table, and the SI units to which numbers are converted. */
interface Units {
  readonly names: ReadonlyArray<string>
  readonly si: ReadonlyArray<SiUnit | null>
}

/** Returns the columns of a value. `defined` is the unit that the project gives to numbers without one. */
const valuesOf = (column: Column, key: number, { names, si }: Units, defined: string | null): Values => {
  const value = column.valueOf(key)
  if (value === null) return noValue
  if (typeof value === "boolean") return { ...noValue, boolean: value }
  const unit = column.unitOf(key)
  const known = si[unit] ?? null
  const name = names[unit] || defined
  if (typeof value === "string") {
    const isDigits = key < column.textCount && (column.kindOf(key) & VALUE_DIGITS) !== 0
    const number = isDigits && known !== null ? finite(known.convert(Number(value))) : null
    const isText = names[unit] === undefined || names[unit] === ""
    return {
      ...noValue,
      text: value,
      unit: isText ? null : name,
      number_si: number,
      unit_si: isText ? null : (known?.name ?? name)
    }
  }
  if (!Number.isFinite(value)) return { ...noValue, text: String(value) }
  return {
    ...noValue,
    number: value,
    unit: name,
    number_si: known === null ? value : finite(known.convert(value)),
    unit_si: known?.name ?? name
  }
}

/** The codes of the values of a property in a row group, by key. */
class KnownValues {
  private readonly groups: Uint32Array
  private readonly codes: ReadonlyArray<Int32Array>

  constructor(keys: number) {
    this.groups = new Uint32Array(keys)
    this.codes = valueColumns.map(() => new Int32Array(keys))
  }

  /** Adds the columns of a value to a row; `make` returns it if the group does not contain the key yet. */
  add({ columns, group }: File, key: number, make: () => Values): void {
    if (this.groups[key] !== group + 1) {
      const values = make()
      this.groups[key] = group + 1
      for (const [i, name] of valueColumns.entries()) this.codes[i]![key] = columns[name].codeOf(values[name])
    }
    for (const [i, name] of valueColumns.entries()) columns[name].rows.add(this.codes[i]![key]!)
  }
}

/** The codes of products in a row group, by their position among all GlobalIds. */
class KnownProducts {
  private readonly groups: Uint32Array
  private readonly guids: Int32Array
  private readonly classes: Int32Array
  private readonly rowOf: Uint32Array

  constructor(private readonly model: DatasetModel) {
    const { count } = model.table
    this.groups = new Uint32Array(count)
    this.guids = new Int32Array(count)
    this.classes = new Int32Array(count)
    this.rowOf = new Uint32Array(count)
    const guids = model.table.attribute("Guid")
    for (let row = 0; row < count; row++) this.rowOf[guids.keyOf(row)] = row
  }

  guidAt(place: number): string {
    return this.model.table.guidOf(this.rowOf[place]!)
  }

  add({ columns, group }: File, place: number): void {
    if (this.groups[place] !== group + 1) {
      const { table } = this.model
      const className = table.structure.classes[table.reference("class").codes![this.rowOf[place]!]!]!
      this.groups[place] = group + 1
      this.guids[place] = columns.guid.codeOf(this.guidAt(place))
      this.classes[place] = columns.class.codeOf(className)
    }
    columns.guid.rows.add(this.guids[place]!)
    columns.class.rows.add(this.classes[place]!)
  }
}

/** Generates the data file of the properties of a model, sorted by set, property and GlobalId. */
export function* propertyRows(
  model: DatasetModel,
  file: File = new DatasetFile(datasetTables.properties)
): Generator<Uint8Array<ArrayBuffer>, DatasetFile, undefined> {
  const { modelId, table, view } = model
  const { columns } = file
  const { definitions } = Names.of(table, view)
  const units: Units = { names: table.units.map(({ name }) => name), si: table.units.map(siUnitOf) }
  const products = new KnownProducts(model)
  const cells = new Cells(table)
  const end = ({ name, set }: TableProperty) => {
    const { count } = columns.guid.rows
    columns.model_id.fill(modelId, count)
    columns.property_set.fill(set, count)
    columns.property.fill(name, count)
  }
  const sorted = table.properties.toSorted(
    (a, b) => compareCodePoints(a.set, b.set) || compareCodePoints(a.name, b.name)
  )
  for (const property of sorted) {
    const { column, name, set } = property
    const defined = definitions.get(set)?.get(name)?.unit ?? null
    const edited = view.overlay.properties.get(`${set}\0${name}`)
    const known = new KnownValues(column.keys)
    cells.take(column)
    for (let i = 0; i < cells.count; i++) {
      const place = cells.places[i]!
      const cell = cells.cellAt(place)
      const key = column.codes === null ? cell : column.codes[cell]!
      products.add(file, place)
      known.add(file, key, () => valuesOf(column, key, units, defined))
      const isEdited = edited !== undefined && !column.isOfType(cell) && edited.has(products.guidAt(place))
      columns.origin.add(isEdited ? "Edit" : column.isOfType(cell) ? "Type" : "Occurrence")
      if (!file.isFull(columns.guid.rows.count)) continue
      end(property)
      yield file.flush()
    }
    end(property)
  }
  if (columns.guid.rows.count > 0) yield file.flush()
  yield file.finish()
  return file
}
