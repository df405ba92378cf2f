import type { SqlClient } from "@effect/sql/SqlClient"
import type { EndedCheck } from "../../../src/domain/events/NewEvents.ts"
import { isAutomatic, type OperationCommand } from "../../../src/domain/operations/Operation.ts"
import type { NewOperation } from "../../../src/ports/operations/OperationRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"

/** Inserts the row of a check beside that of its operation. Runs within the caller's transaction. */
export const insertCheck = fn("insertCheck")(function* (sql: SqlClient, operation: NewOperation) {
  const { command, modelId, operationId, startedBy } = operation
  if (command._tag !== "CheckRequirements") return
  yield* sql`INSERT INTO checks ${sql.insert({
    operation_id: operationId,
    model_id: Number(modelId),
    requirements_id: command.requirementsId,
    title: command.title,
    started_by: startedBy,
    is_automatic: isAutomatic(command) ? 1 : 0,
    document_blob: command.started?.document ?? null
  })}`
})

/** Returns what the event of the end of a check says, or null for another operation. */
export const endedCheck = (command: OperationCommand, result?: EndedCheck["result"]): EndedCheck | null =>
  command._tag !== "CheckRequirements"
    ? null
    : {
        requirementsId: command.requirementsId,
        isAutomatic: isAutomatic(command),
        ...(result === undefined ? {} : { result })
      }
