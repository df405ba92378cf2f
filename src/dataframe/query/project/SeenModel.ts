import type { ProductTable } from "../../table/ProductTable.ts"
import type { ComputedMeasures } from "../quantities/Quantities.ts"
import type { View } from "../View.ts"

/** A model of a project as its reader sees it. */
export interface SeenModel {
  readonly model: { readonly id: string; readonly name: string }
  readonly table: ProductTable
  readonly view: View
  /** The measures from geometry; null if there are none. */
  readonly computed: ComputedMeasures | null
}
