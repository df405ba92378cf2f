import * as Schema from "effect/Schema"
import { JobRefused } from "../../ports/Computation.ts"

/** Asks for one of the jobs of `Child.ts`, by its name there. */
export class AnyJob extends Schema.TaggedRequest<AnyJob>()("any", {
  payload: { name: Schema.String, input: Schema.Unknown },
  success: Schema.Unknown,
  failure: JobRefused
}) {}

/** Asks for what no child can do. */
export class NoJob extends Schema.TaggedRequest<NoJob>()("constructor", {
  payload: {},
  success: Schema.Unknown,
  failure: JobRefused
}) {}
