import * as Effect from "effect/Effect"
import { Versions } from "../../../application/models/Versions.ts"
import { VersionsApi } from "../../api/edits/VersionsApi.ts"
import { bind, written } from "../../call/Call.ts"

export const bindings = Effect.map(Versions, (versions) =>
  bind(VersionsApi, {
    listVersions: ({ model, principal, project, query }) =>
      Effect.map(versions.list(principal.userId, project.projectId, model.modelId, query), (json) => written(json)),
    listVersionChanges: ({ model, path, principal, project, query: { since, ...page } }) =>
      Effect.map(
        versions.changes(principal.userId, project.projectId, model.modelId, path.modelVersionId, page, since),
        (json) => written(json)
      )
  })
)
