import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { limits } from "../Limits.ts"
import { InvalidCalculator } from "../Errors.ts"

/** Calculators by their names in the catalogue: at least one, each once, in the order of the request. */
export const CalculatorNames = Schema.Array(Schema.String).pipe(Schema.brand("CalculatorNames"))
export type CalculatorNames = typeof CalculatorNames.Type

/**
 * Parses the calculators of a request. Fails with `InvalidCalculator` if they are not a list, the list is empty or has
 * over 1,000 entries, or a name is not `known`.
 */
export const parse = (
  known: ReadonlyArray<string>,
  asked: unknown
): Either.Either<CalculatorNames, InvalidCalculator> => {
  const invalid = (what: string): Either.Either<never, InvalidCalculator> =>
    Either.left(new InvalidCalculator({ details: `${what} ${known.join(", ")}.` }))
  if (!Array.isArray(asked) || asked.length === 0) return invalid("calculators must name at least one of")
  if (asked.length > limits.entriesOfList.most)
    return invalid(`calculators has over ${limits.entriesOfList.most} entries, each of which must be one of`)
  const names = new Set<string>()
  for (const [i, one] of asked.entries()) {
    const name = typeof one === "string" ? known.find((each) => each.toLowerCase() === one.toLowerCase()) : undefined
    if (name === undefined) return invalid(`calculators[${i}] is none of`)
    names.add(name)
  }
  return Either.right(CalculatorNames.make([...names]))
}
