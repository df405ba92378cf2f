import { partOf, type ViewpointPart } from "../../domain/topics/ViewpointPart.ts"
import { lowerPriority } from "../../runtime/LowerPriority.ts"
import { serve } from "../../runtime/ThreadJobs.ts"

/** The work of a thread that extracts parts of large viewpoints, which are given as JSON. */
export interface ViewpointWork {
  readonly things: Readonly<Record<string, never>>
  readonly request: { readonly viewpoint: string; readonly part: ViewpointPart }
  readonly answer: string
  readonly failure: never
}

lowerPriority()
serve<ViewpointWork>(({ part, viewpoint }) => ({ answer: partOf(viewpoint, part) }))
