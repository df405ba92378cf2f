import * as Schema from "effect/Schema"

/** The bytes are no product table, one of another format, or one that was cut or changed. */
export class DamagedTable extends Schema.TaggedError<DamagedTable>()("DamagedTable", {
  reason: Schema.String
}) {}
