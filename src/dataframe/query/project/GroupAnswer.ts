import * as Either from "effect/Either"
import { AnswerTooLarge, type InvalidCalculator, InvalidField } from "../../../domain/Errors.ts"
import { sentenceOf } from "../../../domain/Limit.ts"
import { limits } from "../../../domain/Limits.ts"
import type { InvalidFilter } from "../../../domain/products/Filter.ts"
import type { Groups } from "../../../domain/products/Groups.ts"
import type { Question } from "../../../domain/products/Question.ts"
import { quoted } from "../../../domain/Quoted.ts"
import { within } from "../AnswerBudget.ts"
import { JsonWriter } from "../../../runtime/JsonWriter.ts"
import type { Calculator } from "../quantities/Calculator.ts"
import { dynamicNames } from "../Selection.ts"
import * as GroupMeasure from "./GroupMeasure.ts"
import * as Grouping from "./Grouping.ts"
import * as GroupSource from "./GroupSource.ts"
import * as ModelField from "./ModelField.ts"
import { knownIn, rowsOf, selectAll } from "./ProjectSelection.ts"
import { ranked, sortedBy, unsorted } from "../RankedField.ts"
import type { ShownModel } from "./SeenModel.ts"
import type { Measured } from "./Tally.ts"

export interface GroupRequest extends Groups, Question {
  /** The number of the page, starting at 1. */
  readonly page: number
  readonly pageSize: number
  /** The calculators that measures may name. */
  readonly calculators: ReadonlyArray<Calculator>
}

/** The groups of a question and their measures. */
export interface MeasuredGroups {
  readonly grouping: Grouping.Grouping
  readonly measures: ReadonlyArray<GroupMeasure.GroupMeasure>
  /** The parts of each field of `groupBy`, one for each model. */
  readonly fields: ReadonlyArray<
    ReadonlyArray<{ readonly source: GroupSource.GroupSource; readonly rows: Uint32Array }>
  >
}

/**
 * Returns a page of groups of the products of several models: the UTF-8 of
 * `{"groups":[{"keys":[…],"count":…,"measures":[{"value":…,"measured":…}]}],"totals":{…},"units":[…],…}`.
 *
 * Fails with `InvalidFilter` like `selectAll`, with `InvalidField` for a key or property that no model has, with
 * `InvalidCalculator` like `GroupMeasure.make`, and with `AnswerTooLarge` if there are too many groups or the result
 * exceeds `most` bytes.
 */
export const query = (
  models: ReadonlyArray<ShownModel>,
  request: GroupRequest,
  most: number
): Either.Either<Uint8Array<ArrayBuffer>, InvalidFilter | InvalidField | InvalidCalculator | AnswerTooLarge> =>
  Either.flatMap(measured(models, request), (groups) => within(() => written(groups, request, most)))

/** Returns all groups. Fails like `query`. */
export const measured = (
  models: ReadonlyArray<ShownModel>,
  request: GroupRequest
): Either.Either<MeasuredGroups, InvalidFilter | InvalidField | InvalidCalculator | AnswerTooLarge> =>
  Either.gen(function* () {
    const selection = yield* selectAll(models, request)
    yield* known(models, request)
    const selected = { ...selection, models, rows: rowsOf(selection), units: request.units }
    const fields = request.groupBy.map((name) => {
      const ofModel = ModelField.resolve(models, name)
      return models.map((seen, m) => ({ source: GroupSource.make(seen, ofModel, name), rows: selected.rows[m]! }))
    })
    const grouping = Grouping.make(selection.total, fields, limits.groups.most)
    if (grouping === null) return yield* Either.left(new AnswerTooLarge({ details: sentenceOf(limits.groups) }))
    const measures: Array<GroupMeasure.GroupMeasure> = []
    for (const measure of request.measures) {
      measures.push(yield* GroupMeasure.make(selected, grouping, measure, request.calculators))
    }
    return { grouping, measures, fields }
  })

/** Fails with `InvalidField` for the first key or property that no model has and the project does not define. */
const known = (
  models: ReadonlyArray<ShownModel>,
  { groupBy, measures }: GroupRequest
): Either.Either<void, InvalidField> => {
  const isKnown = knownIn(models)
  const names = [
    ...groupBy.map((name, i) => ({ name, at: `groupBy[${i}]` })),
    ...measures.flatMap((measure, i) =>
      "property" in measure ? [{ name: measure.property, at: `measures[${i}].property` }] : []
    )
  ]
  const wrong = names.find(
    ({ name }) => ModelField.resolve(models, name) === null && (dynamicNames.has(name) || !isKnown(name))
  )
  return wrong === undefined || models.length === 0
    ? Either.right(undefined)
    : Either.left(new InvalidField({ details: `${wrong.at}: no model has a field ${quoted(wrong.name)}.` }))
}

/** Returns the groups in their order: by the keys, or by the entries of `sort` and then by the keys. */
export const ordered = ({ grouping, measures }: MeasuredGroups, sort: Groups["sort"]): Uint32Array => {
  const { keys, size } = grouping
  const byKey = (order: Uint32Array, key: number, descending: boolean): Uint32Array =>
    sortedBy(order, { codes: keys[key]!.codes, size: keys[key]!.field.size }, descending)
  // Sort by the last entry first; each step is stable.
  let order = unsorted(size)
  for (const key of keys.keys().toArray().reverse()) order = byKey(order, key, false)
  for (const entry of sort.toReversed()) {
    if ("key" in entry) order = byKey(order, entry.key, entry.descending)
    else {
      const { tally } = measures[entry.measure]!
      const source = {
        keys: size,
        keysOf: (rows: Uint32Array) => rows,
        valueOf: (group: number) => tally.of(group).value
      }
      order = sortedBy(order, ranked([{ rows: unsorted(size), source }]), entry.descending)
    }
  }
  return order
}

/** The typical size of a group in bytes besides its measures, and that of a measure. */
const bytesOfGroup = 80
const bytesOfMeasure = 40

const written = (
  groups: MeasuredGroups,
  { page, pageSize, sort }: GroupRequest,
  most: number
): Uint8Array<ArrayBuffer> => {
  const { grouping, measures } = groups
  const order = ordered(groups, sort).subarray((page - 1) * pageSize, page * pageSize)
  const writer = new JsonWriter(4096 + order.length * (bytesOfGroup + measures.length * bytesOfMeasure), most)
  const writeMeasures = (of: (measure: GroupMeasure.GroupMeasure) => Measured): void => {
    writer.ascii(`"measures":[`)
    for (const [i, measure] of measures.entries()) {
      const { measured, value } = of(measure)
      writer.ascii(i === 0 ? `{"value":` : `,{"value":`)
      writer.scalar(value)
      writer.ascii(`,"measured":${measured}}`)
    }
    writer.ascii("]}")
  }
  writer.ascii(`{"groups":[`)
  for (const [i, group] of order.entries()) {
    writer.ascii(i === 0 ? `{"keys":[` : `,{"keys":[`)
    for (const [k, { codes, field }] of grouping.keys.entries()) {
      if (k > 0) writer.ascii(",")
      writer.scalar(field.valueOf(codes[group]!))
    }
    writer.ascii(`],"count":${grouping.counts[group]!},`)
    writeMeasures(({ tally }) => tally.of(group))
  }
  writer.ascii(`],"totals":{"count":${grouping.total},`)
  writeMeasures(({ tally }) => tally.total)
  writer.raw(`,"units":${JSON.stringify(measures.map(({ unit }) => unit))}`)
  writer.ascii(`,"totalCount":${grouping.size},"page":${page},"pageSize":${pageSize}}`)
  return writer.finish()
}
