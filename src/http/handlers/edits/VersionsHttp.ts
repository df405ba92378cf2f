import * as Effect from "effect/Effect"
import { Versions } from "../../../application/models/Versions.ts"
import * as ChangesPage from "../../../domain/edits/ChangesPage.ts"
import * as Pull from "../../../runtime/Pull.ts"
import { pageAnswer, streamedJson } from "../../answer/StreamedJson.ts"
import { VersionsApi } from "../../api/edits/VersionsApi.ts"
import { bind } from "../../call/Call.ts"

export const bindings = Effect.map(Versions, (versions) =>
  bind(VersionsApi, {
    listVersions: ({ model, project, query }) =>
      pageAnswer(
        "versions",
        query,
        versions.list(project.projectId, model.modelId, query),
        ({ createdByName, description, ...version }) => ({
          ...version,
          ...(createdByName === null ? {} : { createdByName }),
          ...(description === null ? {} : { description })
        })
      ),
    listVersionChanges: ({ model, path, project, query: { since, ...page } }) =>
      streamedJson(
        Effect.flatMap(
          versions.changes(project.projectId, model.modelId, path.modelVersionId, page, since),
          ({ added, changes, deleted, totalCount }) =>
            Pull.from(() => ChangesPage.pieces(changes, { totalCount, ...page }, added, deleted))
        )
      )
  })
)
