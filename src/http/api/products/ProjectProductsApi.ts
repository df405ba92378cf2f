import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { ModelId } from "../../../domain/Identifier.ts"
import { limits } from "../../../domain/Limits.ts"
import { maybe } from "../../../domain/Optional.ts"
import { ofProject, SentProjectFieldNames } from "../../../domain/products/FieldNames.ts"
import { SentSort } from "../../../domain/Sort.ts"
import { AcceptEncoding } from "../../call/ContentEncoding.ts"
import { inProject, told } from "../../errors/Policy.ts"
import { Paging } from "../common/Paging.ts"
import { projectId } from "../common/Parameters.ts"
import { Filters, ProductsPage } from "./ProductsApi.ts"

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
const SentModelIds = Schema.Array(SentModelId).pipe(Schema.maxItems(limits.entriesOfList.most))

/** The members that every question to a project takes. */
const question = {
  models: maybe(
    SentModelIds.annotations({ description: "Ids of models; absent: all that the caller may read, by name" })
  ),
  filters: Filters
}

const ProjectQuery = Schema.Struct({
  ...question,
  fields: Schema.optionalWith(SentProjectFieldNames, { exact: true, nullable: true, default: () => ofProject([]) }),
  sort: SentSort.annotations({
    description: "At most three properties; absent: by model as the list of models orders them, then as in the file"
  })
}).annotations({ identifier: "ProjectQuery" })

const read = inProject("models", "models:read", "User", { malformedIdentifier: 400 })

/** Questions to several models of a project (contract section 13). */
export class ProjectProductsApi extends HttpApiGroup.make("projectProducts")
  .add(
    HttpApiEndpoint.post("queryProjectProducts")`/v1/projects/${projectId}/products/properties/query`
      .setUrlParams(Paging)
      .setHeaders(AcceptEncoding)
      .setPayload(ProjectQuery)
      .addSuccess(ProductsPage)
      .annotateContext(told(read, "Query the products of several models"))
      .annotate(
        OpenApi.Description,
        "As the query of one model. `Model` is a field `{ModelId, Name}` that filters compare with id or name; without `fields` a product has it and the usual ones. Models that the caller may not read do not take part; to name one is 400 `ReferenceNotFound`, as it is for an unknown id."
      )
  )
  .annotate(OpenApi.Description, "Questions to several models of a project, each as the caller sees it.") {}
