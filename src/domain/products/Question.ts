import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { InvalidParameter } from "../Errors.ts"
import * as Condition from "./Condition.ts"
import * as Filter from "./Filter.ts"
import * as Units from "./Units.ts"

/** The products that a question is about: every filter and the condition hold. */
export interface Question {
  readonly filters: Filter.Filters
  readonly where?: Condition.Condition
  /** The unit in which numbers are compared and given; `Model` if absent. */
  readonly units?: Units.Units
}

/** The members of a body that make a question, decoded. */
export interface SentQuestion {
  readonly filters?: Filter.SentFilters | undefined
  readonly where?: Condition.SentCondition | undefined
  readonly units?: unknown
}

/**
 * Returns the question that was sent. Fails with `InvalidFilter` if a filter or the condition is wrong, and with
 * `InvalidParameter` for unknown units.
 */
export const accept = (sent: SentQuestion): Effect.Effect<Question, Filter.InvalidFilter | InvalidParameter> =>
  Effect.gen(function* () {
    const filters = yield* Filter.accept(sent.filters)
    const where = yield* Condition.accept(sent.where, filters)
    const units = yield* Units.accept(sent.units)
    return { filters, ...(where !== undefined && { where }), ...(units !== undefined && { units }) }
  })

/** Returns the members of a question beside the filters as a client would send them. */
export const besideFilters = ({
  units,
  where
}: Question): { readonly where?: unknown; readonly units?: Units.Units } => ({
  ...(where !== undefined && { where: Condition.sentForm(where) }),
  ...(units !== undefined && { units })
})

const Stored = Schema.Union(
  Filter.Filters,
  Schema.Struct({
    filters: Filter.Filters,
    where: Schema.optional(Schema.Unknown),
    units: Schema.optionalWith(Units.Units, { exact: true })
  })
)

/** A question as it is stored with an operation. Older ones are filters alone. */
export const StoredQuestion: Schema.Schema<Question, typeof Stored.Encoded> = Schema.transform(
  Stored,
  Schema.declare((question): question is Question => typeof question === "object" && question !== null),
  {
    strict: true,
    decode: (stored): Question => {
      if (!("filters" in stored)) return { filters: stored }
      const where = Either.getOrThrow(Condition.parse(stored.where))
      const { filters, units } = stored
      return { filters, ...(where !== undefined && { where }), ...(units !== undefined && { units }) }
    },
    encode: (question) => ({ filters: question.filters, ...besideFilters(question) })
  }
)
