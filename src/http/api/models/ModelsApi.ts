import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { GlobalId } from "../../../domain/GlobalId.ts"
import { ModelId } from "../../../domain/Identifier.ts"
import { Model, ModelDraft, NewFileDraft } from "../../../domain/models/Model.ts"
import { operationFields } from "../operations/OperationsApi.ts"
import { modelId, projectId } from "../common/Parameters.ts"
import { inProject, onModel, told } from "../../errors/Policy.ts"

const link = { downloadUrl: Schema.String, sizeBytes: Schema.Int }

/** The response to the start of an import: its operation, with the ids of the model that it will create. */
export const ModelCreation = Schema.Struct({
  modelId: ModelId,
  modelGuid: GlobalId,
  ...operationFields
}).annotations({ identifier: "CreateModelAnswer" })

const listing = inProject("models", "models:read", "User", { malformedIdentifier: 400 })
const creating = inProject("models", "models:write", "Contributor", {
  malformedIdentifier: 400,
  keepsAnswer: true,
  isHeavy: true
})

/** Models: list (M1), create and import (M2), read, remove; download of the values as a file. */
export class ModelsApi extends HttpApiGroup.make("models")
  .add(
    HttpApiEndpoint.get("listModels")`/v1/projects/${projectId}/models`
      .addSuccess(Schema.Struct({ models: Schema.Array(Model) }).annotations({ identifier: "ListModelsAnswer" }))
      .annotateContext(told(listing, "List the models of a project"))
      .annotate(OpenApi.Description, "Lists the imported models that the caller may see, ordered by name.")
  )
  .add(
    HttpApiEndpoint.post("createModel")`/v1/projects/${projectId}/models`
      .setPayload(ModelDraft)
      .addSuccess(ModelCreation, { status: 202 })
      .annotateContext(told(creating, "Create a model and start its import"))
      .annotate(
        OpenApi.Description,
        "The extension of `uploadFileName` decides how the file is read: .ifc, .ifczip, .zip, .3dm, .rvt, .skp. The model is listed when the operation is Ready. Returns 400 for the sample project."
      )
  )
  .add(
    HttpApiEndpoint.post("importFile")`/v1/projects/${projectId}/models/${modelId}/imports`
      .setPayload(NewFileDraft)
      .addSuccess(ModelCreation, { status: 202 })
      .annotateContext(
        told(onModel("models:write", "Modeler", { keepsAnswer: true, isHeavy: true }), "Import a new file for a model")
      )
      .annotate(
        OpenApi.Description,
        "The file becomes the next version of the model when the operation is Ready. Products are matched by GlobalId, and published changes are kept. Until then, or if the operation fails, the model does not change."
      )
  )
  .add(
    HttpApiEndpoint.get("readModel")`/v1/projects/${projectId}/models/${modelId}`
      .addSuccess(Model)
      .annotateContext(told(onModel("models:read", "Viewer"), "Read a model"))
  )
  .add(
    HttpApiEndpoint.get("parquet")`/v1/projects/${projectId}/models/${modelId}/parquet`
      .addSuccess(Schema.Struct(link).annotations({ identifier: "FileLink" }))
      .annotateContext(
        told(onModel("models:read", "Viewer", { isHeavy: true }), "Get the values of a model as a Parquet file")
      )
      .annotate(
        OpenApi.Description,
        "The file has one row for each value, with the columns `product` (GlobalId), `propertySet` (null for attributes of the product, such as Class or Name), `property`, `text` and `number`. Rows are sorted by set, property and product. Numbers are in the units of the file; a boolean is `true` and 1 or `false` and 0. Pages are compressed with Zstandard. Contains the latest public version."
      )
  )
  .add(
    HttpApiEndpoint.del("removeModel")`/v1/projects/${projectId}/models/${modelId}`
      .addSuccess(HttpApiSchema.NoContent)
      .annotateContext(told(onModel("models:write", "Owner", { servesUnready: true }), "Remove a model"))
      .annotate(OpenApi.Description, "Unfinished operations of the model become Failed.")
  )
  .annotate(OpenApi.Description, "Models, which are created from uploaded files.") {}
