import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { OperationId } from "../../domain/Identifier.ts"
import { OperationKind, OperationStatus } from "../../domain/Operation.ts"
import { operationId } from "./Parameters.ts"
import { withScope, told } from "./Policy.ts"

export const operationFields = {
  id: OperationId,
  kind: OperationKind,
  status: OperationStatus,
  percentageCompleted: Schema.Int.pipe(Schema.between(0, 100))
}

/** An operation as its start answers. */
export const OperationView = Schema.Struct(operationFields).annotations({ identifier: "Operation" })
export type OperationView = typeof OperationView.Type

/** Asynchronous work, read by polling. Contract sections 4 and 8. */
export class OperationsApi extends HttpApiGroup.make("operations")
  .add(
    HttpApiEndpoint.get("readOperation")`/v1/operations/${operationId}`
      .addSuccess(
        Schema.Struct({
          ...operationFields,
          error: Schema.optionalWith(Schema.String, { exact: true }),
          errorDetails: Schema.optionalWith(Schema.String, { exact: true }),
          reportUrl: Schema.optionalWith(Schema.String, { exact: true })
        }).annotations({ identifier: "OperationState" })
      )
      .annotateContext(told(withScope("operations", "models:read"), "Read an operation"))
      .annotate(
        OpenApi.Description,
        "States go Queued, InProgress, then Ready or Failed. `error` and `errorDetails` say why it failed."
      )
  )
  .add(
    HttpApiEndpoint.del("cancelOperation")`/v1/operations/${operationId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(withScope("operations", "models:write"), "Cancel an operation"))
      .annotate(OpenApi.Description, "One that has ended stays as it is. For its starter and Owners of the model.")
  )
  .annotate(OpenApi.Description, "Work in the background, read by polling.") {}
