import { type MeasureColumns, type MeasureName, measureNames } from "../../../geometry/measures/MeasureTable.ts"
import type { ComputedMeasures } from "./Quantities.ts"

const isMeasure = (name: string): name is MeasureName => (measureNames as ReadonlyArray<string>).includes(name)

/** Returns the measures of a table in the form that calculators ask for. */
export const of = ({ values }: MeasureColumns): ComputedMeasures => ({
  valuesOf: (name) => (isMeasure(name) ? values[name] : null)
})
