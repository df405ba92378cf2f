import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import type { ComputedMeasures } from "../../dataframe/query/quantities/Quantities.ts"
import type { ProductTable } from "../../dataframe/table/ProductTable.ts"
import { decode, type MeasureColumns, type MeasureName, measureNames } from "../../geometry/measures/MeasureTable.ts"

const isMeasure = (name: string): name is MeasureName => (measureNames as ReadonlyArray<string>).includes(name)

/** Reads the measures of a file, or returns null if there is no file. Dies if they are damaged or of another table. */
export const measuresOf = (
  path: string | null,
  scratch: string,
  table: ProductTable
): Effect.Effect<MeasureColumns | null> =>
  path === null
    ? Effect.succeed(null)
    : Effect.promise(() => Bun.file(resolve(scratch, path)).bytes()).pipe(
        Effect.map(decode),
        Effect.filterOrDieMessage(({ count }) => count === table.count, "These are not the measures of the table")
      )

/** Returns the measures in the form that calculators ask for. */
export const asked = (measures: MeasureColumns | null): ComputedMeasures | null =>
  measures === null ? null : { valuesOf: (name) => (isMeasure(name) ? measures.values[name] : null) }
