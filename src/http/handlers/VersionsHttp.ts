import * as Effect from "effect/Effect"
import { Versions } from "../../application/Versions.ts"
import { VersionsApi } from "../api/VersionsApi.ts"
import { bind, written } from "../dispatch/Call.ts"

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
