import * as Schema from "effect/Schema"

/**
 * The file is not of the kind that its name says, or contains no model. `line` is counted from 1 and is 0 for the whole
 * file; `reason` says why.
 */
export class InvalidModelFile extends Schema.TaggedError<InvalidModelFile>()("InvalidModelFile", {
  line: Schema.Number,
  reason: Schema.String
}) {}
