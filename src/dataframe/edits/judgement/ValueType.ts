import type { FieldDataType } from "../../../domain/products/FieldDetail.ts"
import {
  VALUE_BOOLEAN,
  VALUE_ENUMERATION,
  VALUE_FIXED,
  VALUE_INTEGER,
  VALUE_KIND_MASK,
  VALUE_NULL,
  VALUE_REAL,
  VALUE_TEXT
} from "../../../domain/models/ModelContent.ts"
import type { CustomDefinition } from "../../query/View.ts"
import type { Column } from "../../table/Column.ts"
import * as ColumnRecord from "../../table/ColumnRecord.ts"
import type { ProductTable } from "../../table/ProductTable.ts"

/** What a cell of a property takes. */
export interface ValueType {
  /** Null: whatever comes. */
  readonly type: FieldDataType | null
  /** Several values are one text, joined by `; `. */
  readonly isList: boolean
  /** Those of an enumeration, empty where nobody names them. */
  readonly words: ReadonlySet<string>
  readonly quantity: boolean
  readonly unit: string | null
}

/** Type and unit of one value; a null type where it is none. */
interface Typed {
  readonly type: FieldDataType | null
  readonly unit: string | null
}

const untyped: Typed = { type: null, unit: null }

/** The types of the cells of one property: of the model, where that has it, and of its definition. */
export class ValueTypes {
  private readonly words: ReadonlySet<string>
  /** Which distinct value stands first in the file, those without a type aside; -1 for none. */
  private first: number | null = null

  constructor(
    private readonly table: ProductTable,
    private readonly column: Column | null,
    private readonly definition: CustomDefinition | null
  ) {
    this.words = new Set([...(column?.enumeration() ?? []), ...(definition?.enumerationValues ?? [])])
  }

  /** Of a row: its own, else the definition's, else that of the first value in the file. */
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
      words,
      quantity: column?.has(ColumnRecord.QUANTITY) ?? false,
      unit: own.unit ?? other.unit
    }
  }

  /** Whether the value of a row, or what the model has where it has none, is of a form that cannot be edited. */
  isFixed(row: number): boolean {
    const { column, definition } = this
    if (column === null) return false
    const own = column.keyOf(row)
    const key = own === -1 && definition === null ? this.firstOfModel() : own
    return key !== -1 && (column.kindOf(key) & VALUE_FIXED) !== 0
  }

  private typed(key: number): Typed {
    const { column, table } = this
    if (column === null || key === -1) return untyped
    const unit = column.unitOf(key)
    return { type: typeOf(column.kindOf(key)), unit: unit === -1 ? null : table.units[unit]!.name }
  }

  private firstOfModel(): number {
    const { column } = this
    if (this.first !== null || column === null) return this.first ?? -1
    let first = -1
    column.forEachCell((_, cell) => {
      const key = column.codes === null ? cell : column.codes[cell]!
      if (first === -1 && column.kindOf(key) !== VALUE_NULL) first = key
    })
    return (this.first = first)
  }
}

const typeOf = (kind: number): FieldDataType | null => {
  switch (kind & VALUE_KIND_MASK) {
    case VALUE_TEXT:
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
