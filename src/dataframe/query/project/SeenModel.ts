import type { ProductTable } from "../../table/ProductTable.ts"
import type { ComputedMeasures } from "../quantities/Quantities.ts"
import type { Units } from "../../../domain/products/Units.ts"
import { inUnits } from "../units/SiTable.ts"
import type { View } from "../View.ts"

/** A model of a project as its reader sees it. */
export interface SeenModel {
  readonly model: { readonly id: string; readonly name: string }
  readonly table: ProductTable
  readonly view: View
  /** The measures from geometry; null if there are none. */
  readonly computed: ComputedMeasures | null
}

/** A model with its numbers in the unit of a question. */
export interface ShownModel extends SeenModel {
  /** The table in the model's own units, which calculators read. */
  readonly stated: ProductTable
}

/** Returns the models with their numbers in the units of a question. */
export const shownIn = (models: ReadonlyArray<SeenModel>, units: Units | undefined): ReadonlyArray<ShownModel> =>
  models.map((seen) => ({ ...seen, ...inUnits(seen.table, seen.view, units), stated: seen.table }))
