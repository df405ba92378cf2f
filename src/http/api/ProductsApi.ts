import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { FieldDetail } from "../../domain/FieldDetail.ts"
import { ModelId, ProjectId } from "../../domain/Identifier.ts"
import { Paging } from "./Paging.ts"
import { onModel, Policy } from "./Policy.ts"

const path = Schema.Struct({ projectId: ProjectId, modelId: ModelId })

const paged = { totalCount: Schema.Int, page: Schema.Int, pageSize: Schema.Int }

/** M3: names and details of the fields of a page. */
export const FieldsPage = Schema.Struct({
  fields: Schema.Array(Schema.String),
  fieldDetails: Schema.Array(FieldDetail),
  ...paged
}).annotations({ identifier: "FieldsPage" })

/** M4: products of a page, field name to value. */
export const ProductsPage = Schema.Struct({
  ...paged,
  result: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
}).annotations({ identifier: "ProductsPage" })

/** Filters as they are sent; where one is wrong, the answer names it by its index (contract section 6). */
export const Filters = Schema.optionalWith(Schema.Unknown, { exact: true }).annotations({
  description: "Array of {property, operator, value}, or a map of field to text (Contains)"
})

export const ProductQuery = Schema.Struct({
  fields: Schema.optionalWith(Schema.Array(Schema.String).pipe(Schema.maxItems(1000)), { exact: true, nullable: true }),
  filters: Filters
}).annotations({ identifier: "ProductQuery" })

/** Fields and rows of a model's products. */
export class ProductsApi extends HttpApiGroup.make("products")
  .add(
    HttpApiEndpoint.get("listFields", "/v1/projects/:projectId/models/:modelId/products/properties/available-data")
      .setPath(path)
      .setUrlParams(Paging)
      .addSuccess(FieldsPage)
      .annotate(Policy, onModel("models:read", "Viewer"))
  )
  .add(
    HttpApiEndpoint.post("queryProducts", "/v1/projects/:projectId/models/:modelId/products/properties/query")
      .setPath(path)
      .setUrlParams(Paging)
      .setPayload(ProductQuery)
      .addSuccess(ProductsPage)
      .annotate(Policy, onModel("models:read", "Viewer"))
  ) {}
