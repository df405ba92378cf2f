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
  cells: Schema.Int.annotations({ description: "Number of values that the version changed" }),
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
      .annotate(OpenApi.Description, "The newest version comes first. The oldest one is the import.")
  )
  .add(
    HttpApiEndpoint.get(
      "listVersionChanges"
    )`/v1/projects/${projectId}/models/${modelId}/versions/${modelVersionId}/changes`
      .setUrlParams(SincePaging)
      .addSuccess(ChangesPage)
      .annotateContext(told(reading, "List what a version changed"))
      .annotate(OpenApi.Description, "Compares the version with the one before it, or with the one that `since` names.")
  )
  .annotate(OpenApi.Description, "The public versions of a model. Each publication makes one.") {}
