import { Either, Schema } from "effect"
import { applied } from "./Change.ts"
import { EntityType, EntityTypeDraft } from "./EntityType.ts"
import { DuplicateName, type InvalidBody } from "./Errors.ts"
import { PropertySetId } from "./Identifier.ts"
import { clearable, maybe, optional } from "./Optional.ts"
import {
  changed as definitionChanged,
  type DefinitionContent,
  PropertyDefinition,
  PropertyDefinitionDraft,
  PropertyDefinitionUpdate
} from "./PropertyDefinition.ts"
import { list, Name } from "./Text.ts"

/** A custom property set of a project with its definitions. */
export const PropertySet = Schema.Struct({
  id: Schema.typeSchema(PropertySetId),
  name: Schema.String,
  propertyDefinitions: Schema.Array(PropertyDefinition),
  entityTypes: Schema.Array(EntityType)
}).annotations({ identifier: "PropertySet" })
export type PropertySet = typeof PropertySet.Type

/** The set that computed properties seem to stand in. */
const reserved = "Computed"

const SetName = Name.pipe(Schema.filter((name) => name !== reserved || `${reserved} is reserved`))

export const PropertySetDraft = Schema.Struct({
  name: SetName,
  entityTypes: maybe(list(EntityTypeDraft)),
  propertyDefinitions: maybe(list(PropertyDefinitionDraft))
}).annotations({ identifier: "PropertySetDraft" })
export type PropertySetDraft = typeof PropertySetDraft.Type

/** An absent member keeps its value. Definitions are added and changed by their names, and never removed. */
export const PropertySetChange = Schema.Struct({
  name: optional(SetName),
  entityTypes: clearable(list(EntityTypeDraft)),
  propertyDefinitions: clearable(list(PropertyDefinitionUpdate))
}).annotations({ identifier: "PropertySetChange" })
export type PropertySetChange = typeof PropertySetChange.Type

/** What a list of changes makes of the definitions of a set. */
export interface Merge<D> {
  readonly added: ReadonlyArray<DefinitionContent>
  readonly updated: ReadonlyArray<{ readonly before: D; readonly after: DefinitionContent }>
}

/**
 * Definitions that a list adds, and those that it changes, by their names; what is the same already is left out.
 *
 * Fails: `DuplicateName` for a name that the list has twice, `InvalidBody` as `PropertyDefinition.changed` does.
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

/** What users decide of a set, its definitions aside. */
export interface SetText {
  readonly name: string
  readonly entityTypes: ReadonlyArray<EntityTypeDraft>
}

/** What a set says after a change, its definitions aside; `before` itself where that is the same. */
export const changed = (before: SetText, { entityTypes, name }: PropertySetChange): SetText =>
  applied(before, {
    ...(name === undefined ? {} : { name }),
    ...(entityTypes === undefined ? {} : { entityTypes: entityTypes ?? [] })
  })

/** A name as sentences show it. */
export const quoted = (name: string): string => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name)
