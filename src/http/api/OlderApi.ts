import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { ModelId, OperationId, ProjectId } from "../../domain/Identifier.ts"
import { OperationView } from "./OperationsApi.ts"
import { onModel, Policy } from "./Policy.ts"
import { FieldsPage, ProductQuery, ProductsPage } from "./ProductsApi.ts"
import { QuantityQuery, ResultLink } from "./QuantitiesApi.ts"

const path = Schema.Struct({ projectId: ProjectId, modelId: ModelId })
const read = onModel("models:read", "Viewer")

/** Spellings that clients in the field still send, served as the same operations (contract section 4). */
export class OlderApi extends HttpApiGroup.make("older")
  .add(
    HttpApiEndpoint.get("listFieldsOlder", "/v1/projects/:projectId/models/:modelId/products/available-data")
      .setPath(path)
      .addSuccess(FieldsPage)
      .annotate(Policy, read)
  )
  .add(
    HttpApiEndpoint.post("queryProductsOlder", "/v1/projects/:projectId/models/:modelId/products/query")
      .setPath(path)
      .setPayload(ProductQuery)
      .addSuccess(ProductsPage)
      .annotate(Policy, read)
  )
  .add(
    HttpApiEndpoint.get("getProducts", "/v1/projects/:projectId/models/:modelId/products")
      .setPath(path)
      .addSuccess(ProductsPage)
      .annotate(Policy, read)
  )
  .add(
    HttpApiEndpoint.post("startQuantitiesOlder", "/v1/projects/:projectId/models/:modelId/quantities")
      .setPath(path)
      .setPayload(QuantityQuery)
      .addSuccess(OperationView, { status: 202 })
      .annotate(Policy, { ...read, keepsAnswer: true })
  )
  .add(
    HttpApiEndpoint.get("quantityResultOlder", "/v1/projects/:projectId/models/:modelId/quantities/:operationId/result")
      .setPath(Schema.Struct({ projectId: ProjectId, modelId: ModelId, operationId: OperationId }))
      .addSuccess(ResultLink)
      .annotate(Policy, read)
  ) {}
