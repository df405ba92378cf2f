import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { exceeded } from "../Limit.ts"
import { limits } from "../Limits.ts"
import { applied } from "./Change.ts"
import { EntityType, EntityTypeDraft, shown } from "./EntityType.ts"
import { DuplicateName, type InvalidBody, type LimitExceeded } from "../Errors.ts"
import { PropertySetId } from "../Identifier.ts"
import { type JsonText, jsonText, tooMuchJson } from "../JsonText.ts"
import { clearable, maybe, optional } from "../Optional.ts"
import {
  changed as definitionChanged,
  type DefinitionContent,
  PropertyDefinition,
  PropertyDefinitionDraft,
  PropertyDefinitionUpdate
} from "./PropertyDefinition.ts"
import { quoted } from "../Quoted.ts"
import { entriesOf, sentLimit, type SentLimit } from "../SentLimit.ts"
import { list, Name } from "../Text.ts"

/** A custom property set of a project with its definitions. */
export const PropertySet = Schema.Struct({
  id: Schema.typeSchema(PropertySetId),
  name: Schema.String,
  propertyDefinitions: Schema.Array(PropertyDefinition),
  entityTypes: Schema.Array(EntityType)
}).annotations({ identifier: "PropertySet" })
export type PropertySet = typeof PropertySet.Type

/** The set in which computed properties appear. */
const reserved = "Computed"

const SetName = Name.pipe(Schema.filter((name) => name !== reserved || `${reserved} is reserved`))

/** Smallest size of a predefined type, in bytes: `{"value":"x"}` with its comma. */
const leastTypeBytes = 14

const countIn = (objects: ReadonlyArray<unknown>, member: string): number =>
  objects.reduce<number>((count, object) => count + entriesOf(object, member).length, 0)

const setLimit: SentLimit = (body) => {
  if (countIn(entriesOf(body, "propertyDefinitions"), "enumerationValues") > limits.wordsOfBody.most) {
    return exceeded(limits.wordsOfBody)
  }
  return countIn(entriesOf(body, "entityTypes"), "predefinedTypes") > limits.jsonValue.most / leastTypeBytes
    ? tooMuchJson("entityTypes")
    : null
}

export const PropertySetDraft = Schema.Struct({
  name: SetName,
  entityTypes: maybe(list(EntityTypeDraft)),
  propertyDefinitions: maybe(list(PropertyDefinitionDraft))
}).annotations({ identifier: "PropertySetDraft", [sentLimit]: setLimit })
export type PropertySetDraft = typeof PropertySetDraft.Type

/** An absent member keeps its value. Definitions are added and changed by name, and never removed. */
export const PropertySetChange = Schema.Struct({
  name: optional(SetName),
  entityTypes: clearable(list(EntityTypeDraft)),
  propertyDefinitions: clearable(list(PropertyDefinitionUpdate))
}).annotations({ identifier: "PropertySetChange", [sentLimit]: setLimit })
export type PropertySetChange = typeof PropertySetChange.Type

/** Result of applying a list of changes to the definitions of a set. */
export interface Merge<D> {
  readonly added: ReadonlyArray<DefinitionContent>
  readonly updated: ReadonlyArray<{ readonly before: D; readonly after: DefinitionContent }>
}

/**
 * Returns the definitions that a list adds and those that it changes, by name. Unchanged ones are left out.
 *
 * Fails with `DuplicateName` if the list has a name twice, and with `InvalidBody` like `PropertyDefinition.changed`.
 */
export const merge = <D extends DefinitionContent>(
  existing: ReadonlyArray<D>,
  updates: ReadonlyArray<PropertyDefinitionUpdate>
): Either.Either<Merge<D>, DuplicateName | InvalidBody> =>
  Either.gen(function* () {
    const byName = new Map(existing.map((definition) => [definition.name, definition]))
    const names = new Set<string>()
    const added: Array<DefinitionContent> = []
    const updated: Array<{ before: D; after: DefinitionContent }> = []
    for (const [i, update] of updates.entries()) {
      if (names.has(update.name)) {
        return yield* Either.left(
          new DuplicateName({ details: `propertyDefinitions has ${quoted(update.name)} twice.` })
        )
      }
      names.add(update.name)
      const before = byName.get(update.name) ?? null
      const after = yield* definitionChanged(before, update, `/propertyDefinitions/${i}`)
      if (before === null) added.push(after)
      else if (after !== before) updated.push({ before, after })
    }
    return { added, updated }
  })

/** The parts of a set that users decide, without its definitions. */
export interface SetText {
  readonly name: string
  /** Entity types as they were sent. */
  readonly entityTypes: JsonText
}

/** Returns the text that is stored of entity types. Fails like `jsonText`. */
const entityTypesText = (entityTypes: PropertySetDraft["entityTypes"] | null) =>
  jsonText("entityTypes", entityTypes ?? [])

/** Returns the content of a new set, without its definitions. Fails like `jsonText`. */
export const drafted = ({ entityTypes, name }: PropertySetDraft): Either.Either<SetText, LimitExceeded> =>
  Either.map(entityTypesText(entityTypes), (text) => ({ name, entityTypes: text }))

/**
 * Returns a set after a change, without its definitions, or `before` itself if nothing changes. Fails like `jsonText`.
 */
export const changed = (
  before: SetText,
  { entityTypes, name = before.name }: PropertySetChange
): Either.Either<SetText, LimitExceeded> =>
  Either.map(entityTypes === undefined ? Either.right(before.entityTypes) : entityTypesText(entityTypes), (text) =>
    applied(before, { name, entityTypes: text })
  )

/** Returns entity types as answers show them, from the stored text. */
export const shownTypes = (kept: JsonText): ReadonlyArray<EntityType> =>
  (JSON.parse(kept) as ReadonlyArray<EntityTypeDraft>).map(shown)

export const setNameTaken = (name: string): DuplicateName =>
  new DuplicateName({ details: `The project already has a property set ${quoted(name)}.` })

export const definitionNameTaken = (name: string): DuplicateName =>
  new DuplicateName({ details: `The set already has a property definition ${quoted(name)}.` })
