import type { AvroRecord, AvroType } from "./Avro.ts"
import { partitionFieldId } from "./Table.ts"

// Names and ids are those of the Iceberg Table Spec, format version 2, Manifests and Manifest Lists.

const field = (id: number, name: string, type: AvroType): AvroRecord["fields"][number] =>
  Array.isArray(type) ? { name, type, "field-id": id, default: null } : { name, type, "field-id": id }
const optional = (type: AvroType): AvroType => ["null", type]
const record = (name: string, ...fields: AvroRecord["fields"]): AvroRecord => ({ type: "record", name, fields })

/** A map whose keys are integers: an array of records. */
const map = (key: number, value: number, type: AvroType): AvroType => ({
  type: "array",
  items: record(`k${key}_v${value}`, field(key, "key", "int"), field(value, "value", type)),
  logicalType: "map"
})

const list = (id: number, items: AvroType): AvroType => ({ type: "array", items, "element-id": id })

const partitionRecord = (name: string) => record("r102", field(partitionFieldId, name, optional("string")))

/** Returns the schema of a manifest's entries, for a partition by the column of this name. */
export const manifestEntry = (partition: string): AvroRecord =>
  record(
    "manifest_entry",
    field(0, "status", "int"),
    field(1, "snapshot_id", optional("long")),
    field(3, "sequence_number", optional("long")),
    field(4, "file_sequence_number", optional("long")),
    field(
      2,
      "data_file",
      record(
        "r2",
        field(134, "content", "int"),
        field(100, "file_path", "string"),
        field(101, "file_format", "string"),
        field(102, "partition", partitionRecord(partition)),
        field(103, "record_count", "long"),
        field(104, "file_size_in_bytes", "long"),
        field(108, "column_sizes", optional(map(117, 118, "long"))),
        field(109, "value_counts", optional(map(119, 120, "long"))),
        field(110, "null_value_counts", optional(map(121, 122, "long"))),
        field(137, "nan_value_counts", optional(map(138, 139, "long"))),
        field(125, "lower_bounds", optional(map(126, 127, "bytes"))),
        field(128, "upper_bounds", optional(map(129, 130, "bytes"))),
        field(132, "split_offsets", optional(list(133, "long"))),
        field(140, "sort_order_id", optional("int"))
      )
    )
  )

/** The schema of the entries of a list of manifests. */
export const manifestFile = record(
  "manifest_file",
  field(500, "manifest_path", "string"),
  field(501, "manifest_length", "long"),
  field(502, "partition_spec_id", "int"),
  field(517, "content", "int"),
  field(515, "sequence_number", "long"),
  field(516, "min_sequence_number", "long"),
  field(503, "added_snapshot_id", "long"),
  field(504, "added_files_count", "int"),
  field(505, "existing_files_count", "int"),
  field(506, "deleted_files_count", "int"),
  field(512, "added_rows_count", "long"),
  field(513, "existing_rows_count", "long"),
  field(514, "deleted_rows_count", "long"),
  field(
    507,
    "partitions",
    optional(
      list(
        508,
        record(
          "r508",
          field(509, "contains_null", "boolean"),
          field(518, "contains_nan", optional("boolean")),
          field(510, "lower_bound", optional("bytes")),
          field(511, "upper_bound", optional("bytes"))
        )
      )
    )
  )
)
