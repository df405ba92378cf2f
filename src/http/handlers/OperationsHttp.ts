import { Effect, Struct } from "effect"
import { Downloads } from "../../application/Downloads.ts"
import { Operations } from "../../application/Operations.ts"
import type { Operation } from "../../domain/Operation.ts"
import { OperationsApi, type OperationView } from "../api/OperationsApi.ts"
import { bind } from "../dispatch/Call.ts"

/** What every start of an operation answers. */
export const operationView = (operation: Operation): OperationView =>
  Struct.pick(operation, "id", "kind", "status", "percentageCompleted")

export const bindings = Effect.gen(function* () {
  const operations = yield* Operations
  const downloads = yield* Downloads
  return bind(OperationsApi, {
    readOperation: {
      resource: Effect.fn(function* ({ path, principal }) {
        const operation = yield* operations.read(principal.userId, path.operationId)
        const { error, errorDetails, report } = operation
        const reportUrl = report === null ? null : yield* downloads.url(report, "report.json", "application/json")
        return () =>
          Effect.succeed({
            ...operationView(operation),
            ...(error === null ? {} : { error, errorDetails: errorDetails ?? "" }),
            ...(reportUrl === null ? {} : { reportUrl })
          })
      })
    },
    cancelOperation: ({ path, principal }) => operations.cancel(principal.userId, path.operationId)
  })
})
