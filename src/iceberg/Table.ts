import type { ParquetWriter } from "hyparquet-writer"

/** A column of a table. Its id never changes its meaning and is never used again. */
export interface Column {
  readonly id: number
  readonly name: string
  readonly type: "string" | "double" | "boolean"
  readonly doc: string
  readonly required?: true
}

/** A table that is partitioned by its first column, a text. */
export interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<Column>
  /** The names of the columns by which the rows of a file are sorted. */
  readonly sortedBy: ReadonlyArray<string>
}

/** The id of the partition field. Ids of partition fields start at 1000. */
export const partitionFieldId = 1000

const idOf = ({ columns }: Table, name: string): number => columns.find((column) => column.name === name)!.id

/** Returns the schema in the form of Iceberg's metadata. */
export const schemaOf = ({ columns }: Table) => ({
  type: "struct",
  "schema-id": 0,
  fields: columns.map(({ doc, id, name, required = false, type }) => ({ id, name, required, type, doc }))
})

/** Returns the partition fields. */
export const partitionOf = (table: Table) => [
  {
    name: table.columns[0]!.name,
    transform: "identity",
    "source-id": table.columns[0]!.id,
    "field-id": partitionFieldId
  }
]

/** Returns the order of the rows of each file; order 0 means unsorted. */
export const sortOrdersOf = (table: Table) => [
  { "order-id": 0, fields: [] },
  {
    "order-id": 1,
    fields: table.sortedBy.map((name) => ({
      transform: "identity",
      "source-id": idOf(table, name),
      direction: "asc",
      "null-order": "nulls-first"
    }))
  }
]

/** Returns the names of the fields, for readers that do not look at ids. */
export const nameMappingOf = ({ columns }: Table): string =>
  JSON.stringify(columns.map(({ id, name }) => ({ "field-id": id, names: [name] })))

const text = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const
const parquetTypes = { string: text, double: { type: "DOUBLE" }, boolean: { type: "BOOLEAN" } } as const

/** Returns the schema of the table's Parquet files. Without field ids DuckDB would read nulls. */
export const parquetSchemaOf = ({ columns, name }: Table): ParquetWriter["schema"] => [
  { name, num_children: columns.length },
  ...columns.map(({ id, name, required, type }) => ({
    name,
    field_id: id,
    ...parquetTypes[type],
    repetition_type: required === true ? ("REQUIRED" as const) : ("OPTIONAL" as const)
  }))
]
