import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"
import { GlobalId } from "../../domain/GlobalId.ts"
import { ModelId, ProjectId } from "../../domain/Identifier.ts"
import { Model, ModelDraft } from "../../domain/Model.ts"
import { operationFields } from "./OperationsApi.ts"
import { inProject, onModel, Policy } from "./Policy.ts"

const link = { downloadUrl: Schema.String, sizeBytes: Schema.Int }

const inPath = Schema.Struct({ projectId: ProjectId })
const onPath = Schema.Struct({ projectId: ProjectId, modelId: ModelId })

/** Models: list (M1), create and import (M2), read, remove; its values as a file. */
export class ModelsApi extends HttpApiGroup.make("models")
  .add(
    HttpApiEndpoint.get("listModels", "/v1/projects/:projectId/models")
      .setPath(inPath)
      .addSuccess(Schema.Struct({ models: Schema.Array(Model) }))
      .annotate(Policy, inProject("models", "models:read", "User", { malformedIdentifier: 400 }))
  )
  .add(
    HttpApiEndpoint.post("createModel", "/v1/projects/:projectId/models")
      .setPath(inPath)
      .setPayload(ModelDraft)
      .addSuccess(
        Schema.Struct({ modelId: ModelId, modelGuid: GlobalId, ...operationFields }).annotations({
          identifier: "ModelCreation"
        }),
        { status: 202 }
      )
      .annotate(
        Policy,
        inProject("models", "models:write", "Contributor", { malformedIdentifier: 400, keepsAnswer: true })
      )
  )
  .add(
    HttpApiEndpoint.get("readModel", "/v1/projects/:projectId/models/:modelId")
      .setPath(onPath)
      .addSuccess(Model)
      .annotate(Policy, onModel("models:read", "Viewer"))
  )
  .add(
    HttpApiEndpoint.get("parquet", "/v1/projects/:projectId/models/:modelId/parquet")
      .setPath(onPath)
      .addSuccess(Schema.Struct(link).annotations({ identifier: "FileLink" }))
      .annotate(Policy, onModel("models:read", "Viewer"))
  )
  .add(
    HttpApiEndpoint.del("removeModel", "/v1/projects/:projectId/models/:modelId")
      .setPath(onPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Policy, onModel("models:write", "Owner", { servesUnready: true }))
  ) {}
