import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { applied } from "./Change.ts"
import { InvalidBody } from "../Errors.ts"
import { PropertyDefinitionId } from "../Identifier.ts"
import type { JsonText } from "../JsonText.ts"
import { clearable, maybe, optional } from "../Optional.ts"
import { list, Name, text, Unit } from "../Text.ts"

/** Data types as requests name them. */
const DataTypeWord = Schema.Literal("String", "Integer", "Real", "Boolean", "Enumeration")

/** Data types as answers name them. */
export const PropertyDataType = Schema.Literal("string", "integer", "double", "boolean", "enumeration").annotations({
  identifier: "PropertyDataType"
})
export type PropertyDataType = typeof PropertyDataType.Type

const answered: Readonly<Record<typeof DataTypeWord.Type, PropertyDataType>> = {
  String: "string",
  Integer: "integer",
  Real: "double",
  Boolean: "boolean",
  Enumeration: "enumeration"
}

const nullable = Schema.NullOr(Schema.String)

/**
 * A property of a project. A property that occurs only in files has no id, and no data type if its values are of
 * several kinds.
 */
export const PropertyDefinition = Schema.Struct({
  id: Schema.NullOr(Schema.typeSchema(PropertyDefinitionId)),
  guid: Schema.String.annotations({ description: "The PropertyId of product queries" }),
  name: Schema.String,
  dataType: Schema.NullOr(PropertyDataType),
  measureType: nullable,
  unitName: nullable,
  enumerationValues: Schema.NullOr(Schema.Array(Schema.String))
}).annotations({ identifier: "PropertyDefinition" })
export type PropertyDefinition = typeof PropertyDefinition.Type

/** A definition as it is stored: its enumeration values are the text that answers show. */
export interface KeptDefinition extends Omit<PropertyDefinition, "enumerationValues"> {
  readonly enumerationValues: JsonText | null
}

const MeasureType = text(64)

/** The values of an enumeration. */
const Words = list(text(255).pipe(Schema.minLength(1))).pipe(
  Schema.filter((words) => new Set(words).size === words.length || "holds a word twice")
)

export const PropertyDefinitionDraft = Schema.Struct({
  name: Name,
  dataType: DataTypeWord,
  measureType: maybe(MeasureType),
  unit: maybe(Unit),
  enumerationValues: maybe(Words)
}).annotations({ identifier: "PropertyDefinitionDraft" })
export type PropertyDefinitionDraft = typeof PropertyDefinitionDraft.Type

const changes = {
  dataType: optional(DataTypeWord),
  measureType: clearable(MeasureType),
  unit: clearable(Unit),
  enumerationValues: clearable(Words)
}

/** An absent member keeps its value; null clears an optional one. */
export const PropertyDefinitionChange = Schema.Struct({
  name: optional(Name),
  ...changes
}).annotations({ identifier: "PropertyDefinitionChange" })
export type PropertyDefinitionChange = typeof PropertyDefinitionChange.Type

/** A change of the definition with this name, or a new definition. */
export const PropertyDefinitionUpdate = Schema.Struct({ name: Name, ...changes }).annotations({
  identifier: "PropertyDefinitionUpdate"
})
export type PropertyDefinitionUpdate = typeof PropertyDefinitionUpdate.Type

/** The content of a custom definition, without its identity. */
export interface DefinitionContent {
  readonly name: string
  readonly dataType: PropertyDataType
  readonly measureType: string | null
  readonly unitName: string | null
  readonly enumerationValues: ReadonlyArray<string> | null
}

const refuse = (pointer: string, detail: string) =>
  Either.left(new InvalidBody({ details: `${pointer.slice(1)}: ${detail}`, faults: [{ pointer, detail }] }))

/** Makes the first letter of a measure type lower-case, as in answers. */
const uncapitalised = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1)

const kept = <A>(sent: A | null | undefined, before: A | null | undefined): A | null =>
  (sent === undefined ? before : sent) ?? null

/**
 * Returns a definition after a change, or `before` itself if nothing changes. If `before` is null, returns a new
 * definition. Only enumerations keep enumeration values.
 *
 * @param at place of the change in the body (RFC 6901)
 *
 * Fails with `InvalidBody` if a new definition has no name or data type, if an enumeration has no values, or if values
 * are sent for another data type.
 */
export const changed = (
  before: DefinitionContent | null,
  change: PropertyDefinitionChange,
  at = ""
): Either.Either<DefinitionContent, InvalidBody> => {
  const name = change.name ?? before?.name
  const dataType = change.dataType === undefined ? before?.dataType : answered[change.dataType]
  if (name === undefined) return refuse(`${at}/name`, "is missing")
  if (dataType === undefined) return refuse(`${at}/dataType`, "is missing")
  const isEnumeration = dataType === "enumeration"
  const words = kept(change.enumerationValues, before?.enumerationValues) ?? []
  if (isEnumeration && words.length === 0) return refuse(`${at}/enumerationValues`, "an enumeration needs values")
  if (!isEnumeration && (change.enumerationValues ?? []).length > 0) {
    return refuse(`${at}/enumerationValues`, "only an enumeration has values")
  }
  const measureType = kept(change.measureType, before?.measureType)
  const after = {
    name,
    dataType,
    measureType: measureType === null ? null : uncapitalised(measureType),
    unitName: kept(change.unit, before?.unitName),
    enumerationValues: isEnumeration ? words : null
  }
  return Either.right(before === null ? after : applied(before, after))
}
