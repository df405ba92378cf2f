import type { FieldDataType } from "../../../domain/products/FieldDetail.ts"
import {
  type ItemType,
  VALUE_BOOLEAN,
  VALUE_DIGITS,
  VALUE_ENUMERATION,
  VALUE_FIXED,
  VALUE_INTEGER,
  VALUE_KIND_MASK,
  VALUE_NULL,
  VALUE_REAL,
  VALUE_TEXT
} from "../../../domain/models/ModelContent.ts"
import { itemsIn } from "./ListItems.ts"
import type { CustomDefinition } from "../../query/View.ts"
import type { Column } from "../../table/Column.ts"
import * as ColumnRecord from "../../table/ColumnRecord.ts"
import type { ProductTable } from "../../table/ProductTable.ts"

/** The type of a property's cell, which new values are converted to. */
export interface ValueType {
  /** The data type, or null if any is accepted. */
  readonly type: FieldDataType | null
  /** Whether a text is split at `; ` into several values. */
  readonly isList: boolean
  /** The type of the items of a list; null if they are texts or unknown. */
  readonly items: ItemType | null
  /** The words of the enumeration; empty if they are unknown. */
  readonly words: ReadonlySet<string>
  readonly quantity: boolean
  readonly unit: string | null
}

/** Type and unit of one value. The type is null if there is no value. */
interface Typed {
  readonly type: FieldDataType | null
  readonly unit: string | null
}

const untyped: Typed = { type: null, unit: null }

/** The types of one property's cells, according to the model and to the property's definition. */
export class ValueTypes {
  private readonly words: ReadonlySet<string>
  /** The key of the first value in the file that has a type, or -1 if there is none. Null until it is computed. */
  private first: number | null = null

  constructor(
    private readonly table: ProductTable,
    private readonly column: Column | null,
    private readonly definition: CustomDefinition | null,
    private readonly items: ItemType | null
  ) {
    this.words = new Set([...(column?.enumeration() ?? []), ...(definition?.enumerationValues ?? [])])
  }

  /**
   * Returns the type of a row's cell: that of its value, else of the definition, else of the first value in the file.
   */
  of(row: number): ValueType {
    const { column, definition, words } = this
    const own = this.typed(column?.keyOf(row) ?? -1)
    const other =
      own.type !== null
        ? untyped
        : definition === null
          ? this.typed(this.firstOfModel())
          : { type: definition.dataType, unit: definition.unit }
    return {
      type: own.type ?? other.type,
      isList: column?.has(ColumnRecord.SEVERAL) ?? false,
      items: this.itemsOf(row),
      words,
      quantity: column?.has(ColumnRecord.QUANTITY) ?? false,
      unit: own.unit ?? other.unit
    }
  }

  /**
   * Returns whether a row's value has a form that cannot be edited. For a row without value and a property without
   * definition, the first value in the file decides.
   */
  isFixed(row: number): boolean {
    const { column, definition } = this
    if (column === null) return false
    const own = column.keyOf(row)
    const key = own === -1 && definition === null ? this.firstOfModel() : own
    return key !== -1 && (column.kindOf(key) & VALUE_FIXED) !== 0
  }

  /** Returns the type of the items of a row's cell. A single text beside lists in other cells is not one of them. */
  private itemsOf(row: number): ItemType | null {
    const { column, items } = this
    const key = column?.keyOf(row) ?? -1
    const value = key === -1 ? null : column!.valueOf(key)
    return items === null || value === null || itemsIn(String(value), items) !== null ? items : null
  }

  private typed(key: number): Typed {
    const { column, table } = this
    if (column === null || key === -1) return untyped
    const unit = column.unitOf(key)
    return { type: typeOf(column.kindOf(key)), unit: table.units[unit]?.name || null }
  }

  private firstOfModel(): number {
    const { column } = this
    if (this.first !== null || column === null) return this.first ?? -1
    let first = -1
    column.forEachCell((_, cell) => {
      const key = column.codes === null ? cell : column.codes[cell]!
      if (first === -1 && (column.kindOf(key) & VALUE_KIND_MASK) !== VALUE_NULL) first = key
    })
    return (this.first = first)
  }
}

const typeOf = (kind: number): FieldDataType | null => {
  switch (kind & VALUE_KIND_MASK) {
    case VALUE_TEXT:
      if ((kind & VALUE_DIGITS) !== 0) return "Integer"
      return (kind & VALUE_ENUMERATION) === 0 ? "String" : "Enum"
    case VALUE_REAL:
      return "Real"
    case VALUE_INTEGER:
      return "Integer"
    case VALUE_BOOLEAN:
      return "Boolean"
    default:
      return null
  }
}
