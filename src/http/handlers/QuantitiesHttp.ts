import { Effect } from "effect"
import { Quantities } from "../../application/Quantities.ts"
import { Settings } from "../../ports/Settings.ts"
import { QuantitiesApi } from "../api/QuantitiesApi.ts"
import { bind, withHeaders } from "../Call.ts"
import { operationView } from "./OperationsHttp.ts"

export const bindings = Effect.gen(function* () {
  const quantities = yield* Quantities
  const { publicUrl } = yield* Settings
  return bind(QuantitiesApi, {
    startQuantities: ({ body, model, principal, project }) =>
      Effect.map(quantities.start(project, model, principal.userId, body.calculators, body.filters), (operation) =>
        withHeaders(operationView(operation), { location: `${publicUrl}/v1/operations/${operation.id}` })
      ),
    quantityResult: ({ model, path, principal }) =>
      Effect.map(quantities.result(principal.userId, model, path.operationId), (downloadUrl) =>
        withHeaders({ downloadUrl }, { location: downloadUrl })
      )
  })
})
