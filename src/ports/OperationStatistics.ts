import { Context, type Effect } from "effect"
import type { OperationKind, OperationStatus } from "../domain/Operation.ts"
import type { StorageUnavailable } from "../domain/StorageErrors.ts"

/** How many operations there are. For those who watch the service. */
export class OperationStatistics extends Context.Tag("ports/OperationStatistics")<
  OperationStatistics,
  {
    /** By kind and status; what there is none of is left out. */
    readonly counts: Effect.Effect<
      ReadonlyArray<{ readonly kind: OperationKind; readonly status: OperationStatus; readonly count: number }>,
      StorageUnavailable
    >
  }
>() {}
