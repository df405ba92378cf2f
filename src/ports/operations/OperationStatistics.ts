import * as Context from "effect/Context"
import type { Operation } from "../../domain/operations/Operation.ts"
import type { Read } from "../Stored.ts"

/** How many operations there are. For those who watch the service. */
export class OperationStatistics extends Context.Tag("ports/OperationStatistics")<
  OperationStatistics,
  {
    /** By kind and status; what there is none of is left out. */
    readonly counts: Read<ReadonlyArray<Pick<Operation, "kind" | "status"> & { readonly count: number }>>
  }
>() {}
