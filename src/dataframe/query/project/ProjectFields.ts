import type * as Either from "effect/Either"
import type { AnswerTooLarge } from "../../../domain/Errors.ts"
import { alphabetically } from "../../table/Alphabet.ts"
import * as Fields from "../Fields.ts"
import * as Names from "../Names.ts"
import * as ModelField from "./ModelField.ts"
import { type SeenModel, shownIn } from "./SeenModel.ts"

const plain = { dataType: null, unit: null, enumerationValues: null }

const isReserved = (name: string): boolean => name === ModelField.reservedName || Names.isReserved(name)

/**
 * Returns a page of the fields that the products of several models have, like `Fields.query`, with `Model` among them.
 * A detail describes all models. If their units differ, the unit is the SI unit.
 *
 * Fails with `AnswerTooLarge` if the result exceeds `most` bytes.
 */
export const query = (
  models: ReadonlyArray<SeenModel>,
  request: Fields.FieldRequest,
  most: number
): Either.Either<Uint8Array<ArrayBuffer>, AnswerTooLarge> => {
  const shown = shownIn(models, request.units)
  const names = new Set([ModelField.reservedName])
  for (const seen of shown) for (const name of listOf(seen).details.keys()) names.add(name)
  for (const name of Fields.withoutDetail) names.delete(name)
  const inSi = shownIn(models, "SI")
  const fields = [...Fields.withoutDetail, ...[...names].sort(alphabetically)]
  const details = new Map(
    names.values().map((name) => [name, () => (name === ModelField.reservedName ? plain : detailOf(shown, inSi, name))])
  )
  return Fields.written({ fields, details }, request, most)
}

const listOf = ({ table, view }: SeenModel): Fields.FieldList =>
  table.once(
    "fields in a project",
    () => Fields.make(table, view.shared, Names.of(table, view), isReserved),
    view.shared
  )

/** Returns the details of a field in those models that have values of it, or else in those that have the field. */
const detailsOf = (models: ReadonlyArray<SeenModel>, name: string): ReadonlyArray<Fields.Detail> => {
  const found = models.flatMap(({ table, view }) => Fields.ofName(table, Names.of(table, view), name) ?? [])
  const withValues = found.filter(({ hasValues }) => hasValues)
  return found.length === 0
    ? models.flatMap((seen) => listOf(seen).details.get(name)?.() ?? [])
    : (withValues.length === 0 ? found : withValues).map(({ detail }) => detail)
}

/** Merges the details of a field. Integer and Real together are Real; other types that differ are null. */
const detailOf = (models: ReadonlyArray<SeenModel>, inSi: ReadonlyArray<SeenModel>, name: string): Fields.Detail => {
  const details = detailsOf(models, name)
  const types = [...new Set(details.map(({ dataType }) => dataType))]
  const isNumber = types.every((type) => type === "Integer" || type === "Real")
  const dataType = types.length === 1 ? types[0]! : isNumber ? "Real" : null
  const words = details.flatMap(({ enumerationValues }) => enumerationValues ?? [])
  return {
    dataType,
    unit: unitOf(details) ?? (dataType === null || isNumber ? unitOf(detailsOf(inSi, name)) : null),
    enumerationValues: dataType === "Enum" ? [...new Set(words)] : null
  }
}

/** Returns the unit that all details have, or null if they differ. */
const unitOf = (details: ReadonlyArray<Fields.Detail>): string | null => {
  const units = new Set(details.map(({ unit }) => unit))
  return units.size === 1 ? details[0]!.unit : null
}
