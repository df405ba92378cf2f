import * as Schema from "effect/Schema"

/** The storage does not answer, or refused; nothing that was asked for has been done. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  /** The storage's own code, such as `SQLITE_FULL` or `57P01`; no statement, no value, no path. */
  reason: Schema.String
}) {}

/**
 * The storage was lost while it committed: either everything or nothing was done. The caller may retry with the same
 * key.
 */
export class OutcomeUnknown extends Schema.TaggedError<OutcomeUnknown>()("OutcomeUnknown", {}) {}
