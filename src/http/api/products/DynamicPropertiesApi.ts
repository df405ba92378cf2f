import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { SavedQueryReference } from "../../../domain/projects/SavedQuery.ts"
import { SentUnits } from "../../../domain/products/Units.ts"
import { OperationView } from "../operations/OperationsApi.ts"
import { Paging } from "../common/Paging.ts"
import { modelId, operationId, projectId } from "../common/Parameters.ts"
import { onModel, told } from "../../errors/Policy.ts"
import { FieldsPage, Filters, Where } from "./ProductsApi.ts"
import { named, ResultLink } from "./QuantitiesApi.ts"

const DynamicPropertyQuery = Schema.Struct({
  fields: Schema.optionalWith(Schema.Array(Schema.String).pipe(Schema.maxItems(10_000)), {
    exact: true,
    nullable: true,
    default: () => []
  }),
  filters: Filters,
  where: Where,
  units: SentUnits,
  savedQuery: SavedQueryReference
}).annotations({ identifier: "DynamicPropertyQuery" })

/** Properties computed from shapes: fields (M7), start of a calculation (M8) and its result (M9). */
export class DynamicPropertiesApi extends HttpApiGroup.make("dynamicProperties")
  .add(
    HttpApiEndpoint.get(
      "listDynamicFields"
    )`/v1/projects/${projectId}/models/${modelId}/products/dynamic-properties/available-data`
      .setUrlParams(Paging)
      .addSuccess(FieldsPage)
      .annotateContext(told(onModel("models:read", "Viewer"), "List the dynamic fields of a model"))
      .annotate(OpenApi.Description, "What can be worked out of shapes and placements. All values are SI.")
  )
  .add(
    HttpApiEndpoint.post(
      "startDynamicProperties"
    )`/v1/projects/${projectId}/models/${modelId}/products/dynamic-properties/query`
      .setPayload(DynamicPropertyQuery)
      .addSuccess(OperationView, { status: 202 })
      .annotateContext(
        told(
          onModel("models:read", "Viewer", { keepsAnswer: true, isHeavy: true }),
          "Start a calculation of dynamic properties"
        )
      )
      .annotate(
        OpenApi.Description,
        "Poll the operation at `Location`, then ask for its result. Without `fields` all are calculated; they cannot be filtered by. All values are SI; `units` says in which units filters compare numbers."
      )
  )
  .add(
    HttpApiEndpoint.get(
      "dynamicPropertiesResult"
    )`/v1/projects/${projectId}/models/${modelId}/products/dynamic-properties/${operationId}/result`
      .addSuccess(ResultLink)
      .annotateContext(named)
      .annotateContext(told(onModel("models:read", "Viewer"), "Get the result of a calculation of dynamic properties"))
      .annotate(
        OpenApi.Description,
        "400 while the operation is not Ready, and where it failed. The `Quality` of a value is `Measured` from the shape, which for a volume means that the shape is closed and that the volume fits its box, its surface, the volume without openings and, of a single extrusion, profile and depth; `Approximate` where it has no one meaning, such as the length of a wall, or the shape lacks faces; `Stated` by the file; `Parts` or `PartsIncomplete` where it is of all parts or of some; `Missing` where there is none."
      )
  )
  .annotate(OpenApi.Description, "Volumes, areas, extents and places of products, worked out of their shapes.") {}
