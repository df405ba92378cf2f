import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { ModelId, OperationId, ProjectId } from "../../domain/Identifier.ts"
import { OperationView } from "./OperationsApi.ts"
import { onModel, Policy } from "./Policy.ts"
import { Filters } from "./ProductsApi.ts"

/** Where a result lies, for seven days from this answer. */
export const ResultLink = Schema.Struct({ downloadUrl: Schema.String }).annotations({ identifier: "ResultLink" })

export const QuantityQuery = Schema.Struct({
  calculators: Schema.optionalWith(Schema.Unknown, { exact: true }).annotations({
    description: "Array of Count, Length, NetArea, GrossArea, NetVolume, GrossVolume"
  }),
  filters: Filters
}).annotations({ identifier: "QuantityQuery" })

/** Quantity calculations: start (M5) and result (M6). */
export class QuantitiesApi extends HttpApiGroup.make("quantities")
  .add(
    HttpApiEndpoint.post("startQuantities", "/v1/projects/:projectId/models/:modelId/products/quantities/query")
      .setPath(Schema.Struct({ projectId: ProjectId, modelId: ModelId }))
      .setPayload(QuantityQuery)
      .addSuccess(OperationView, { status: 202 })
      .annotate(Policy, onModel("models:read", "Viewer", { keepsAnswer: true }))
  )
  .add(
    HttpApiEndpoint.get(
      "quantityResult",
      "/v1/projects/:projectId/models/:modelId/products/quantities/:operationId/result"
    )
      .setPath(Schema.Struct({ projectId: ProjectId, modelId: ModelId, operationId: OperationId }))
      .addSuccess(ResultLink)
      .annotate(Policy, onModel("models:read", "Viewer"))
  ) {}
