import * as Effect from "effect/Effect"
import { SavedQueries } from "../../../application/projects/SavedQueries.ts"
import { Calculations } from "../../../application/quantities/Calculations.ts"
import { accept } from "../../../domain/products/Question.ts"
import type { OperationId } from "../../../domain/Identifier.ts"
import type { Principal } from "../../../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../../../ports/projects/AccessRepository.ts"
import { Settings } from "../../../ports/Settings.ts"
import { QuantitiesApi, type QuantityQuery } from "../../api/products/QuantitiesApi.ts"
import { bind, withHeaders } from "../../call/Call.ts"
import { operationView } from "../operations/OperationsHttp.ts"

interface Asked {
  readonly model: ModelAccess
  readonly principal: Principal
  readonly project: ProjectAccess
}

export const make = Effect.gen(function* () {
  const calculations = yield* Calculations
  const queries = yield* SavedQueries
  const { publicUrl } = yield* Settings

  const prepare = ({ body, model, principal, project }: Asked & { readonly body: typeof QuantityQuery.Type }) =>
    queries.complete(project, principal.userId, body, ["filters", "where", "units"]).pipe(
      Effect.flatMap((query) => Effect.all([calculations.calculators(query.calculators), accept(query)])),
      Effect.flatMap(([calculators, question]) =>
        calculations.prepare(project, model, principal.userId, { _tag: "CalculateQuantities", calculators }, question)
      ),
      Effect.map(({ commit }) =>
        Effect.map(commit, (operation) =>
          withHeaders(operationView(operation), { location: `${publicUrl}/v1/operations/${operation.id}` })
        )
      )
    )

  const result = ({ model, path, principal }: Asked & { readonly path: { readonly operationId: OperationId } }) =>
    Effect.map(calculations.result(principal.userId, model, path.operationId, "CalculateQuantities"), (downloadUrl) =>
      withHeaders({ downloadUrl }, { location: downloadUrl })
    )

  return {
    current: bind(QuantitiesApi, { startQuantities: { prepare }, quantityResult: result }),
    older: { startQuantitiesOlder: { prepare }, quantityResultOlder: result }
  }
})

export const bindings = Effect.map(make, ({ current }) => current)
