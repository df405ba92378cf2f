import * as Schema from "effect/Schema"

/** The file is none of the kind that its name says, or holds no model: where (line from 1, 0 = the whole file) and why. */
export class InvalidModelFile extends Schema.TaggedError<InvalidModelFile>()("InvalidModelFile", {
  line: Schema.Number,
  reason: Schema.String
}) {}
