import * as Effect from "effect/Effect"
import { Exports } from "../../../application/files/Exports.ts"
import { Settings } from "../../../ports/Settings.ts"
import { ExportsApi } from "../../api/models/ExportsApi.ts"
import { bind, raw, withHeaders } from "../../call/Call.ts"
import { operationView } from "../operations/OperationsHttp.ts"

/**
 * The `Prefer` value that requests the links in a response body instead of a redirect (RFC 7240, section 4.2), because
 * scripts in browsers cannot read a redirect.
 */
const preferred = "return=representation"

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
    exportResult: ({ model, path, principal, request }) =>
      Effect.map(exports.result(principal.userId, model, path.operationId), (links) =>
        request.headers.get("prefer") === preferred
          ? raw(Response.json(links, { headers: { "preference-applied": preferred } }))
          : withHeaders(links, { location: links.downloadUrl })
      )
  })
})
