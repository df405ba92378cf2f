import { ofProperty } from "../../domain/DerivedUuid.ts"
import type { FieldDetail } from "../../domain/products/FieldDetail.ts"
import * as Fields from "./Fields.ts"
import type { ProductTable } from "../table/ProductTable.ts"

/** What a model says of one of its properties. */
export interface PropertyFact extends FieldDetail {
  readonly set: string
}

const headOf = (guid: string): number => Number.parseInt(guid.slice(0, 8), 16)

/** Properties between two turns: what takes a millisecond. */
const perTurn = 200

/**
 * The first 32 bits of the guids that are derived from the names of a table's properties in a project, in their order.
 * Others should have their turn wherever it yields.
 */
export function* heads({ properties }: ProductTable, projectId: string): Generator<void, Uint32Array> {
  const found = new Uint32Array(properties.length)
  for (const [i, { name, set }] of properties.entries()) {
    if (i % perTurn === perTurn - 1) yield
    found[i] = headOf(ofProperty(projectId, set, name))
  }
  return found
}

/** Whether a table whose properties have these heads may have one of the guid. */
export const mayHave = (heads: Uint32Array, guid: string): boolean => heads.includes(headOf(guid))

/** What a table says of its property of the guid; null: it has none. */
export const find = (table: ProductTable, projectId: string, heads: Uint32Array, guid: string): PropertyFact | null => {
  for (let i = heads.indexOf(headOf(guid)); i >= 0; i = heads.indexOf(headOf(guid), i + 1)) {
    const property = table.properties[i]!
    const { name, set } = property
    if (ofProperty(projectId, set, name) === guid) return { set, name, ...Fields.ofProperty(table, property) }
  }
  return null
}

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
