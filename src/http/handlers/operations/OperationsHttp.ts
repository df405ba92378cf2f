import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Downloads } from "../../../application/files/Downloads.ts"
import { Operations } from "../../../application/operations/Operations.ts"
import { type Operation, OperationKind } from "../../../domain/operations/Operation.ts"
import { nextTurn } from "../../../runtime/EventLoop.ts"
import { OperationsApi, type OperationState, type OperationView } from "../../api/operations/OperationsApi.ts"
import { pageAnswer } from "../../answer/StreamedJson.ts"
import { bind } from "../../call/Call.ts"

const publicKind = Schema.decodeSync(OperationKind)

/** Returns an operation as in the response to its start. */
export const operationView = (operation: Operation): OperationView => ({
  ...Struct.pick(operation, "id", "status", "percentageCompleted"),
  kind: publicKind(operation.kind as OperationKind)
})

/** The number of operations whose report URLs are signed in one turn of the event loop. */
const signedAtOnce = 50

export const bindings = Effect.gen(function* () {
  const operations = yield* Operations
  const downloads = yield* Downloads

  const stateOf = Effect.fnUntraced(function* (operation: Operation) {
    const { error, errorDetails, kind, report } = operation
    const reportUrl =
      report === null || kind !== "ImportIfc" ? null : yield* downloads.url(report, "report.json", "application/json")
    const state: OperationState = {
      ...operationView(operation),
      ...(error === null ? {} : { error, errorDetails: errorDetails ?? "" }),
      ...(reportUrl === null ? {} : { reportUrl })
    }
    return state
  })

  return bind(OperationsApi, {
    listOperations: ({ principal, project, query }) => {
      const found = Effect.gen(function* () {
        const { items, totalCount } = yield* operations.list(project, principal.userId, query)
        const states = yield* Effect.forEach(items, (item, i) =>
          i % signedAtOnce === signedAtOnce - 1 ? Effect.zipRight(nextTurn, stateOf(item)) : stateOf(item)
        )
        return { items: states, totalCount }
      })
      return pageAnswer("operations", query, found)
    },
    readOperation: {
      resource: Effect.fn(function* ({ path, principal }) {
        const state = yield* Effect.flatMap(operations.read(principal.userId, path.operationId), stateOf)
        return () => Effect.succeed(state)
      })
    },
    cancelOperation: ({ path, principal }) => operations.cancel(principal.userId, path.operationId)
  })
})
