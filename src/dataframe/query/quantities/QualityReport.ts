import * as Bits from "../../table/Bits.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import type { Calculator } from "./Calculator.ts"
import { type ComputedMeasures, computedValues, type Quantities } from "./Quantities.ts"

interface Counted {
  products: number
  authored: number
  computed: number
  within1: number
  within20: number
  readonly suspects: Array<string>
}

/**
 * Returns counts by class and calculator: all products; those with an authored value; those with a computed value;
 * those with both values that differ by at most 1 % and 20 % of the computed one. `suspects` lists the products whose
 * authored value is suspect.
 *
 * @param quantities of the whole model, with the same measures
 */
export const qualityReport = (
  { measures: found, selection, table }: Quantities,
  measures: ComputedMeasures | null
): Record<string, Record<string, Counted>> => {
  const rows = Array.from(selection.indices())
  const { codes } = table.reference("class")
  const byClass: Record<string, Record<string, Counted>> = {}
  for (const { calculator, sources, suspects, values } of found) {
    const computed = measures === null ? null : computedOf(table, calculator, measures)
    for (const row of rows) {
      const className = table.structure.classes[codes![row]!]!
      const ofClass = (byClass[className] ??= {})
      const counted = (ofClass[calculator.name] ??= {
        products: 0,
        authored: 0,
        computed: 0,
        within1: 0,
        within20: 0,
        suspects: []
      })
      counted.products += 1
      const isAuthored = sources[row]! >= 0
      const shape = computed === null ? Number.NaN : computed[row]!
      if (isAuthored) counted.authored += 1
      if (!Number.isNaN(shape)) counted.computed += 1
      if (isAuthored && !Number.isNaN(shape)) {
        const away = Math.abs(values[row]! - shape)
        if (away <= 0.01 * Math.abs(shape)) counted.within1 += 1
        if (away <= 0.2 * Math.abs(shape)) counted.within20 += 1
      }
      if (Bits.has(suspects, row)) counted.suspects.push(table.guidOf(row))
    }
  }
  return byClass
}

const computedOf = (table: ProductTable, calculator: Calculator, measures: ComputedMeasures): Float64Array =>
  computedValues(table, calculator, measures).values
