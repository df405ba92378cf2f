import * as Either from "effect/Either"
import type { AnswerTooLarge, InvalidCalculator, InvalidField } from "../../../domain/Errors.ts"
import type { InvalidFilter, Scalar } from "../../../domain/products/Filter.ts"
import type { SentMeasure } from "../../../domain/products/Groups.ts"
import type { SheetColumn } from "../../../sheets/SheetColumn.ts"
import type { SheetBlock } from "../../../sheets/write/SheetBlock.ts"
import type { SheetFormat } from "../../../sheets/write/SheetFile.ts"
import * as GroupAnswer from "../project/GroupAnswer.ts"
import type { RankedValues } from "../RankedField.ts"
import type { ShownModel } from "../project/SeenModel.ts"
import { ColumnFacts } from "./ColumnFacts.ts"
import { typeOfValue } from "./FileSource.ts"
import { checkSize, different, type FileTable, mostOfBlock, type Part, rangeOf } from "./FileTable.ts"

/** A column, and its part of a block of these groups. */
interface Column extends Pick<SheetColumn, "type" | "unit"> {
  readonly name: string
  readonly ofGroups: (groups: Uint32Array) => SheetBlock["columns"][number]
}

/**
 * Returns groups of products as a flat table: the keys, `count`, and each measure followed by the number of products
 * that have a value for it. Fails like the query for a page of them, and with `AnswerTooLarge` if a file cannot have so
 * many.
 */
export const ofGroups = (
  models: ReadonlyArray<ShownModel>,
  request: GroupAnswer.GroupRequest & Part,
  format: SheetFormat
): Either.Either<FileTable, InvalidFilter | InvalidField | InvalidCalculator | AnswerTooLarge> =>
  Either.gen(function* () {
    const groups = yield* GroupAnswer.measured(models, request)
    const { fields, grouping, measures } = groups
    const [from, to] = rangeOf(request, grouping.size)
    yield* checkSize(format, to - from, grouping.keys.length + 1 + measures.length * 2)
    const order = GroupAnswer.ordered(groups, request.sort).subarray(from, to)
    const columns: ReadonlyArray<Column> = [
      ...grouping.keys.map(({ codes, field }, i): Column => {
        const facts = factsOf(field, codes, order)
        return {
          name: request.groupBy[i]!,
          type: facts.type ?? "Text",
          unit: unitOf(fields[i]!),
          ofGroups: (groups) => ({
            keys: groups.map((group) => codes[group]!),
            size: field.size,
            valueOf: field.valueOf
          })
        }
      }),
      numbers("count", "Integer", null, (group) => grouping.counts[group]!),
      ...measures.flatMap(({ tally, unit }, i) => {
        const measure = request.measures[i]!
        const name = nameOf(measure)
        return [
          numbers(name, isCount(measure, unit) ? "Integer" : "Real", unit, (group) => tally.of(group).value),
          numbers(`${name} measured`, "Integer", null, (group) => tally.of(group).measured)
        ]
      })
    ]
    const names = different(columns.map(({ name }) => name))
    return {
      columns: columns.map(({ type, unit }, i) => ({ name: names[i]!, type, unit })),
      rows: order.length,
      blocks: blocks(columns, order)
    }
  })

const nameOf = (measure: SentMeasure): string =>
  "calculator" in measure ? measure.calculator : `${measure.function}(${measure.property})`

const isCount = (measure: SentMeasure, unit: string | null): boolean =>
  "calculator" in measure ? unit === null : measure.function === "Count" || measure.function === "CountDistinct"

const numbers = (
  name: string,
  type: SheetColumn["type"],
  unit: string | null,
  valueOf: (group: number) => Scalar
): Column => ({
  name,
  type,
  unit,
  ofGroups: (groups) => ({
    keys: Uint32Array.from(groups.keys()),
    size: groups.length,
    valueOf: (key) => valueOf(groups[key]!)
  })
})

/** Returns the type of the keys of some groups. */
const factsOf = (field: RankedValues, codes: Uint32Array, groups: Uint32Array): ColumnFacts => {
  const facts = new ColumnFacts()
  const source = {
    keys: field.size,
    keysOf: (rows: Uint32Array) => rows.map((group) => codes[group]!),
    valueOf: field.valueOf,
    typeOf: (code: number) => typeOfValue(field.valueOf(code)),
    unitOf: () => null
  }
  facts.add(source, groups)
  return facts
}

/** Returns the unit of the numbers by which products are grouped, or null if they have none or several. */
const unitOf = (parts: GroupAnswer.MeasuredGroups["fields"][number]): string | null => {
  const units = new Set<string | null>()
  for (const { rows, source } of parts) {
    const isMet = new Uint8Array(source.keys)
    for (const key of source.keysOf(rows)) {
      if (isMet[key] === 1) continue
      isMet[key] = 1
      const unit = source.unitOf(key)
      if (unit !== null || typeof source.valueOf(key) === "number") units.add(unit)
    }
  }
  return units.size === 1 ? [...units][0]! : null
}

function* blocks(columns: ReadonlyArray<Column>, order: Uint32Array): Generator<SheetBlock, void, undefined> {
  const most = mostOfBlock(columns.length)
  for (let at = 0; at < order.length; at += most) {
    const groups = order.subarray(at, at + most)
    yield { rows: groups.length, columns: columns.map(({ ofGroups }) => ofGroups(groups)) }
  }
}
