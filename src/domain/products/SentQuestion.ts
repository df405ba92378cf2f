import * as Effect from "effect/Effect"
import type { InvalidParameter } from "../Errors.ts"
import * as Filter from "./Filter.ts"
import type { Question } from "./Question.ts"
import * as Units from "./Units.ts"

/** The members of a body that say which products are meant. */
export interface SentQuestion {
  readonly filters?: Filter.SentFilters | undefined
  readonly units?: unknown
}

/** Returns the question of a body. Fails with `InvalidFilter`, and with `InvalidParameter` for unknown units. */
export const accept = ({
  filters,
  units: sentUnits
}: SentQuestion): Effect.Effect<Question, Filter.InvalidFilter | InvalidParameter> =>
  Effect.gen(function* () {
    const units = yield* Units.accept(sentUnits)
    return { filters: yield* Filter.accept(filters), ...(units !== undefined && { units }) }
  })
