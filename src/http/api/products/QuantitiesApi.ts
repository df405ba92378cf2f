import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { SentUnits } from "../../../domain/products/Units.ts"
import { limits } from "../../../domain/Limits.ts"
import { SavedQueryReference } from "../../../domain/projects/SavedQuery.ts"
import { OperationView } from "../operations/OperationsApi.ts"
import { modelId, operationId, projectId } from "../common/Parameters.ts"
import { onModel, told } from "../../errors/Policy.ts"
import { Filters, Where } from "./ProductsApi.ts"

/** A link to a result, valid for seven days from this response. */
export const ResultLink = Schema.Struct({ downloadUrl: Schema.String }).annotations({ identifier: "ResultLink" })

/** Declares in the document that the response also has the link as `Location`. */
export const named = OpenApi.annotations({
  transform: (operation) => {
    operation["responses"][200].headers = { Location: { $ref: "#/components/headers/Location" } }
    return operation
  }
})

/** The name of a quantity. Unknown names pass decoding, so that the handler can report them with a specific error. */
export const Calculator = Schema.Unknown.annotations({
  identifier: "Calculator",
  jsonSchema: { type: "string", enum: ["Count", "Length", "NetArea", "GrossArea", "NetVolume", "GrossVolume"] }
})

export const QuantityQuery = Schema.Struct({
  calculators: Schema.optionalWith(
    Schema.transform(
      Schema.Unknown.annotations({
        jsonSchema: {
          type: "array",
          minItems: 1,
          maxItems: limits.entriesOfList.most,
          items: { $ref: "#/components/schemas/Calculator" }
        }
      }),
      Schema.Unknown,
      // One entry over the limit is enough for the handler to refuse the list.
      {
        strict: true,
        decode: (sent) => (Array.isArray(sent) ? sent.slice(0, limits.entriesOfList.most + 1) : sent),
        encode: (sent) => sent
      }
    ),
    { exact: true }
  ),
  filters: Filters,
  where: Where,
  units: SentUnits,
  savedQuery: SavedQueryReference
}).annotations({ identifier: "QuantityQuery", jsonSchema: { required: ["calculators"] } })

/** Quantity calculations: start (M5) and result (M6). */
export class QuantitiesApi extends HttpApiGroup.make("quantities")
  .add(
    HttpApiEndpoint.post("startQuantities")`/v1/projects/${projectId}/models/${modelId}/products/quantities/query`
      .setPayload(QuantityQuery)
      .addSuccess(OperationView, { status: 202 })
      .annotateContext(
        told(onModel("models:read", "Viewer", { keepsAnswer: true, isHeavy: true }), "Start a quantity calculation")
      )
      .annotate(
        OpenApi.Description,
        "Poll the operation at `Location`, then get its result. All values are in SI units; `units` chooses the units in which filters compare numbers."
      )
  )
  .add(
    HttpApiEndpoint.get(
      "quantityResult"
    )`/v1/projects/${projectId}/models/${modelId}/products/quantities/${operationId}/result`
      .addSuccess(ResultLink)
      .annotateContext(named)
      .annotateContext(told(onModel("models:read", "Viewer"), "Get the result of a quantity calculation"))
      .annotate(
        OpenApi.Description,
        "Returns 400 if the operation is not Ready or has failed. For each measure the result lists the products without a value (`missing`), the wholes whose value comes only from their parts (`carriedByParts`), and the wholes whose own value is summed in addition to that of their parts (`alsoCarriedByParts`)."
      )
  )
  .annotate(OpenApi.Description, "Counts, lengths, areas and volumes of products, calculated in the background.") {}
