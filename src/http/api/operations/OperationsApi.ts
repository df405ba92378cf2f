import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { ModelId, OperationId, ProjectId } from "../../../domain/Identifier.ts"
import { OperationKind, OperationStatus } from "../../../domain/operations/Operation.ts"
import { optional } from "../../../domain/Optional.ts"
import { paged, Paging } from "../common/Paging.ts"
import { operationId, projectId } from "../common/Parameters.ts"
import { inProject, withScope, told } from "../../errors/Policy.ts"

export const operationFields = {
  id: OperationId,
  kind: OperationKind,
  status: OperationStatus,
  percentageCompleted: Schema.Int.pipe(Schema.between(0, 100))
}

/** An operation as in the response to its start. */
export const OperationView = Schema.Struct(operationFields).annotations({ identifier: "Operation" })
export type OperationView = typeof OperationView.Type

const time = Schema.String.annotations({ description: "RFC 3339, in UTC" })

/** The current state of an operation, with its error or report. */
const OperationState = Schema.Struct({
  ...operationFields,
  createdAt: time,
  startedAt: optional(time),
  endedAt: optional(time),
  userId: Schema.String.annotations({ description: "The user who started the operation" }),
  userName: optional(Schema.String),
  projectId: ProjectId,
  modelId: ModelId,
  modelName: optional(
    Schema.String.annotations({ description: "The name of the model; absent if the model was removed" })
  ),
  fileName: optional(Schema.String.annotations({ description: "The uploaded file of an import" })),
  error: optional(Schema.String),
  errorDetails: optional(Schema.String),
  reportUrl: optional(Schema.String)
}).annotations({ identifier: "OperationState" })
export type OperationState = typeof OperationState.Type

const listing = inProject("operations", "models:read", "User", { malformedIdentifier: 400 })

/** Asynchronous work, read by polling. Contract sections 4 and 8. */
export class OperationsApi extends HttpApiGroup.make("operations")
  .add(
    HttpApiEndpoint.get("listOperations")`/v1/projects/${projectId}/operations`
      .setUrlParams(Paging)
      .addSuccess(
        Schema.Struct({ operations: Schema.Array(OperationState), ...paged }).annotations({
          identifier: "OperationsPage"
        })
      )
      .annotateContext(told(listing, "List the operations of a project"))
      .annotate(
        OpenApi.Description,
        "Lists, newest first, the operations that the caller may read. A calculation is listed for the user who started it, a failed import for that user and for Owners, and for Modelers of the model if the file was a new one for it."
      )
  )
  .add(
    HttpApiEndpoint.get("readOperation")`/v1/operations/${operationId}`
      .addSuccess(OperationState)
      .annotateContext(told(withScope("operations", "models:read"), "Read an operation"))
      .annotate(
        OpenApi.Description,
        "The states are Queued, then InProgress, then Ready or Failed. `error` and `errorDetails` give the reason of a failure."
      )
  )
  .add(
    HttpApiEndpoint.del("cancelOperation")`/v1/operations/${operationId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(withScope("operations", "models:write", { isRelief: true }), "Cancel an operation"))
      .annotate(
        OpenApi.Description,
        "Does nothing if the operation has ended. Allowed for the user who started it and for Owners of the model."
      )
  )
  .add(
    HttpApiEndpoint.post("retryOperation")`/v1/operations/${operationId}/retry`
      .addSuccess(OperationState, { status: 202 })
      .annotateContext(
        told(
          withScope("operations", "models:write", { keepsAnswer: true, isHeavy: true, refusals: [409] }),
          "Try a failed import again"
        )
      )
      .annotate(
        OpenApi.Description,
        "Starts a new operation for the same model with the same file and texts, while the file is kept. For the starter of the import and Owners of the project; if the file is a new one for a model, for its Modelers. 409 while another import of the model has not ended."
      )
  )
  .annotate(OpenApi.Description, "Work in the background, whose state clients poll.") {}
