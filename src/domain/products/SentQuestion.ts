import * as Effect from "effect/Effect"
import type { InvalidParameter } from "../Errors.ts"
import * as Condition from "./Condition.ts"
import * as Filter from "./Filter.ts"
import type { Question } from "./Question.ts"
import * as Units from "./Units.ts"

/** The members of a body that say which products are meant. */
export interface SentQuestion {
  readonly filters?: Filter.SentFilters | undefined
  readonly where?: Condition.SentCondition | undefined
  readonly units?: unknown
}

/** Returns the question of a body. Fails with `InvalidFilter`, and with `InvalidParameter` for unknown units. */
export const accept = (sent: SentQuestion): Effect.Effect<Question, Filter.InvalidFilter | InvalidParameter> =>
  Effect.gen(function* () {
    const units = yield* Units.accept(sent.units)
    const filters = yield* Filter.accept(sent.filters)
    const where = yield* Condition.accept(sent.where, filters)
    return { filters, ...(where !== undefined && { where }), ...(units !== undefined && { units }) }
  })
