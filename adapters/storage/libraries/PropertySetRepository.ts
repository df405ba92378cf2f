import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type ProjectId, type PropertyDefinitionId, PropertySetId } from "../../../src/domain/Identifier.ts"
import { exceeded } from "../../../src/domain/Limit.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { changed as definitionChanged } from "../../../src/domain/libraries/PropertyDefinition.ts"
import {
  changed,
  drafted,
  merge,
  type SetText,
  shownTypes,
  definitionNameTaken,
  setNameTaken
} from "../../../src/domain/libraries/PropertySet.ts"
import { missing } from "../../../src/domain/Missing.ts"
import { PropertySetRepository } from "../../../src/ports/libraries/PropertySetRepository.ts"
import { fn, spanned } from "../../../src/runtime/Span.ts"
import { withinLimit } from "../sql/Limit.ts"
import { editedFields } from "./EditedFields.ts"
import { propertyDefinitionRows } from "./PropertyDefinitionRows.ts"
import { propertyGuids } from "./PropertyGuids.ts"
import { propertySetRows } from "./PropertySetRows.ts"
import { repository } from "../sql/Repository.ts"
import { integer, numberKey, readFirst, readOne } from "../sql/Rows.ts"
import { done, sharedDataChange, unchanged } from "./SharedData.ts"
import { longTransaction, storageErrors } from "../sql/Transaction.ts"

const Bytes = Schema.Struct({ bytes: integer })

const Inserted = Schema.Struct({ id: numberKey(PropertySetId) })

