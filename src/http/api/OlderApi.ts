import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { ModelId, OperationId, ProjectId } from "../../domain/Identifier.ts"
import { AcceptEncoding } from "../body/ContentEncoding.ts"
import { OperationView } from "./OperationsApi.ts"
import { onModel, Policy } from "./Policy.ts"
import { FieldsPage, ProductQuery, ProductsPage } from "./ProductsApi.ts"
import { named, QuantityQuery, ResultLink } from "./QuantitiesApi.ts"

const path = Schema.Struct({ projectId: ProjectId, modelId: ModelId })
const read = onModel("models:read", "Viewer")

/** Tells of parameters of the query that the handler itself reads. */
const reading = (...query: ReadonlyArray<object>) =>
  OpenApi.annotations({
    transform: (operation) => ({ ...operation, parameters: [...operation["parameters"], ...query] })
  })

const count = (name: string, description: string, limits: object) => ({
  name,
  in: "query",
  required: false,
  description,
  schema: { type: "integer", minimum: 1, ...limits }
})

/** Older clients get everything unless they ask for a page. */
const olderPaging = [
  count("page", "Everything, up to 100,000 rows, where neither this nor pageSize is given", {}),
  count("pageSize", "1000 where only page is given", { maximum: 5000 })
]

const selection = [
  {
    name: "fields",
    in: "query",
    required: false,
    description: "Repeated for each field",
    schema: { type: "array", items: { type: "string" } }
  },
  {
    name: "filters",
    in: "query",
    required: false,
    description: "`filters[Class]=Wall` means that Class contains Wall",
    style: "deepObject",
    explode: true,
    schema: { type: "object", additionalProperties: { type: "string" } }
  }
]

/** Spellings that clients in the field still send, served as the same operations (contract section 4). */
export class OlderApi extends HttpApiGroup.make("older")
  .add(
    HttpApiEndpoint.get("listFieldsOlder", "/v1/projects/:projectId/models/:modelId/products/available-data")
      .setPath(path)
      .setHeaders(AcceptEncoding)
      .addSuccess(FieldsPage)
      .annotate(Policy, read)
      .annotate(OpenApi.Summary, "List the product fields of a model")
      .annotateContext(reading(...olderPaging))
  )
  .add(
    HttpApiEndpoint.post("queryProductsOlder", "/v1/projects/:projectId/models/:modelId/products/query")
      .setPath(path)
      .setHeaders(AcceptEncoding)
      .setPayload(ProductQuery)
      .addSuccess(ProductsPage)
      .annotate(Policy, read)
      .annotate(OpenApi.Summary, "Query the products of a model")
      .annotateContext(reading(...olderPaging))
  )
  .add(
    HttpApiEndpoint.get("getProducts", "/v1/projects/:projectId/models/:modelId/products")
      .setPath(path)
      .setHeaders(AcceptEncoding)
      .addSuccess(ProductsPage)
      .annotate(Policy, read)
      .annotate(OpenApi.Summary, "Query the products of a model by its address")
      .annotateContext(reading(...selection, ...olderPaging))
  )
  .add(
    HttpApiEndpoint.post("startQuantitiesOlder", "/v1/projects/:projectId/models/:modelId/quantities")
      .setPath(path)
      .setPayload(QuantityQuery)
      .addSuccess(OperationView, { status: 202 })
      .annotate(Policy, { ...read, keepsAnswer: true })
      .annotate(OpenApi.Summary, "Start a quantity calculation")
  )
  .add(
    HttpApiEndpoint.get("quantityResultOlder", "/v1/projects/:projectId/models/:modelId/quantities/:operationId/result")
      .setPath(Schema.Struct({ projectId: ProjectId, modelId: ModelId, operationId: OperationId }))
      .addSuccess(ResultLink)
      .annotate(Policy, read)
      .annotate(OpenApi.Summary, "Get the result of a quantity calculation")
      .annotateContext(named)
  )
  .annotateEndpoints(OpenApi.Deprecated, true)
  .annotate(OpenApi.Description, "Spellings that clients in the field still send, served as the same operations.") {}
