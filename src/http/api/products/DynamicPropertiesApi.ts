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
      .annotate(
        OpenApi.Description,
        "Lists the values that can be calculated from shapes and placements. All values are in SI units."
      )
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
        "Poll the operation at `Location`, then get its result. Without `fields` all dynamic properties are calculated. Filters cannot use them. All values are in SI units; `units` chooses the units in which filters compare numbers."
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
        "Returns 400 if the operation is not Ready or has failed. The `Quality` of a value is `Measured` from the shape, which for a volume means that the shape is closed and that the volume fits its box, its surface, the volume without openings and, of a single extrusion, profile and depth; `Approximate` if it has no single meaning, such as the length of a wall, or if the shape lacks faces; `Stated` if it is from the file; `Parts` or `PartsIncomplete` if it is the sum of all parts or of some; `Missing` if there is none."
      )
  )
  .annotate(OpenApi.Description, "Volumes, areas, extents and positions of products, calculated from their shapes.") {}
