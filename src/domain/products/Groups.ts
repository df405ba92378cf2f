import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { InvalidCalculator, InvalidParameter } from "../Errors.ts"
import { sentenceOf } from "../Limit.ts"
import { limits } from "../Limits.ts"
import { maybe } from "../Optional.ts"
import { quoted } from "../Quoted.ts"
import { AnyText } from "../Text.ts"

const GroupFunction = Schema.Literal("Count", "CountDistinct", "Sum", "Mean", "Min", "Max")
/** A function of the values that the products of a group have of one property. */
export type GroupFunction = typeof GroupFunction.Type

/** A measure of groups: a calculator, or a function of a property. */
export type SentMeasure =
  | { readonly calculator: string }
  | { readonly property: string; readonly function: GroupFunction }

/** An entry of the sort order: the index of a key or of a measure, counted from 0. */
export type GroupSort = ({ readonly key: number } | { readonly measure: number }) & { readonly descending: boolean }

/** A question about groups of products, as it is answered. */
export interface Groups {
  readonly groupBy: ReadonlyArray<string>
  readonly measures: ReadonlyArray<SentMeasure>
  readonly sort: ReadonlyArray<GroupSort>
}

const Measure = Schema.Struct({
  calculator: maybe(Schema.String.annotations({ description: "Name of a calculator, instead of a property" })),
  property: maybe(AnyText.annotations({ description: "Name of a product field" })),
  function: maybe(
    Schema.String.annotations({ description: `The function of \`property\`: ${GroupFunction.literals.join(", ")}` })
  )
}).annotations({ identifier: "GroupMeasure" })

const Sort = Schema.Struct({
  key: maybe(Schema.Number.annotations({ description: "Index in `groupBy`" })),
  measure: maybe(Schema.Number.annotations({ description: "Index in `measures`" })),
  descending: Schema.optionalWith(Schema.Boolean, { exact: true, nullable: true, default: () => false })
}).annotations({ identifier: "GroupSort" })

/** The members of a body that requests groups, besides those of its products. */
export const sentGroups = {
  groupBy: maybe(Schema.Array(AnyText)).annotations({ description: "Names of 0 to 4 fields" }),
  measures: maybe(Schema.Array(Measure)).annotations({ description: "1 to 20 measures" }),
  sort: maybe(Schema.Array(Sort)).annotations({ description: "At most three; by default the keys in their order" })
}

const SentGroups = Schema.Struct(sentGroups)
/** Groups as they are sent. */
export type SentGroups = typeof SentGroups.Type

/**
 * Returns the groups that were sent. `known` are the names of the calculators; they and functions match without regard
 * to case.
 *
 * Fails with `InvalidParameter` if there are over four keys, no measure or over twenty, over three entries in `sort`, a
 * measure or an entry that is not exactly one of the two kinds, or an index of no key or measure; with
 * `InvalidCalculator` for an unknown calculator or function.
 */
export const accept = (
  known: ReadonlyArray<string>,
  { groupBy = [], measures: sent = [], sort = [] }: SentGroups
): Either.Either<Groups, InvalidCalculator | InvalidParameter> =>
  Either.gen(function* () {
    if (groupBy.length > limits.groupKeys.most) return yield* wrong(sentenceOf(limits.groupKeys))
    if (sent.length === 0) return yield* wrong("measures must have at least one entry.")
    if (sent.length > limits.groupMeasures.most) return yield* wrong(sentenceOf(limits.groupMeasures))
    const measures: Array<SentMeasure> = []
    for (const [i, measure] of sent.entries()) measures.push(yield* measureOf(known, measure, `measures[${i}]`))
    if (sort.length > limits.sortKeys.most) return yield* wrong(sentenceOf(limits.sortKeys))
    const order: Array<GroupSort> = []
    for (const [i, { descending, key, measure }] of sort.entries()) {
      if ((key === undefined) === (measure === undefined)) {
        return yield* wrong(`sort[${i}] must have either key or measure.`)
      }
      const [index, name, list] =
        key === undefined ? ([measure!, "measure", "measures"] as const) : ([key, "key", "groupBy"] as const)
      const length = key === undefined ? measures.length : groupBy.length
      if (!Number.isInteger(index) || index < 0 || index >= length) {
        return yield* wrong(`sort[${i}].${name} is no index of ${list}, which has ${length} entries.`)
      }
      order.push(key === undefined ? { measure: index, descending } : { key: index, descending })
    }
    return { groupBy, measures, sort: order }
  })

const wrong = (details: string): Either.Either<never, InvalidParameter> =>
  Either.left(new InvalidParameter({ details }))

const measureOf = (
  known: ReadonlyArray<string>,
  { calculator, property, function: sent }: NonNullable<SentGroups["measures"]>[number],
  at: string
): Either.Either<SentMeasure, InvalidCalculator | InvalidParameter> => {
  if ((calculator === undefined) === (property === undefined)) {
    return wrong(`${at} must have either calculator or property.`)
  }
  const ofName = <Name extends string>(names: ReadonlyArray<Name>, asked: string): Name | undefined =>
    names.find((name) => name.toLowerCase() === asked.toLowerCase())
  const unknown = (
    names: ReadonlyArray<string>,
    what: string,
    asked: string
  ): Either.Either<never, InvalidCalculator> =>
    Either.left(new InvalidCalculator({ details: `${at}.${what} ${quoted(asked)} is not one of ${names.join(", ")}.` }))
  if (calculator !== undefined) {
    if (sent !== undefined) return wrong(`${at} must have function only with property.`)
    const found = ofName(known, calculator)
    return found === undefined ? unknown(known, "calculator", calculator) : Either.right({ calculator: found })
  }
  if (sent === undefined) return wrong(`${at} must have function with property.`)
  const found = ofName(GroupFunction.literals, sent)
  return found === undefined
    ? unknown(GroupFunction.literals, "function", sent)
    : Either.right({ property: property!, function: found })
}
