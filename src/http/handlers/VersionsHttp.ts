import { Effect } from "effect"
import { Versions } from "../../application/Versions.ts"
import { VersionsApi } from "../api/VersionsApi.ts"
import { bind } from "../dispatch/Call.ts"

export const bindings = Effect.map(Versions, (versions) =>
  bind(VersionsApi, {
    listVersions: ({ model, project, query }) =>
      Effect.map(versions.list(project.projectId, model.modelId, query), ({ items, totalCount }) => ({
        versions: items.map(({ description, ...version }) => ({
          ...version,
          ...(description === null ? {} : { description })
        })),
        totalCount,
        ...query
      })),
    listVersionChanges: ({ model, path, project, query: { since, ...page } }) =>
      Effect.map(versions.changes(project.projectId, model.modelId, path.modelVersionId, page, since), (changes) => ({
        ...changes,
        ...page
      }))
  })
)
