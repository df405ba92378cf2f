import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { answersAsFile } from "./FileParameters.ts"
import { ModelId } from "../../../domain/Identifier.ts"
import { limits } from "../../../domain/Limits.ts"
import { maybe } from "../../../domain/Optional.ts"
import { SentProjectFieldNames } from "../../../domain/products/FieldNames.ts"
import { sentGroups } from "../../../domain/products/Groups.ts"
import { SentUnits, UnitsParameter } from "../../../domain/products/Units.ts"
import { SavedQueryReference } from "../../../domain/projects/SavedQuery.ts"
import { SentSort } from "../../../domain/Sort.ts"
import { AcceptEncoding } from "../../call/ContentEncoding.ts"
import { inProject, onModel, told } from "../../errors/Policy.ts"
import { paged, Paging } from "../common/Paging.ts"
import { modelId, projectId } from "../common/Parameters.ts"
import { FieldsPage, Filters, ProductsPage, Where } from "./ProductsApi.ts"

/** The id of a model in a body, as text or as a number. */
const SentModelId = Schema.Union(
  ModelId,
  Schema.transform(Schema.Int.pipe(Schema.between(1, Number.MAX_SAFE_INTEGER)), Schema.typeSchema(ModelId), {
    strict: true,
    decode: (id) => ModelId.make(String(id)),
    encode: Number
  })
)

/** Ids of models as they are sent; each counts once. */
export const SentModelIds = Schema.Array(SentModelId).pipe(Schema.maxItems(limits.entriesOfList.most))

/** The members by which a question chooses products, and the units of its numbers. */
const question = {
  filters: Filters,
  where: Where,
  units: SentUnits.annotations({ description: "The unit of numbers: `Model` or `SI`; by default SI" }),
  savedQuery: SavedQueryReference
}

const models = {
  models: maybe(
    SentModelIds.annotations({
      description: "Ids of models; by default all models that the caller may read, ordered by name"
    })
  )
}

const ProjectQuery = Schema.Struct({
  ...models,
  ...question,
  fields: maybe(SentProjectFieldNames),
  sort: SentSort.annotations({
    description: "At most three properties; by default the order of the list of models, then that of the file"
  })
}).annotations({ identifier: "ProjectQuery" })

/** A question about groups of the products of one model. */
const GroupQuery = Schema.Struct({ ...question, ...sentGroups }).annotations({ identifier: "GroupQuery" })

const ProjectGroupQuery = Schema.Struct({ ...models, ...question, ...sentGroups }).annotations({
  identifier: "ProjectGroupQuery"
})

/** A measure of a group: its value, null if no product has one, and the number of products that have one. */
const GroupValue = Schema.Struct({ value: Schema.NullOr(Schema.Unknown), measured: Schema.Int })

/** A page of groups (contract section 13). */
const GroupsPage = Schema.Struct({
  groups: Schema.Array(
    Schema.Struct({
      keys: Schema.Array(Schema.Unknown),
      count: Schema.Int,
      measures: Schema.Array(GroupValue)
    })
  ),
  totals: Schema.Struct({ count: Schema.Int, measures: Schema.Array(GroupValue) }).annotations({
    description: "The measures of all products"
  }),
  units: Schema.Array(Schema.NullOr(Schema.String)).annotations({ description: "The unit of each measure" }),
  ...paged
}).annotations({ identifier: "GroupsPage" })

const aboutGroups =
  "Each product is in one group, by the values of up to four fields. Sum, Mean, Min and Max use the numbers among the values of a property; a calculator returns the values of a quantity calculation. `totals` covers all groups, not only those of the page."

const read = inProject("models", "models:read", "User", { malformedIdentifier: 400 })

/** Documents the query parameter `models`, which may be repeated; the handler parses it. */
const modelsParameter = OpenApi.annotations({
  transform: (operation) => ({
    ...operation,
    parameters: [
      ...operation["parameters"],
      {
        name: "models",
        in: "query",
        required: false,
        description: "Repeated for each model; by default all models that the caller may read",
        schema: { type: "array", maxItems: limits.entriesOfList.most, items: { $ref: "#/components/schemas/ModelId" } }
      }
    ]
  })
})

/** Questions to several models of a project (contract section 13). */
export class ProjectProductsApi extends HttpApiGroup.make("projectProducts")
  .add(
    HttpApiEndpoint.get("listProjectFields")`/v1/projects/${projectId}/products/properties/available-data`
      .setUrlParams(Schema.Struct({ ...Paging.fields, units: UnitsParameter }))
      .setHeaders(AcceptEncoding)
      .addSuccess(FieldsPage)
      .annotateContext(told(read, "List the product fields of several models"))
      .annotateContext(modelsParameter)
      .annotate(
        OpenApi.Description,
        "Lists all fields of the models, and `Model`. Each detail covers all models; its unit is the SI unit if those of the models differ."
      )
  )
  .add(
    HttpApiEndpoint.post("queryProjectProducts")`/v1/projects/${projectId}/products/properties/query`
      .setUrlParams(Paging)
      .setHeaders(AcceptEncoding)
      .setPayload(ProjectQuery)
      .addSuccess(ProductsPage)
      .annotateContext(told(read, "Query the products of several models"))
      .annotateContext(answersAsFile(false))
      .annotate(
        OpenApi.Description,
        "Works like the query of one model. `Model` is a field `{ModelId, Name}`, of which filters compare the id or the name; without `fields` a product has it and the default fields. Models that the caller may not read are left out. Returns 400 `ReferenceNotFound` if `models` names such a model or an unknown one."
      )
  )
  .add(
    HttpApiEndpoint.post("groupProjectProducts")`/v1/projects/${projectId}/products/groups`
      .setUrlParams(Paging)
      .setHeaders(AcceptEncoding)
      .setPayload(ProjectGroupQuery)
      .addSuccess(GroupsPage)
      .annotateContext(told(read, "Sum the products of several models by groups"))
      .annotateContext(answersAsFile(false))
      .annotate(OpenApi.Description, aboutGroups)
  )
  .add(
    HttpApiEndpoint.post("groupProducts")`/v1/projects/${projectId}/models/${modelId}/products/groups`
      .setUrlParams(Paging)
      .setHeaders(AcceptEncoding)
      .setPayload(GroupQuery)
      .addSuccess(GroupsPage)
      .annotateContext(told(onModel("models:read", "Viewer"), "Sum the products of a model by groups"))
      .annotateContext(answersAsFile(true))
      .annotate(OpenApi.Description, aboutGroups)
  )
  .annotate(OpenApi.Description, "Queries of several models of a project, each as the caller sees it.") {}
