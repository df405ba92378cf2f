import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { GlobalId } from "../../domain/GlobalId.ts"
import { ModelId, ProjectId } from "../../domain/Identifier.ts"
import { Model, ModelDraft } from "../../domain/Model.ts"
import { operationFields } from "./OperationsApi.ts"
import { inProject, onModel, Policy } from "./Policy.ts"

const link = { downloadUrl: Schema.String, sizeBytes: Schema.Int }

/** The operation of an import as its start answers, with the model that it will make. */
export const ModelCreation = Schema.Struct({
  modelId: ModelId,
  modelGuid: GlobalId,
  ...operationFields
}).annotations({ identifier: "CreateModelAnswer" })

const inPath = Schema.Struct({ projectId: ProjectId })
const onPath = Schema.Struct({ projectId: ProjectId, modelId: ModelId })

/** Models: list (M1), create and import (M2), read, remove; its values as a file. */
export class ModelsApi extends HttpApiGroup.make("models")
  .add(
    HttpApiEndpoint.get("listModels", "/v1/projects/:projectId/models")
      .setPath(inPath)
      .addSuccess(Schema.Struct({ models: Schema.Array(Model) }).annotations({ identifier: "ListModelsAnswer" }))
      .annotate(Policy, inProject("models", "models:read", "User", { malformedIdentifier: 400 }))
      .annotate(OpenApi.Summary, "List the models of a project")
      .annotate(OpenApi.Description, "The models that the caller may see and whose import is done, ordered by name.")
  )
  .add(
    HttpApiEndpoint.post("createModel", "/v1/projects/:projectId/models")
      .setPath(inPath)
      .setPayload(ModelDraft)
      .addSuccess(ModelCreation, { status: 202 })
      .annotate(
        Policy,
        inProject("models", "models:write", "Contributor", { malformedIdentifier: 400, keepsAnswer: true })
      )
      .annotate(OpenApi.Summary, "Create a model and start its import")
      .annotate(
        OpenApi.Description,
        "The extension of `uploadFileName` decides how the file is read: .ifc, .ifczip, .zip, .3dm, .rvt, .skp. The model is listed when the operation is Ready. The sample project takes none: 400."
      )
  )
  .add(
    HttpApiEndpoint.get("readModel", "/v1/projects/:projectId/models/:modelId")
      .setPath(onPath)
      .addSuccess(Model)
      .annotate(Policy, onModel("models:read", "Viewer"))
      .annotate(OpenApi.Summary, "Read a model")
  )
  .add(
    HttpApiEndpoint.get("parquet", "/v1/projects/:projectId/models/:modelId/parquet")
      .setPath(onPath)
      .addSuccess(Schema.Struct(link).annotations({ identifier: "FileLink" }))
      .annotate(Policy, onModel("models:read", "Viewer"))
      .annotate(OpenApi.Summary, "Get the values of a model as a Parquet file")
      .annotate(
        OpenApi.Description,
        "One row for each value: `product` (GlobalId), `propertySet` (null: an attribute of the product, such as Class or Name), `property`, `text`, `number`; sorted by set, property and product. Numbers are in the units of the file; a boolean is `true` and 1 or `false` and 0. Pages are compressed with Zstandard. For the latest public version."
      )
  )
  .add(
    HttpApiEndpoint.del("removeModel", "/v1/projects/:projectId/models/:modelId")
      .setPath(onPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, onModel("models:write", "Owner", { servesUnready: true }))
      .annotate(OpenApi.Summary, "Remove a model")
      .annotate(OpenApi.Description, "Operations of it that have not ended end Failed.")
  )
  .annotate(OpenApi.Description, "Models, made from uploaded files.") {}
