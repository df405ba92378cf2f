import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as PropertyFacts from "../../dataframe/query/PropertyFacts.ts"
import { ofProperty } from "../../domain/DerivedUuid.ts"
import type { FieldDataType } from "../../domain/products/FieldDetail.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { PropertyDataType, PropertyDefinition } from "../../domain/libraries/PropertyDefinition.ts"
import { ModelRepository } from "../../ports/models/ModelRepository.ts"
import { PropertySetRepository } from "../../ports/libraries/PropertySetRepository.ts"
import { nextTurn } from "../../runtime/EventLoop.ts"
import * as Pull from "../../runtime/Pull.ts"
import { fn } from "../../runtime/Span.ts"
import * as LatestCache from "../common/LatestCache.ts"
import { type TableError, Tables } from "../views/Tables.ts"

/** Memory for each of two caches, in bytes: the guids in all tables, and the properties that were requested. */
const mostBytes = 16 * 1024 * 1024

/** Approximate overhead of a cache entry, in bytes. */
const entryBytes = 512

const dataTypes: Readonly<Record<FieldDataType, PropertyDataType>> = {
  String: "string",
  Integer: "integer",
  Real: "double",
  Boolean: "boolean",
  Enum: "enumeration"
}

/** Properties from the files of models, or added to products by users. */
export class ImportedProperties extends Effect.Service<ImportedProperties>()("application/ImportedProperties", {
  effect: Effect.gen(function* () {
    const models = yield* ModelRepository
    const propertySets = yield* PropertySetRepository
    const tables = yield* Tables
    const heads = LatestCache.make<Uint32Array, TableError>({
      mostBytes,
      bytesOf: ({ byteLength }) => byteLength + entryBytes
    })
    const facts = LatestCache.make<PropertyFacts.PropertyFact | null, TableError>({
      mostBytes,
      bytesOf: (fact) => JSON.stringify(fact).length * 2 + entryBytes
    })

    const headsOf = (projectId: ProjectId, table: string) =>
      heads.get(
        table,
        projectId,
        Effect.gen(function* () {
          const work = PropertyFacts.heads(yield* tables.get(table), projectId)
          let step = work.next()
          for (; step.done !== true; step = work.next()) yield* nextTurn
          return step.value
        })
      )

    /** Returns what a table says about a property. A table without the property is loaded only the first time. */
    const factOf = fn("ImportedProperties.factOf")(function* (projectId: ProjectId, table: string, guid: string) {
      const known = yield* headsOf(projectId, table)
      if (!PropertyFacts.mayHave(known, guid)) return null
      const found = Effect.map(tables.get(table), (table) => PropertyFacts.find(table, projectId, known, guid))
      return yield* facts.get(`${table} ${guid}`, projectId, found)
    })

    /** Returns a property by its PropertyId, if a model that the user may see has it or it has been edited. */
    const find = fn("ImportedProperties.find")(function* (projectId: ProjectId, userId: UserId, guid: string) {
      const derived = Option.match(yield* propertySets.exception(projectId, guid), {
        onNone: () => guid,
        onSome: ({ name, set }) => ofProperty(projectId, set, name)
      })
      const listed = yield* Pull.all(models.list(projectId, userId))
      const visible = listed.filter(({ role }) => role !== "NoAccess")
      const facts: Array<PropertyFacts.PropertyFact> = []
      for (const { table } of visible) {
        const fact = yield* factOf(projectId, table, derived)
        if (fact !== null) facts.push(fact)
      }
      const edited = facts.length > 0 ? Option.none() : yield* propertySets.edited(projectId, derived)
      if (Option.isSome(edited)) facts.push({ ...edited.value, dataType: null, unit: null, enumerationValues: null })
      const [first, ...more] = facts
      if (first === undefined) return Option.none<PropertyDefinition>()
      const { dataType, enumerationValues, name, set, unit } = PropertyFacts.merge([first, ...more])
      // This is the derived guid of a pair that now has another guid.
      if ((yield* propertySets.guidOf(projectId, set, name)) !== guid) return Option.none<PropertyDefinition>()
      return Option.some<PropertyDefinition>({
        id: null,
        guid,
        name,
        dataType: dataType && dataTypes[dataType],
        measureType: null,
        unitName: unit,
        enumerationValues
      })
    })

    return { find }
  })
}) {}
