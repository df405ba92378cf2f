import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { VersionId } from "../../../domain/Identifier.ts"
import { optional } from "../../../domain/Optional.ts"
import { ChangesPage } from "./EditsApi.ts"
import { paged, Paging } from "../common/Paging.ts"
import { modelId, modelVersionId, projectId } from "../common/Parameters.ts"
import { onModel, told } from "../../errors/Policy.ts"

const Version = Schema.Struct({
  modelVersionId: VersionId,
  projectVersionId: VersionId,
  title: Schema.String,
  description: optional(Schema.String),
  createdBy: Schema.String.annotations({ description: "The user's subject" }),
  createdByName: optional(Schema.String),
  createdAt: Schema.String.annotations({ description: "RFC 3339, in UTC" }),
  cells: Schema.Int.annotations({ description: "Values that it changed" }),
  deletedProducts: Schema.Int
}).annotations({ identifier: "ModelVersion" })

const SincePaging = Schema.Struct({
  ...Paging.fields,
  since: optional(VersionId.annotations({ description: "An older version to compare with" }))
})

const reading = onModel("models:read", "Viewer")

/** Public versions of a model. Contract sections 4 and 7. */
export class VersionsApi extends HttpApiGroup.make("versions")
  .add(
    HttpApiEndpoint.get("listVersions")`/v1/projects/${projectId}/models/${modelId}/versions`
      .setUrlParams(Paging)
      .addSuccess(
        Schema.Struct({ versions: Schema.Array(Version), ...paged }).annotations({ identifier: "VersionsPage" })
      )
      .annotateContext(told(reading, "List the public versions of a model"))
      .annotate(OpenApi.Description, "Newest first; the oldest is the import.")
  )
  .add(
    HttpApiEndpoint.get(
      "listVersionChanges"
    )`/v1/projects/${projectId}/models/${modelId}/versions/${modelVersionId}/changes`
      .setUrlParams(SincePaging)
      .addSuccess(ChangesPage)
      .annotateContext(told(reading, "List what a version changed"))
      .annotate(OpenApi.Description, "Against the version before it, or the one that `since` names.")
  )
  .annotate(OpenApi.Description, "Each publication makes a version that all who may see the model read.") {}
