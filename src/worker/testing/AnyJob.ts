import * as Schema from "effect/Schema"
import { JobRefused } from "../../ports/Computation.ts"

/** Requests one of the jobs of `Child.ts` by its name there. */
export class AnyJob extends Schema.TaggedRequest<AnyJob>()("any", {
  payload: { name: Schema.String, input: Schema.Unknown },
  success: Schema.Unknown,
  failure: JobRefused
}) {}

/** Requests a job that no child supports. */
export class NoJob extends Schema.TaggedRequest<NoJob>()("constructor", {
  payload: {},
  success: Schema.Unknown,
  failure: JobRefused
}) {}
