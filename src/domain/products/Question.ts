import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Condition from "./Condition.ts"
import * as Filter from "./Filter.ts"

/** The unit of numbers: the one that the model states, or the SI unit (contract section 6, "Units"). */
type Units = "Model" | "SI"

/** The products that a question is about: every filter and the condition hold. */
export interface Question {
  readonly filters: Filter.Filters
  readonly where?: Condition.Condition
  /** The unit in which numbers are compared and given; `Model` if absent. */
  readonly units?: Units
}

/** The members of a body that make a question, decoded. */
export interface SentQuestion {
  readonly filters: Filter.SentFilters
  readonly where?: Condition.SentCondition
}

/** Returns the question that was sent. Fails with `InvalidFilter` if a filter or the condition is wrong. */
export const accept = ({
  filters: sentFilters,
  where: sentWhere
}: SentQuestion): Either.Either<Question, Filter.InvalidFilter> =>
  Either.gen(function* () {
    const filters = yield* Filter.accept(sentFilters)
    const where = yield* Condition.accept(sentWhere, filters)
    return where === undefined ? { filters } : { filters, where }
  })

/** Returns the members of a question beside the filters as a client would send them. */
export const besideFilters = ({ where }: Question): { readonly where?: unknown } =>
  where === undefined ? {} : { where: Condition.sentForm(where) }

const Stored = Schema.Union(
  Filter.Filters,
  Schema.Struct({ filters: Filter.Filters, where: Schema.optional(Schema.Unknown) })
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
      return where === undefined ? { filters: stored.filters } : { filters: stored.filters, where }
    },
    encode: (question) => ({ filters: question.filters, ...besideFilters(question) })
  }
)
