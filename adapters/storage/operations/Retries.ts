import type { SqlClient } from "@effect/sql/SqlClient"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Conflict, InvalidParameter } from "../../../src/domain/Errors.ts"
import type { OperationId } from "../../../src/domain/Identifier.ts"
import { ModelState } from "../../../src/domain/models/Model.ts"
import { type ImportModel, ImportModel as Command, isNewFile } from "../../../src/domain/operations/Operation.ts"
import type { NewOperation } from "../../../src/ports/operations/OperationRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { roomForVersion } from "../history/ModelVersions.ts"
import { locked } from "../sql/Lock.ts"
import { readFirst } from "../sql/Rows.ts"
import { admitAlone } from "./OperationAdmission.ts"
import { insertOperation } from "./OperationRows.ts"

const CommandRow = Schema.Struct({ command: Schema.parseJson(Command) })
const ModelRow = Schema.Struct({ state: ModelState })

/** Returns the command of an import, or none if the operation is of another kind or unknown. */
export const importOf = (sql: SqlClient, operationId: OperationId) =>
  readFirst(CommandRow, sql`SELECT command FROM operations WHERE id = ${operationId} AND kind = 'ImportIfc'`)

/** Starts a failed import again, as `OperationRepository.retry`. Runs within the caller's transaction. */
export const retry = fn("retry")(function* (
  sql: SqlClient,
  operation: NewOperation & { readonly command: ImportModel },
  failed: OperationId
) {
  const { command, projectId, startedBy } = operation
  const [project, model] = [Number(projectId), Number(operation.modelId)]
  const kept = yield* sql`SELECT id FROM projects WHERE id = ${project} AND removed = 0 ${locked(sql)}`
  yield* admitAlone(sql, startedBy)
  const found = yield* readFirst(
    ModelRow,
    sql`SELECT state FROM models WHERE id = ${model} AND project_id = ${project} ${locked(sql)}`
  )
  const running = yield* sql`SELECT id FROM operations
    WHERE model_id = ${model} AND kind = 'ImportIfc' AND status IN ('Queued', 'InProgress') LIMIT 1`
  if (running.length > 0) return yield* new Conflict({ details: "Another import of this model has not ended." })
  if (kept.length === 0 || Option.isNone(found))
    return yield* new InvalidParameter({ details: "The model of this import was removed." })
  const { state } = found.value
  if (state !== (isNewFile(command) ? "Ready" : "Failed")) {
    return yield* new InvalidParameter({ details: "The model of this import has been made meanwhile." })
  }
  yield* roomForVersion(sql, model)
  yield* sql`UPDATE models SET state = 'Importing', failure = NULL WHERE id = ${model} AND state = 'Failed'`
  yield* audit(sql, { projectId, action: "operation.retry", object: failed, outcome: "Done" })
  return yield* insertOperation(sql, operation)
})
