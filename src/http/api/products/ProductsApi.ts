import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { answersAsFile } from "./FileParameters.ts"
import { FieldDetail } from "../../../domain/products/FieldDetail.ts"
import { ConditionOperator, SentCondition } from "../../../domain/products/Condition.ts"
import { SentFieldNames } from "../../../domain/products/FieldNames.ts"
import { FilterOperator, SentFilters } from "../../../domain/products/Filter.ts"
import { SentUnits, UnitsParameter } from "../../../domain/products/Units.ts"
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

const conditions = (description: string) => ({
  type: "array",
  description,
  items: { $ref: "#/components/schemas/Condition" }
})

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
        description: "An array for In and NotIn, one value for other operators",
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
          "Conditions that must all hold: a list of them, or a map from field to text, which means Contains. If absent, null or empty, every product matches.",
        anyOf: [
          { type: "array", maxItems: 100, items: { $ref: "#/components/schemas/Filter" } },
          { type: "object", additionalProperties: scalar },
          { type: "null" }
        ]
      }
    }),
    SentFilters
  ),
  { exact: true }
)

/** A condition as sent by the client: a comparison, or a tree of them. */
export const Condition = Schema.Unknown.annotations({
  identifier: "Condition",
  jsonSchema: {
    anyOf: [
      {
        type: "object",
        required: ["and"],
        properties: { and: conditions("All of them must hold. If empty, every product matches") }
      },
      {
        type: "object",
        required: ["or"],
        properties: { or: conditions("At least one of them must hold. If empty, no product matches") }
      },
      { type: "object", required: ["not"], properties: { not: { $ref: "#/components/schemas/Condition" } } },
      {
        type: "object",
        required: ["property", "operator"],
        properties: {
          property: {
            type: "string",
            description: "Name of a product field: Class for IsA, SpatialLocation or Code for Below"
          },
          operator: { type: "string", enum: ConditionOperator.literals },
          value: {
            description:
              "An array for In, NotIn and Between (two values), absent for Exists and NotExists, one value for other operators; a regular expression of RE2 for Matches",
            anyOf: [scalar, { type: "array", items: scalar }]
          }
        }
      }
    ]
  }
})

/** The condition of a body. An error names the invalid node by its JSON pointer (contract section 6). */
export const Where = Schema.optionalWith(
  Schema.compose(
    Schema.Unknown.annotations({
      jsonSchema: {
        description:
          "A condition that must hold in addition to the filters, with at most 16 levels and 200 comparisons. If absent or null, every product matches.",
        anyOf: [{ $ref: "#/components/schemas/Condition" }, { type: "null" }]
      }
    }),
    SentCondition
  ),
  { exact: true }
)

export const ProductQuery = Schema.Struct({
  fields: maybe(SentFieldNames),
  filters: Filters,
  where: Where,
  sort: SentSort.annotations({ description: "At most three properties; by default the order of the file" }),
  units: SentUnits,
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
      .setUrlParams(Schema.Struct({ ...VersionPaging.fields, units: UnitsParameter }))
      .setHeaders(AcceptEncoding)
      .addSuccess(FieldsPage)
      .annotateContext(told(onModel("models:read", "Viewer"), "List the product fields of a model"))
      .annotate(
        OpenApi.Description,
        "`fieldDetails` has an entry for each field of the page except Guid, Class and Name. With `units=SI` it names the units of the numbers that a query with the same `units` returns."
      )
  )
  .add(
    HttpApiEndpoint.post("queryProducts")`/v1/projects/${projectId}/models/${modelId}/products/properties/query`
      .setUrlParams(VersionPaging)
      .setHeaders(AcceptEncoding)
      .setPayload(ProductQuery)
      .addSuccess(ProductsPage)
      .annotateContext(told(onModel("models:read", "Viewer"), "Query the products of a model"))
      .annotateContext(answersAsFile(true))
      .annotate(
        OpenApi.Description,
        "Filters combine with AND; `where` is a tree of comparisons. Without `fields` a product has Guid, Class, Name, SpatialLocation, MaterialLayerSet and Code. The members of a product have the names of the fields. `OverallHeight` and `OverallWidth` are attributes of doors and windows. `MaterialLayers` and `Groups` are arrays, which are returned only if `fields` names them and are not in the list of fields; `Groups.Name` is a plain value."
      )
  )
  .annotate(OpenApi.Description, "The building elements of a model, with their properties.") {}
