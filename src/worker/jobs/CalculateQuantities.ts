import { join, resolve } from "node:path"
import { Effect, Either, Schema } from "effect"
import type { Calculator } from "../../dataframe/query/Calculator.ts"
import { open } from "../../dataframe/table/ProductTable.ts"
import { calculate } from "../../dataframe/query/Quantities.ts"
import { chunks } from "../../dataframe/query/QuantityResult.ts"
import * as ViewText from "../../dataframe/query/ViewText.ts"
import { Filters } from "../../domain/Filter.ts"
import { JobRefused } from "../../ports/Computation.ts"
import { calculatedFile, CalculateQuantitiesJob } from "../../ports/Jobs.ts"
import * as Job from "../Job.ts"
import { write } from "./Files.ts"

const filtersOf = Schema.decodeSync(Schema.parseJson(Filters))

/** Filters and view of a text as `application/CalculationInput.ts` writes it. */
const filtersAndView = (text: string): readonly [Filters, string] => {
  const end = text.indexOf("\n")
  return [filtersOf(text.slice(0, end)), text.slice(end + 1)]
}

/** Fails: `JobRefused` with InvalidFilter, should the filters not fit the table. */
export const calculateQuantities = (known: ReadonlyArray<Calculator>): Job.Job =>
  Job.make(CalculateQuantitiesJob, ({ modelId, operationId, source, ...request }, { progress, scratch }) =>
    Effect.gen(function* () {
      const table = open(yield* Effect.promise(() => Bun.file(resolve(scratch, request.table)).bytes()))
      const isText = request.view.startsWith("{")
      const kept = isText ? request.view : yield* Effect.promise(() => Bun.file(resolve(scratch, request.view)).text())
      progress(0.3)
      const calculators = request.calculators.flatMap((asked) => known.filter(({ name }) => name === asked))
      const [filters, view] = request.filters === undefined ? filtersAndView(kept) : [request.filters, kept]
      const result = calculate(table, ViewText.read(view), { calculators, filters, computed: null })
      if (Either.isLeft(result)) return yield* new JobRefused({ code: "InvalidFilter", reason: result.left.reason })
      progress(0.6)
      const parts = chunks(result.right, { operationId, modelId, source })
      yield* Effect.promise(() => write(join(scratch, calculatedFile), parts))
    })
  )
