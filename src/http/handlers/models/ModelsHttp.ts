import * as Effect from "effect/Effect"
import { DerivedFiles } from "../../../application/files/DerivedFiles.ts"
import { Models } from "../../../application/models/Models.ts"
import { ModelsApi } from "../../api/models/ModelsApi.ts"
import { bind, withHeaders } from "../../call/Call.ts"
import { listAnswer } from "../../answer/StreamedJson.ts"
import { operationView } from "../operations/OperationsHttp.ts"
import { Settings } from "../../../ports/Settings.ts"

export const bindings = Effect.gen(function* () {
  const models = yield* Models
  const files = yield* DerivedFiles
  const { publicUrl } = yield* Settings
  return bind(ModelsApi, {
    listModels: ({ principal, project }) => listAnswer("models", models.list(project, principal.userId)),
    createModel: {
      prepare: ({ body, principal, project }) =>
        Effect.map(models.prepare(project, principal.userId, body), (commit) =>
          Effect.map(commit, ({ modelGuid, modelId, operation }) =>
            withHeaders(
              { modelId, modelGuid, ...operationView(operation) },
              { location: `${publicUrl}/v1/operations/${operation.id}` }
            )
          )
        )
    },
    importFile: {
      prepare: ({ body, model, principal, project }) =>
        Effect.map(models.prepareFile(project, model, principal.userId, body), (commit) =>
          Effect.map(commit, (operation) =>
            withHeaders(
              { modelId: model.modelId, modelGuid: model.guid, ...operationView(operation) },
              { location: `${publicUrl}/v1/operations/${operation.id}` }
            )
          )
        )
    },
    readModel: ({ model, principal, project }) => models.read(project, principal.userId, model),
    parquet: ({ model, principal, project }) =>
      Effect.map(files.link(project, model, principal.userId, "products.parquet"), ({ downloadUrl, sizeBytes }) => ({
        downloadUrl,
        sizeBytes
      })),
    removeModel: ({ model, project }) => models.remove(project, model)
  })
})
