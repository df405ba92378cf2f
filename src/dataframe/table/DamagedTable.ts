import * as Schema from "effect/Schema"

/** The error for bytes that are not a product table, have another format, or were truncated or changed. */
export class DamagedTable extends Schema.TaggedError<DamagedTable>()("DamagedTable", {
  reason: Schema.String
}) {}
