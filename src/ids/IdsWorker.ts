import * as Either from "effect/Either"
import type { RequirementsFacts } from "../domain/requirements/RequirementsDocument.ts"
import { lowerPriority } from "../runtime/LowerPriority.ts"
import { serve } from "../runtime/ThreadJobs.ts"
import { describeIds } from "./DescribeIds.ts"

/** The work of a thread that reads documents of requirements. */
export interface IdsWork {
  readonly things: Readonly<Record<string, never>>
  readonly request: { readonly bytes: Uint8Array }
  readonly answer: RequirementsFacts
  /** The reason why a document is refused, with its line. */
  readonly failure: { readonly reason: string }
}

lowerPriority()
serve<IdsWork>(({ bytes }) =>
  Either.match(describeIds(bytes), {
    onLeft: ({ message }) => ({ failure: { reason: message } }),
    onRight: (answer) => ({ answer })
  })
)
