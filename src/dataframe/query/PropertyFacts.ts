import { ofProperty } from "../../domain/DerivedUuid.ts"
import type { FieldDetail } from "../../domain/products/FieldDetail.ts"
import * as Fields from "./Fields.ts"
import type { ProductTable } from "../table/ProductTable.ts"

/** The description of a property in one model. */
export interface PropertyFact extends FieldDetail {
  readonly set: string
}

const headOf = (guid: string): number => Number.parseInt(guid.slice(0, 8), 16)

/** The number of properties between two yields, which take about a millisecond. */
const perTurn = 200

/**
 * Computes the first 32 bits of the derived guid of each of a table's properties in a project, in their order. It
 * yields regularly so that the event loop can run.
 */
export function* heads({ properties }: ProductTable, projectId: string): Generator<void, Uint32Array> {
  const found = new Uint32Array(properties.length)
  for (const [i, { name, set }] of properties.entries()) {
    if (i % perTurn === perTurn - 1) yield
    found[i] = headOf(ofProperty(projectId, set, name))
  }
  return found
}

/** Returns whether a table whose properties have these heads may have a property with the guid. */
export const mayHave = (heads: Uint32Array, guid: string): boolean => heads.includes(headOf(guid))

/** Returns the table's description of the property with the guid, or null if the table does not have it. */
export const find = (table: ProductTable, projectId: string, heads: Uint32Array, guid: string): PropertyFact | null => {
  for (let i = heads.indexOf(headOf(guid)); i >= 0; i = heads.indexOf(headOf(guid), i + 1)) {
    const property = table.properties[i]!
    const { name, set } = property
    if (ofProperty(projectId, set, name) === guid) return { set, name, ...Fields.ofProperty(table, property) }
  }
  return null
}

/**
 * Merges the descriptions of a property that several models share. Data type and unit are null if they differ; Integer
 * and Real together are Real.
 */
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
