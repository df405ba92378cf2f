import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { InvalidCalculator } from "../Errors.ts"

/** Calculators by the names that the catalogue has for them, at least one, each once, in the order asked for. */
export const CalculatorNames = Schema.Array(Schema.String).pipe(Schema.brand("CalculatorNames"))
export type CalculatorNames = typeof CalculatorNames.Type

/** Entries of the list, each name as often as it likes. */
export const mostNames = 1000

/** The calculators of a request. Fails: `InvalidCalculator` for no list, an empty one, one of over 1,000 entries, a name that is not `known`. */
export const parse = (
  known: ReadonlyArray<string>,
  asked: unknown
): Either.Either<CalculatorNames, InvalidCalculator> => {
  const invalid = (what: string): Either.Either<never, InvalidCalculator> =>
    Either.left(new InvalidCalculator({ details: `${what} ${known.join(", ")}.` }))
  if (!Array.isArray(asked) || asked.length === 0) return invalid("calculators must name at least one of")
  if (asked.length > mostNames)
    return invalid(`calculators has over ${mostNames} entries, each of which must be one of`)
  const names = new Set<string>()
  for (const [i, one] of asked.entries()) {
    const name = typeof one === "string" ? known.find((each) => each.toLowerCase() === one.toLowerCase()) : undefined
    if (name === undefined) return invalid(`calculators[${i}] is none of`)
    names.add(name)
  }
  return Either.right(CalculatorNames.make([...names]))
}
