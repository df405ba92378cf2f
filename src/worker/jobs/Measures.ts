import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as ComputedMeasures from "../../dataframe/query/quantities/ComputedMeasures.ts"
import type { ProductTable } from "../../dataframe/table/ProductTable.ts"
import { decode, type MeasureColumns } from "../../geometry/measures/MeasureTable.ts"

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
export const asked = (measures: MeasureColumns | null): ReturnType<typeof ComputedMeasures.of> | null =>
  measures === null ? null : ComputedMeasures.of(measures)
