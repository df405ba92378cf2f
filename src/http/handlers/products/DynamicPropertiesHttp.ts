import * as Effect from "effect/Effect"
import { SavedQueries } from "../../../application/projects/SavedQueries.ts"
import { Calculations } from "../../../application/quantities/Calculations.ts"
import * as DynamicField from "../../../domain/products/DynamicField.ts"
import { accept } from "../../../domain/products/Question.ts"
import { Settings } from "../../../ports/Settings.ts"
import { DynamicPropertiesApi } from "../../api/products/DynamicPropertiesApi.ts"
import { bind, withHeaders } from "../../call/Call.ts"
import { operationView } from "../operations/OperationsHttp.ts"

export const bindings = Effect.gen(function* () {
  const calculations = yield* Calculations
  const queries = yield* SavedQueries
  const { publicUrl } = yield* Settings
  const all = DynamicField.DynamicField.literals

  return bind(DynamicPropertiesApi, {
    listDynamicFields: ({ query: { page, pageSize } }) => {
      const fields = all.slice((page - 1) * pageSize, page * pageSize)
      const fieldDetails = fields.map(DynamicField.detailOf)
      return Effect.succeed({ fields, fieldDetails, totalCount: all.length, page, pageSize })
    },
    startDynamicProperties: {
      prepare: ({ body, model, principal, project }) =>
        queries.complete(project, principal.userId, body, ["filters", "where"]).pipe(
          Effect.flatMap((query) => Effect.all([DynamicField.parse(query.fields), accept(query)])),
          Effect.flatMap(([fields, question]) =>
            calculations.prepare(
              project,
              model,
              principal.userId,
              { _tag: "CalculateDynamicProperties", fields },
              question
            )
          ),
          Effect.map(({ commit }) =>
            Effect.map(commit, (operation) =>
              withHeaders(operationView(operation), { location: `${publicUrl}/v1/operations/${operation.id}` })
            )
          )
        )
    },
    dynamicPropertiesResult: ({ model, path, principal }) =>
      Effect.map(
        calculations.result(principal.userId, model, path.operationId, "CalculateDynamicProperties"),
        (downloadUrl) => withHeaders({ downloadUrl }, { location: downloadUrl })
      )
  })
})
