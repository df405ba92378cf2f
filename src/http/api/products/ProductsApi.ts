import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { FieldDetail } from "../../../domain/products/FieldDetail.ts"
import { SentFieldNames } from "../../../domain/products/FieldNames.ts"
import { FilterOperator, SentFilters } from "../../../domain/products/Filter.ts"
import { SentSort } from "../../../domain/Sort.ts"
import { AcceptEncoding } from "../../call/ContentEncoding.ts"
import { VersionId } from "../../../domain/Identifier.ts"
import { maybe, optional } from "../../../domain/Optional.ts"
import { SavedQueryReference } from "../../../domain/projects/SavedQuery.ts"
import { paged, Paging } from "../common/Paging.ts"
import { modelId, projectId } from "../common/Parameters.ts"
import { onModel, told } from "../../errors/Policy.ts"

/** A page of fields with their details (M3). */
export const FieldsPage = Schema.Struct({
  fields: Schema.Array(Schema.String),
  fieldDetails: Schema.Array(FieldDetail),
  ...paged
}).annotations({ identifier: "FieldsPage" })

/** A page of products (M4), each a map from field name to value. */
export const ProductsPage = Schema.Struct({
  ...paged,
  result: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
}).annotations({ identifier: "ProductsPage" })

const scalar = { type: ["string", "number", "boolean", "null"] }

/** One filter condition as sent by the client. */
export const Filter = Schema.Unknown.annotations({
  identifier: "Filter",
  jsonSchema: {
    type: "object",
    required: ["property", "operator", "value"],
    properties: {
      property: { type: "string", description: "Name of a product field", examples: ["Pset_WallCommon.FireRating"] },
      operator: { type: "string", enum: FilterOperator.literals },
      value: {
        description: "An array for In and NotIn, one value for the others",
        anyOf: [scalar, { type: "array", items: scalar }]
      }
    }
  }
})

/** Filters as sent by the client. An error names the invalid filter by its index (contract section 6). */
export const Filters = Schema.optionalWith(
  Schema.compose(
    Schema.Unknown.annotations({
      identifier: "Filters",
      jsonSchema: {
        description:
          "Conditions that all hold: a list of them, or a map from field to text, which means Contains. Absent, null and empty: every product.",
        anyOf: [
          { type: "array", maxItems: 100, items: { $ref: "#/components/schemas/Filter" } },
          { type: "object", additionalProperties: scalar },
          { type: "null" }
        ]
      }
    }),
    SentFilters
  ),
  { exact: true, nullable: true }
)

export const ProductQuery = Schema.Struct({
  fields: maybe(SentFieldNames),
  filters: Filters,
  sort: SentSort.annotations({ description: "At most three properties; absent: the order of the file" }),
  savedQuery: SavedQueryReference
}).annotations({ identifier: "ProductQuery" })

/** The page and the public version; without a version, the latest with the caller's unpublished changes. */
const VersionPaging = Schema.Struct({
  ...Paging.fields,
  version: optional(VersionId.annotations({ description: "A public version of the model" }))
})

/** Fields and rows of a model's products. */
export class ProductsApi extends HttpApiGroup.make("products")
  .add(
    HttpApiEndpoint.get("listFields")`/v1/projects/${projectId}/models/${modelId}/products/properties/available-data`
      .setUrlParams(VersionPaging)
      .setHeaders(AcceptEncoding)
      .addSuccess(FieldsPage)
      .annotateContext(told(onModel("models:read", "Viewer"), "List the product fields of a model"))
      .annotate(OpenApi.Description, "`fieldDetails` has an entry for each field of the page but Guid, Class and Name.")
  )
  .add(
    HttpApiEndpoint.post("queryProducts")`/v1/projects/${projectId}/models/${modelId}/products/properties/query`
      .setUrlParams(VersionPaging)
      .setHeaders(AcceptEncoding)
      .setPayload(ProductQuery)
      .addSuccess(ProductsPage)
      .annotateContext(told(onModel("models:read", "Viewer"), "Query the products of a model"))
      .annotate(
        OpenApi.Description,
        "Filters combine with AND. Without `fields` a product has Guid, Class, Name, SpatialLocation, MaterialLayerSet and Code. Members of a product are named by the field. `OverallHeight` and `OverallWidth` are attributes of doors and windows. `MaterialLayers` and `Groups` are arrays, given when they are named and not listed among the fields; `Groups.Name` is plain."
      )
  )
  .annotate(OpenApi.Description, "The building elements of a model, with their properties.") {}
