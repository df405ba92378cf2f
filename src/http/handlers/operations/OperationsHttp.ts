import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Downloads } from "../../../application/files/Downloads.ts"
import { Operations } from "../../../application/operations/Operations.ts"
import { Retries } from "../../../application/operations/Retries.ts"
import { type Operation, OperationKind } from "../../../domain/operations/Operation.ts"
import { timeOf } from "../../../domain/Time.ts"
import { Settings } from "../../../ports/Settings.ts"
import { nextTurn } from "../../../runtime/EventLoop.ts"
import { OperationsApi, type OperationState, type OperationView } from "../../api/operations/OperationsApi.ts"
import { pageAnswer } from "../../answer/StreamedJson.ts"
import { bind, withHeaders } from "../../call/Call.ts"

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
  const retries = yield* Retries
  const downloads = yield* Downloads
  const { publicUrl } = yield* Settings

  const stateOf = Effect.fnUntraced(function* (operation: Operation) {
    const { endedAt, error, errorDetails, fileName, kind, modelName, report, startedAt, startedByName } = operation
    const reportUrl =
      report === null || kind !== "ImportIfc" ? null : yield* downloads.url(report, "report.json", "application/json")
    const state: OperationState = {
      ...operationView(operation),
      createdAt: timeOf(operation.createdAt),
      ...(startedAt === null ? {} : { startedAt: timeOf(startedAt) }),
      ...(endedAt === null ? {} : { endedAt: timeOf(endedAt) }),
      userId: operation.startedBy,
      ...(startedByName === null ? {} : { userName: startedByName }),
      ...Struct.pick(operation, "projectId", "modelId"),
      ...(modelName === null ? {} : { modelName }),
      ...(fileName === null ? {} : { fileName }),
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
    retryOperation: {
      prepare: ({ path, principal }) =>
        Effect.map(retries.prepare(principal.userId, path.operationId), (commit) =>
          Effect.map(Effect.flatMap(commit, stateOf), (state) =>
            withHeaders(state, { location: `${publicUrl}/v1/operations/${state.id}` })
          )
        )
    },
    cancelOperation: ({ path, principal }) => operations.cancel(principal.userId, path.operationId)
  })
})
