import { join, resolve } from "node:path"
import { Either, Schema } from "effect"
import type { Calculator } from "../../dataframe/Calculator.ts"
import { parseFilters } from "../../dataframe/Filters.ts"
import { open } from "../../dataframe/ProductTable.ts"
import { calculate } from "../../dataframe/Quantities.ts"
import { chunks } from "../../dataframe/QuantityResult.ts"
import * as ViewText from "../../dataframe/ViewText.ts"
import { Source } from "../../domain/Source.ts"
import { JobRefused } from "../../ports/Computation.ts"
import type { JobFunction } from "../Child.ts"

const Input = Schema.Struct({
  /** The product table, in the scratch folder. */
  table: Schema.String,
  /** A file in the scratch folder, as `dataframe/ViewText.ts` writes it, or what such a file holds. */
  view: Schema.String,
  modelId: Schema.String,
  operationId: Schema.String,
  source: Source,
  calculators: Schema.Array(Schema.String),
  filters: Schema.Unknown
})

const RESULT_FILE = "quantities.json"

/**
 * Evaluates calculators over the products that match, and writes `quantities.json` (contract section 8) into the
 * scratch folder.
 *
 * Fails: `JobRefused` with InvalidFilter, should the filters not fit the table.
 */
export const calculateQuantities =
  (known: ReadonlyArray<Calculator>): JobFunction =>
  async (input, { progress, scratch }) => {
    const { operationId, modelId, source, ...request } = Schema.decodeUnknownSync(Input)(input)
    const table = open(await Bun.file(resolve(scratch, request.table)).bytes())
    const isText = request.view.startsWith("{")
    const view = ViewText.read(isText ? request.view : await Bun.file(resolve(scratch, request.view)).text())
    progress(0.3)
    const calculators = request.calculators.flatMap((asked) => known.filter(({ name }) => name === asked))
    const result = Either.flatMap(parseFilters(request.filters), (filters) =>
      calculate(table, view, { calculators, filters, computed: null })
    )
    if (Either.isLeft(result)) throw new JobRefused({ code: "InvalidFilter", reason: result.left.reason })
    progress(0.6)
    const sink = Bun.file(join(scratch, RESULT_FILE)).writer()
    for (const chunk of chunks(result.right, { operationId, modelId, source })) {
      void sink.write(chunk)
      await sink.flush()
    }
    await sink.end()
    return {}
  }
