import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { answersAsFile } from "./FileParameters.ts"
import { AcceptEncoding } from "../../call/ContentEncoding.ts"
import { OperationView } from "../operations/OperationsApi.ts"
import { modelId, operationId, projectId } from "../common/Parameters.ts"
import { onModel, told } from "../../errors/Policy.ts"
import { FieldsPage, ProductQuery, ProductsPage } from "./ProductsApi.ts"
import { named, QuantityQuery, ResultLink } from "./QuantitiesApi.ts"

const read = onModel("models:read", "Viewer")

/** Documents query parameters that the handler parses itself. */
const reading = (...query: ReadonlyArray<object>) =>
  OpenApi.annotations({
    transform: (operation) => ({ ...operation, parameters: [...operation["parameters"], ...query] })
  })

const parameter = (name: string, description: string, schema: object, style: object = {}) => ({
  name,
  in: "query",
  required: false,
  description,
  ...style,
  schema
})

const text = { type: "string" }
const count = { type: "integer", minimum: 1 }

/** The paging parameters of older paths. Without them, clients get everything. */
const olderPaging = [
  parameter("page", "If neither this nor pageSize is given, the answer has all rows, up to 100,000", count),
  parameter("pageSize", "1000 if only page is given", { ...count, maximum: 5000 })
]

const units = parameter("units", "By default Model", { type: "string", enum: ["Model", "SI"] })

const selection = [
  parameter("fields", "Repeated for each field", { type: "array", items: text }),
  parameter(
    "filters",
    "`filters[Class]=Wall` means that Class contains Wall",
    { type: "object", additionalProperties: text },
    { style: "deepObject", explode: true }
  )
]

/** Older paths that clients in the field still use, served as the same operations (contract section 4). */
export class OlderApi extends HttpApiGroup.make("older")
  .add(
    HttpApiEndpoint.get("listFieldsOlder")`/v1/projects/${projectId}/models/${modelId}/products/available-data`
      .setHeaders(AcceptEncoding)
      .addSuccess(FieldsPage)
      .annotateContext(told(read, "List the product fields of a model"))
      .annotateContext(reading(units, ...olderPaging))
  )
  .add(
    HttpApiEndpoint.post("queryProductsOlder")`/v1/projects/${projectId}/models/${modelId}/products/query`
      .setHeaders(AcceptEncoding)
      .setPayload(ProductQuery)
      .addSuccess(ProductsPage)
      .annotateContext(told(read, "Query the products of a model"))
      .annotateContext(answersAsFile(true, ...olderPaging))
  )
  .add(
    HttpApiEndpoint.get("getProducts")`/v1/projects/${projectId}/models/${modelId}/products`
      .setHeaders(AcceptEncoding)
      .addSuccess(ProductsPage)
      .annotateContext(told(read, "Query the products of a model by its address"))
      .annotateContext(answersAsFile(true, ...selection, units, ...olderPaging))
  )
  .add(
    HttpApiEndpoint.post("startQuantitiesOlder")`/v1/projects/${projectId}/models/${modelId}/quantities`
      .setPayload(QuantityQuery)
      .addSuccess(OperationView, { status: 202 })
      .annotateContext(told({ ...read, keepsAnswer: true, isHeavy: true }, "Start a quantity calculation"))
  )
  .add(
    HttpApiEndpoint.get(
      "quantityResultOlder"
    )`/v1/projects/${projectId}/models/${modelId}/quantities/${operationId}/result`
      .addSuccess(ResultLink)
      .annotateContext(told(read, "Get the result of a quantity calculation"))
      .annotateContext(named)
  )
  .annotateEndpoints(OpenApi.Deprecated, true)
  .annotate(OpenApi.Description, "Older paths that clients still use, which do the same as the current ones.") {}
