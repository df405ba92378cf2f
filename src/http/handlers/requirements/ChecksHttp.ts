import * as Effect from "effect/Effect"
import { Checks } from "../../../application/checks/Checks.ts"
import { Settings } from "../../../ports/Settings.ts"
import { pageAnswer } from "../../answer/StreamedJson.ts"
import { ChecksApi } from "../../api/requirements/ChecksApi.ts"
import { bind, withHeaders } from "../../call/Call.ts"
import { operationView } from "../operations/OperationsHttp.ts"

export const bindings = Effect.gen(function* () {
  const checks = yield* Checks
  const { publicUrl } = yield* Settings

  return bind(ChecksApi, {
    startCheck: {
      prepare: ({ body, model, principal, project }) =>
        Effect.map(checks.prepare(project, model, principal.userId, body.requirementsId), ({ commit }) =>
          Effect.map(commit, (operation) =>
            withHeaders(operationView(operation), { location: `${publicUrl}/v1/operations/${operation.id}` })
          )
        )
    },
    listChecks: ({ model, principal, query }) =>
      pageAnswer("checks", query, checks.list(model.modelId, principal.userId, query)),
    checkResult: ({ model, path, principal }) =>
      Effect.map(checks.result(principal.userId, model, path.operationId), (links) =>
        withHeaders(links, { location: links.downloadUrl })
      )
  })
})
