import * as Context from "effect/Context"
import type { Operation } from "../../domain/operations/Operation.ts"
import type { Read } from "../Stored.ts"

/** Numbers of operations, for monitoring. */
export class OperationStatistics extends Context.Tag("ports/OperationStatistics")<
  OperationStatistics,
  {
    /** Counts by kind and status; combinations without operations are left out. */
    readonly counts: Read<ReadonlyArray<Pick<Operation, "kind" | "status"> & { readonly count: number }>>
  }
>() {}
