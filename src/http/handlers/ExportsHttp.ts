import { Effect } from "effect"
import { Exports } from "../../application/Exports.ts"
import { Settings } from "../../ports/Settings.ts"
import { ExportsApi } from "../api/ExportsApi.ts"
import { bind, withHeaders } from "../dispatch/Call.ts"
import { operationView } from "./OperationsHttp.ts"

export const bindings = Effect.gen(function* () {
  const exports = yield* Exports
  const { publicUrl } = yield* Settings

  return bind(ExportsApi, {
    startExport: {
      prepare: ({ model, principal, project }) =>
        Effect.map(exports.prepare(project, model, principal.userId), ({ commit, source }) =>
          Effect.map(commit, (operation) =>
            withHeaders(
              { ...operationView(operation), source },
              { location: `${publicUrl}/v1/operations/${operation.id}` }
            )
          )
        )
    },
    exportResult: ({ model, path, principal }) =>
      Effect.map(exports.result(principal.userId, model, path.operationId), (links) =>
        withHeaders(links, { location: links.downloadUrl })
      )
  })
})
