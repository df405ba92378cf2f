import { Effect, flow, Option, Schema } from "effect"
import { DuplicateName, NotFound } from "../../../src/domain/Errors.ts"
import { type ProjectId, type PropertyDefinitionId, PropertySetId } from "../../../src/domain/Identifier.ts"
import { changed as definitionChanged } from "../../../src/domain/PropertyDefinition.ts"
import { changed, merge, quoted } from "../../../src/domain/PropertySet.ts"
import { PropertySetRepository } from "../../../src/ports/PropertySetRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { inBatches } from "../sql/Batches.ts"
import { propertyDefinitionRows } from "./PropertyDefinitionRows.ts"
import { propertyGuids } from "./PropertyGuids.ts"
import { entityTypesText, propertySet, propertySetRows, type SetRow } from "./PropertySetRows.ts"
import { repository } from "../sql/Repository.ts"
import { numberKey, readFirst } from "../sql/Rows.ts"
import { done, sharedDataChange, unchanged } from "./SharedData.ts"
import { storageErrors } from "../sql/Transaction.ts"

const setNotFound = () => new NotFound({ details: "There is no such property set in this project." })
const definitionNotFound = () => new NotFound({ details: "There is no such property definition in this set." })
const setTaken = (name: string) =>
  new DuplicateName({ details: `The project has a property set ${quoted(name)} already.` })
const definitionTaken = (name: string) =>
  new DuplicateName({ details: `The set has a property definition ${quoted(name)} already.` })

const Inserted = Schema.Struct({ id: numberKey(PropertySetId) })

export const layer = repository(PropertySetRepository, (sql) => {
  const alone = sharedDataChange(sql)
  const rows = propertySetRows(sql)
  const definitions = propertyDefinitionRows(sql)

  const insertSet = (projectId: ProjectId, name: string, entityTypes: string) =>
    readFirst(
      Inserted,
      sql`INSERT INTO property_sets (project_id, name, entity_types)
        VALUES (${Number(projectId)}, ${name}, ${entityTypes}) ON CONFLICT (project_id, name) DO NOTHING RETURNING id`
    )

  const isTaken = (projectId: ProjectId, name: string) =>
    Effect.map(
      sql`SELECT id FROM property_sets WHERE project_id = ${Number(projectId)} AND name = ${name}`,
      (found) => found.length > 0
    )

  const setOf = (projectId: ProjectId, setId: PropertySetId) =>
    Effect.flatMap(rows.one(projectId, setId), Effect.mapError(setNotFound))

  const definitionOf = (set: SetRow, definitionId: PropertyDefinitionId) =>
    Effect.mapError(Option.fromNullable(set.definitions.find(({ id }) => id === definitionId)), definitionNotFound)

  /** A set that is there, as answers show it. */
  const stored = (projectId: ProjectId, setId: PropertySetId) =>
    Effect.map(rows.one(projectId, setId), flow(Option.getOrThrow, propertySet))

  /** The definition of a name in a set, which is there. */
  const named = (projectId: ProjectId, setId: PropertySetId, name: string) =>
    Effect.map(setOf(projectId, setId), (set) => set.definitions.find((definition) => definition.name === name)!)

  return {
    list: fn("PropertySetRepository.list")(function* (projectId) {
      return (yield* rows.all(projectId)).map(propertySet)
    }, storageErrors),
    find: fn("PropertySetRepository.find")(rows.one, Effect.map(Option.map(propertySet)), storageErrors),
    findDefinition: fn("PropertySetRepository.findDefinition")(rows.definition, storageErrors),
    guids: fn("PropertySetRepository.guids")(propertyGuids(sql).all, storageErrors),
    create: fn("PropertySetRepository.create")(function* (projectId, draft) {
      const { added } = yield* merge([], draft.propertyDefinitions ?? [])
      const set = yield* insertSet(projectId, draft.name, entityTypesText(draft.entityTypes ?? []))
      if (Option.isNone(set)) return yield* setTaken(draft.name)
      const { id } = set.value
      yield* definitions.insert({ projectId, setId: id, setName: draft.name }, added)
      return done("property.set.create", id, yield* stored(projectId, id))
    }, alone),
    change: fn("PropertySetRepository.change")(function* (projectId, setId, change) {
      const set = yield* setOf(projectId, setId)
      const { added, updated } = yield* merge(set.definitions, change.propertyDefinitions ?? [])
      const before = { name: set.name, entityTypes: set.entityTypes }
      const after = changed(before, change)
      if (after === before && added.length + updated.length === 0) return unchanged(propertySet(set))
      const { name } = after
      if (name !== set.name) {
        if (yield* isTaken(projectId, name)) return yield* setTaken(name)
        yield* definitions.renameSet(projectId, set.name, name, set.definitions)
      }
      yield* sql`UPDATE property_sets SET name = ${name}, entity_types = ${entityTypesText(after.entityTypes)}
          WHERE id = ${setId}`
      const place = { projectId, setId, setName: name }
      yield* inBatches(updated, 100, (slice) =>
        Effect.forEach(slice, ({ after, before }) => definitions.update(place, before, after), { discard: true })
      )
      yield* definitions.insert(place, added)
      return done("property.set.change", setId, yield* stored(projectId, setId))
    }, alone),
    remove: fn("PropertySetRepository.remove")(function* (projectId, setId) {
      const gone = yield* sql`DELETE FROM property_sets
          WHERE id = ${setId} AND project_id = ${Number(projectId)} RETURNING id`
      return gone.length === 0 ? yield* setNotFound() : done("property.set.remove", setId, undefined)
    }, alone),
    addDefinition: fn("PropertySetRepository.addDefinition")(function* (projectId, setId, draft) {
      const set = yield* setOf(projectId, setId)
      const content = yield* definitionChanged(null, draft)
      if (set.definitions.some(({ name }) => name === content.name)) return yield* definitionTaken(content.name)
      yield* definitions.insert({ projectId, setId, setName: set.name }, [content])
      const definition = yield* named(projectId, setId, content.name)
      return done("property.definition.create", definition.guid, definition)
    }, alone),
    changeDefinition: fn("PropertySetRepository.changeDefinition")(function* (projectId, setId, definitionId, change) {
      const set = yield* setOf(projectId, setId)
      const before = yield* definitionOf(set, definitionId)
      const after = yield* definitionChanged(before, change)
      if (after === before) return unchanged(before)
      if (set.definitions.some(({ id, name }) => id !== definitionId && name === after.name)) {
        return yield* definitionTaken(after.name)
      }
      yield* definitions.update({ projectId, setId, setName: set.name }, before, after)
      return done("property.definition.change", before.guid, yield* named(projectId, setId, after.name))
    }, alone),
    removeDefinition: fn("PropertySetRepository.removeDefinition")(function* (projectId, setId, definitionId) {
      const gone = yield* sql<{ readonly guid: string }>`DELETE FROM property_definitions
            WHERE id = ${definitionId} AND set_id = ${setId} AND project_id = ${Number(projectId)} RETURNING guid`
      return gone.length === 0
        ? yield* definitionNotFound()
        : done("property.definition.remove", gone[0]!.guid, undefined)
    }, alone)
  }
})