export const layer = repository(PropertySetRepository, (sql) => {
  const alone = sharedDataChange(sql, longTransaction(sql))
  const rows = propertySetRows(sql)
  const definitions = propertyDefinitionRows(sql)
  const guids = propertyGuids(sql)
  const edited = editedFields(sql)

  const insertSet = (projectId: ProjectId, { entityTypes, name }: SetText) =>
    readFirst(
      Inserted,
      sql`INSERT INTO property_sets (project_id, name, entity_types)
        VALUES (${Number(projectId)}, ${name}, ${entityTypes}) ON CONFLICT (project_id, name) DO NOTHING RETURNING id`
    )

  /** Fails with `LimitExceeded` if the project has too much text. Runs after the write. */
  const withinTexts = fn("PropertySetRepository.withinTexts")(function* (projectId: ProjectId) {
    const of = sql`WHERE project_id = ${Number(projectId)}`
    const { bytes } = yield* readOne(
      Bytes,
      sql`SELECT (SELECT coalesce(sum(octet_length(enumeration_values)), 0) FROM property_definitions ${of})
        + (SELECT coalesce(sum(octet_length(entity_types)), 0) FROM property_sets ${of}) AS bytes`
    )
    if (bytes > limits.textsOfSets.most) return yield* exceeded(limits.textsOfSets)
  })

  const isTaken = (projectId: ProjectId, name: string) =>
    Effect.map(
      sql`SELECT id FROM property_sets WHERE project_id = ${Number(projectId)} AND name = ${name}`,
      (found) => found.length > 0
    )

  const setOf = (projectId: ProjectId, setId: PropertySetId) =>
    Effect.flatMap(rows.set(projectId, setId), Effect.mapError(missing.propertySet))

  const definitionOf = (setId: PropertySetId, definitionId: PropertyDefinitionId) =>
    Effect.flatMap(rows.inSet(setId, definitionId), Effect.mapError(missing.propertyDefinition))

  return {
    list: (projectId) =>
      rows.sets(projectId).pipe(
        // `Overloaded` cannot happen, because memory is counted where views are cached.
        Effect.catchTag("Overloaded", Effect.die),
        spanned("PropertySetRepository.list")
      ),
    definitions: (projectId, setId) => Effect.suspend(() => rows.list(projectId, setId)),
    hasSet: fn("PropertySetRepository.hasSet")(rows.set, Effect.map(Option.isSome), storageErrors),
    hasDefinition: fn("PropertySetRepository.hasDefinition")(function* (projectId, setId, definitionId) {
      return Option.isSome(yield* rows.set(projectId, setId)) && Option.isSome(yield* rows.inSet(setId, definitionId))
    }, storageErrors),
    findDefinition: fn("PropertySetRepository.findDefinition")(rows.definition, storageErrors),
    guids: guids.all,
    exception: fn("PropertySetRepository.exception")(guids.withGuid, storageErrors),
    edited: fn("PropertySetRepository.edited")(edited.withGuid, storageErrors),
    guidOf: fn("PropertySetRepository.guidOf")(function* (projectId, set, name) {
      return (yield* guids.inSet(projectId, set, [name]))(name)
    }, storageErrors),
    create: fn("PropertySetRepository.create")(function* (projectId, draft) {
      const { added } = yield* merge([], draft.propertyDefinitions ?? [])
      const text = yield* drafted(draft)
      yield* withinLimit(sql, limits.setsOfProject, sql`property_sets WHERE project_id = ${Number(projectId)}`)
      const set = yield* insertSet(projectId, text)
      if (Option.isNone(set)) return yield* setNameTaken(draft.name)
      const { id } = set.value
      const propertyDefinitions = yield* definitions.insert({ projectId, setId: id, setName: draft.name }, added)
      yield* withinTexts(projectId)
      const { entityTypes, name } = text
      return done(
        { thing: "property.set", verb: "create", name: { id } },
        { id, name, propertyDefinitions, entityTypes: shownTypes(entityTypes) }
      )
    }, alone),
    change: fn("PropertySetRepository.change")(function* (projectId, setId, change) {
      const before = yield* setOf(projectId, setId)
      const wanted = change.propertyDefinitions ?? []
      const names = wanted.map((update: { readonly name: string }) => update.name)
      const existing = yield* rows.named(setId, names)
      const { added, updated } = yield* merge(existing, wanted)
      const after = yield* changed(before, change)
      const { entityTypes, name } = after
      const shown = { id: setId, name, entityTypes: shownTypes(entityTypes) }
      if (after === before && added.length + updated.length === 0) return unchanged(shown)
      if (name !== before.name) {
        if (yield* isTaken(projectId, name)) return yield* setNameTaken(name)
        yield* definitions.renameSet({ projectId, setId }, before.name, name)
      }
      yield* sql`UPDATE property_sets SET name = ${name}, entity_types = ${entityTypes} WHERE id = ${setId}`
      const place = { projectId, setId, setName: name }
      for (const { after, before } of updated) yield* definitions.update(place, before, after)
      yield* definitions.insert(place, added)
      yield* withinTexts(projectId)
      return done({ thing: "property.set", verb: "change", name: { id: setId } }, shown)
    }, alone),
    remove: fn("PropertySetRepository.remove")(function* (projectId, setId) {
      yield* edited.forgetSet(projectId, setId)
      const gone = yield* sql`DELETE FROM property_sets
          WHERE id = ${setId} AND project_id = ${Number(projectId)} RETURNING id`
      return gone.length === 0
        ? yield* missing.propertySet()
        : done({ thing: "property.set", verb: "remove", name: { id: setId } }, undefined)
    }, alone),
    addDefinition: fn("PropertySetRepository.addDefinition")(function* (projectId, setId, draft) {
      const set = yield* setOf(projectId, setId)
      const content = yield* definitionChanged(null, draft)
      if (yield* rows.isNamed(setId, content.name)) return yield* definitionNameTaken(content.name)
      const [definition] = yield* definitions.insert({ projectId, setId, setName: set.name }, [content])
      yield* withinTexts(projectId)
      return done(
        {
          thing: "property.definition",
          verb: "create",
          name: { id: definition!.id, guid: definition!.guid },
          within: setId
        },
        definition!
      )
    }, alone),
    changeDefinition: fn("PropertySetRepository.changeDefinition")(function* (projectId, setId, definitionId, change) {
      const set = yield* setOf(projectId, setId)
      const before = yield* definitionOf(setId, definitionId)
      const after = yield* definitionChanged(before, change)
      if (after === before) return unchanged(before)
      if (after.name !== before.name && (yield* rows.isNamed(setId, after.name))) {
        return yield* definitionNameTaken(after.name)
      }
      const definition = yield* definitions.update({ projectId, setId, setName: set.name }, before, after)
      yield* withinTexts(projectId)
      return done(
        {
          thing: "property.definition",
          verb: "change",
          name: { id: definitionId, guid: definition.guid },
          within: setId
        },
        definition
      )
    }, alone),
    removeDefinition: fn("PropertySetRepository.removeDefinition")(function* (projectId, setId, definitionId) {
      yield* edited.forget(projectId, sql`d.set_id = ${setId} AND d.id = ${definitionId}`)
      const gone = yield* sql<{ readonly guid: string }>`DELETE FROM property_definitions
            WHERE id = ${definitionId} AND set_id = ${setId} AND project_id = ${Number(projectId)} RETURNING guid`
      return gone.length === 0
        ? yield* missing.propertyDefinition()
        : done(
            {
              thing: "property.definition",
              verb: "remove",
              name: { id: definitionId, guid: gone[0]!.guid },
              within: setId
            },
            undefined
          )
    }, alone)
  }
})
