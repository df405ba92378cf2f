import { type Edit, textLength } from "../../../domain/edits/Edit.ts"
import { type LimitExceeded } from "../../../domain/Errors.ts"
import * as Either from "effect/Either"
import type { Modification } from "../../../domain/edits/Modification.ts"
import { exceeded } from "../../../domain/Limit.ts"
import { limits } from "../../../domain/Limits.ts"
import { quoted } from "../../../domain/Quoted.ts"
import type { Scalar } from "../../../domain/products/Filter.ts"
import { numberOf } from "../../../sheets/read/NumberText.ts"
import { isRefusal } from "../judgement/CellValue.ts"
import { judging } from "../judgement/Judgement.ts"
import { invalid, type Refusal } from "../judgement/Refusal.ts"
import type { Subject } from "../judgement/Subject.ts"
import type { ValueType } from "../judgement/ValueType.ts"
import type { SheetCells } from "./SheetCells.ts"
import type { SheetErrors } from "./SheetErrors.ts"
import { isReference, type SheetReferences } from "./SheetReferences.ts"
import { type SheetUnits, KnownUnits } from "./SheetUnits.ts"
import type { DecimalSeparator } from "./SheetValue.ts"
import { sentOf } from "./TakenBack.ts"

interface Form {
  readonly decimal: DecimalSeparator
  readonly isSi: boolean
}

const isNumeric = ({ items, type }: ValueType): boolean =>
  type === "Integer" || type === "Real" || items === "Integer" || items === "Real" || type === "Enum"

/** Returns a value of a sheet in the unit of a cell, or a refusal. */
const readValue = (sent: Scalar, type: ValueType, units: SheetUnits, decimal: DecimalSeparator): Scalar | Refusal => {
  const isNumber = type.type === "Integer" || type.type === "Real"
  if (sent === null || typeof sent === "boolean") return sent
  const number = typeof sent === "number" ? sent : isNumber ? numberOf(sent, decimal) : null
  // Any other text in place of a number would be read with a decimal point.
  if (isNumber && number === null) return decimal === "," ? invalid(`${quoted(String(sent))} is no number.`) : sent
  if (units.isSame(type.unit)) return number ?? sent
  if (number !== null) {
    if (!isNumber && type.type !== null) return sent
    return units.toModel(number, type.unit) ?? invalid(`The unit of the column cannot be converted to ${type.unit}.`)
  }
  if (!isNumeric(type) || typeof sent !== "string") return sent
  const items = sent.split("; ").map((item) => numberOf(item))
  if (items.some((item) => item === null)) return sent
  const converted = items.map((item) => units.toModel(item!, type.unit))
  return converted.includes(null)
    ? invalid(`The unit of the column cannot be converted to ${type.unit}.`)
    : converted.join("; ")
}

/** Returns the modifications of a column; the cells whose references are not found have a refusal instead. */
const sentBy = ({ cells, isExact, key, set }: SheetCells, references: SheetReferences) =>
  cells.map(({ guid, value }) => {
    const found =
      !isExact && isReference(key) && (value === null || typeof value !== "object")
        ? references.guidsOf(key, guid, value)
        : value
    return isRefusal(found) ? found : sentOf(set, found)
  })

/**
 * Judges the changed cells of a sheet and returns their edits. Errors are added to `errors`. Fails with `LimitExceeded`
 * if all are valid but too large together.
 */
export const judgeCells = (
  subject: Subject,
  groups: ReadonlyArray<SheetCells>,
  { decimal, isSi }: Form,
  references: SheetReferences,
  errors: SheetErrors
): Either.Either<ReadonlyArray<Edit>, LimitExceeded> => {
  const known = new KnownUnits(subject.table.units)
  let read: NonNullable<Subject["read"]> = (sent) => sent
  const sent = groups.map((group) => sentBy(group, references))
  const modifications = groups.map(({ cells, key, verb }, i) => ({
    verb,
    field: key,
    cells: cells.flatMap(({ guid }, j) => {
      const value = sent[i]![j]!
      return isRefusal(value) ? [] : [[guid, value] as const]
    })
  }))
  const judgeOne = judging({ ...subject, read: (value, type) => read(value, type) }, modifications)
  const edits: Array<Edit> = []
  let length = 0
  for (const [i, { cells, header, isExact, key, unit, verb }] of groups.entries()) {
    const units = known.of(unit, isSi)
    read = isExact ? (value) => value : (value, type) => readValue(value, type, units, decimal)
    for (const [j, { guid, row }] of cells.entries()) {
      if (errors.isFull) return Either.right([])
      const value = sent[i]![j]!
      const modification: Modification | null = isRefusal(value) ? null : { verb, field: key, guid, value }
      const judged = modification === null ? (value as Refusal) : judgeOne(modification)
      if (isRefusal(judged)) errors.add({ guid, row, column: header }, judged.error, judged.description)
      else {
        for (const edit of judged) length += textLength(edit)
        if (length <= limits.valuesOfRequest.most) edits.push(...judged)
      }
    }
  }
  if (!errors.isEmpty) return Either.right([])
  return length > limits.valuesOfRequest.most ? Either.left(exceeded(limits.valuesOfRequest)) : Either.right(edits)
}
