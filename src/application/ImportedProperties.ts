import { Effect, Option, Stream } from "effect"
import * as PropertyFacts from "../dataframe/query/PropertyFacts.ts"
import { ofProperty } from "../domain/DerivedUuid.ts"
import type { FieldDataType } from "../domain/FieldDetail.ts"
import type { ProjectId } from "../domain/Identifier.ts"
import type { UserId } from "../domain/Principal.ts"
import type { PropertyDataType, PropertyDefinition } from "../domain/PropertyDefinition.ts"
import { ModelRepository } from "../ports/ModelRepository.ts"
import { PropertySetRepository } from "../ports/PropertySetRepository.ts"
import { fn } from "../runtime/Span.ts"
import { Tables } from "./Tables.ts"

type Facts = ReadonlyMap<string, PropertyFacts.PropertyFact>

/** Tables whose properties are remembered without the table. */
const capacity = 64

const dataTypes: Readonly<Record<FieldDataType, PropertyDataType>> = {
  String: "string",
  Integer: "integer",
  Real: "double",
  Boolean: "boolean",
  Enum: "enumeration"
}

/** Properties that models have brought to a project, or users have added to products. */
export class ImportedProperties extends Effect.Service<ImportedProperties>()("application/ImportedProperties", {
  effect: Effect.gen(function* () {
    const models = yield* ModelRepository
    const propertySets = yield* PropertySetRepository
    const tables = yield* Tables
    const known = new Map<string, Facts>()

    const factsOf = fn("ImportedProperties.factsOf")(function* (projectId: ProjectId, table: string) {
      const facts = known.get(table) ?? PropertyFacts.of(yield* tables.get(table), projectId)
      known.delete(table)
      known.set(table, facts)
      for (const oldest of known.keys()) {
        if (known.size <= capacity) break
        known.delete(oldest)
      }
      return facts
    })

    /** A property that a model has which the user may see, or that has been edited, by its PropertyId. */
    const find = fn("ImportedProperties.find")(function* (projectId: ProjectId, userId: UserId, guid: string) {
      const derived = Option.match(yield* propertySets.exception(projectId, guid), {
        onNone: () => guid,
        onSome: ({ name, set }) => ofProperty(projectId, set, name)
      })
      const listed = yield* Stream.runCollect(models.list(projectId, userId))
      const visible = [...listed].filter(({ role }) => role !== "NoAccess")
      const facts: Array<PropertyFacts.PropertyFact> = []
      for (const { table } of visible) {
        const fact = (yield* factsOf(projectId, table)).get(derived)
        if (fact !== undefined) facts.push(fact)
      }
      const edited = facts.length > 0 ? Option.none() : yield* propertySets.edited(projectId, derived)
      if (Option.isSome(edited)) facts.push({ ...edited.value, dataType: null, unit: null, enumerationValues: null })
      const [first, ...more] = facts
      if (first === undefined) return Option.none<PropertyDefinition>()
      const { dataType, enumerationValues, name, set, unit } = PropertyFacts.merge([first, ...more])
      // The derived guid of a pair that has another one now.
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
