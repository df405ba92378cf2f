import * as Effect from "effect/Effect"
import { SavedQueries } from "../../../application/projects/SavedQueries.ts"
import { SavedQueriesApi } from "../../api/projects/SavedQueriesApi.ts"
import { bind } from "../../call/Call.ts"
import { listAnswer } from "../../answer/StreamedJson.ts"

export const bindings = Effect.map(SavedQueries, (queries) =>
  bind(SavedQueriesApi, {
    listSavedQueries: ({ path, principal }) => listAnswer("queries", queries.list(path.projectId, principal.userId)),
    createSavedQuery: ({ body, principal, project }) => queries.create(project, principal.userId, body),
    readSavedQuery: ({ path, principal }) => queries.read(path.projectId, principal.userId, path.queryId),
    changeSavedQuery: {
      resource: ({ path: { queryId }, principal, project }) =>
        Effect.as(queries.requireMaker(project, principal.userId, queryId), ({ body }) =>
          queries.change(project, principal.userId, queryId, body)
        )
    },
    deleteSavedQuery: ({ path, principal, project }) => queries.remove(project, principal.userId, path.queryId)
  })
)
