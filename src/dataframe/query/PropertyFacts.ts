import { ofProperty } from "../../domain/DerivedUuid.ts"
import type { FieldDetail } from "../../domain/FieldDetail.ts"
import * as Fields from "./Fields.ts"
import type { ProductTable } from "../table/ProductTable.ts"

/** What a model says of one of its properties. */
export interface PropertyFact extends FieldDetail {
  readonly set: string
}

/** The properties of a table by the guids that are derived from their names in a project. */
export const of = (table: ProductTable, projectId: string): ReadonlyMap<string, PropertyFact> =>
  new Map(
    table.properties.map((property) => {
      const { name, set } = property
      return [ofProperty(projectId, set, name), { set, name, ...Fields.ofProperty(table, property) }]
    })
  )

/** What several models say of a property that they share; null where they differ, Real where Integer and Real meet. */
export const merge = (facts: readonly [PropertyFact, ...ReadonlyArray<PropertyFact>]): PropertyFact => {
  const [{ name, set }] = facts
  const types = new Set(facts.map(({ dataType }) => dataType))
  const units = new Set(facts.map(({ unit }) => unit))
  const isNumber = [...types].every((type) => type === "Integer" || type === "Real")
  const dataType = types.size === 1 ? facts[0].dataType : isNumber ? "Real" : null
  const words = facts.flatMap(({ enumerationValues }) => enumerationValues ?? [])
  return {
    set,
    name,
    dataType,
    unit: units.size === 1 ? facts[0].unit : null,
    enumerationValues: dataType === "Enum" ? [...new Set(words)] : null
  }
}
