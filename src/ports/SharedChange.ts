import type { Effect } from "effect"
import type { ProjectNotFound } from "../domain/Errors.ts"
import type { OutcomeUnknown, StorageUnavailable } from "../domain/StorageErrors.ts"

/**
 * A change of what a project shares: alone in its project, with new versions of it and an entry of the audit unless
 * nothing changed. Fails with `ProjectNotFound` where the project has been deleted meanwhile.
 */
export type SharedChange<A, E = never> = Effect.Effect<A, E | ProjectNotFound | StorageUnavailable | OutcomeUnknown>
