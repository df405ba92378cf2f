import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Calculator } from "../../dataframe/query/quantities/Calculator.ts"
import * as EditText from "../../dataframe/edits/overlay/EditText.ts"
import * as Layers from "../../dataframe/edits/overlay/Layers.ts"
import { open } from "../../dataframe/table/ProductTable.ts"
import { calculate } from "../../dataframe/query/quantities/Quantities.ts"
import { chunks } from "../../dataframe/query/quantities/QuantityResult.ts"
import * as ViewText from "../../dataframe/query/answer/ViewText.ts"
import { StoredQuestion } from "../../domain/products/Question.ts"
import { JobRefused } from "../../ports/Computation.ts"
import { calculatedFile, CalculateQuantitiesJob } from "../../ports/operations/Jobs.ts"
import * as Job from "../Job.ts"
import { write } from "./Files.ts"
import { asked, measuresOf } from "./Measures.ts"

const questionOf = Schema.decodeSync(Schema.parseJson(StoredQuestion))

/**
 * Parses question, view and layers from a text that `application/operations/OperationInput.ts` wrote; older ones have no
 * layers.
 */
export const inputOf = (text: string) => {
  const [question = "", view = "", ...texts] = text.split("\n")
  const [published = EditText.nothing, personal = EditText.nothing] = texts.map((text) => Buffer.from(text))
  return { question: questionOf(question), view, texts: { published, personal } }
}

/** Calculates quantities. Fails with `JobRefused` (InvalidFilter) if the filters do not fit the table. */
export const calculateQuantities = (known: ReadonlyArray<Calculator>): Job.Job =>
  Job.make(CalculateQuantitiesJob, ({ modelId, operationId, source, ...request }, { progress, scratch }) =>
    Effect.gen(function* () {
      const table = open(yield* Effect.promise(() => Bun.file(resolve(scratch, request.table)).bytes()))
      const isText = request.view.startsWith("{")
      const kept = isText ? request.view : yield* Effect.promise(() => Bun.file(resolve(scratch, request.view)).text())
      progress(0.3)
      const calculators = request.calculators.flatMap((asked) => known.filter(({ name }) => name === asked))
      const { question, texts, view } =
        request.filters === undefined
          ? inputOf(kept)
          : {
              question: { filters: request.filters },
              view: kept,
              texts: { published: EditText.nothing, personal: EditText.nothing }
            }
      const seen = Layers.seen(table, ViewText.read(view), texts)
      const measures = asked(yield* measuresOf(request.measures, scratch, table))
      const result = calculate(seen.table, seen.view, { ...question, calculators, computed: measures })
      if (Either.isLeft(result)) return yield* new JobRefused({ code: "InvalidFilter", reason: result.left.reason })
      progress(0.6)
      const parts = chunks(result.right, { operationId, modelId, source })
      yield* Effect.promise(() => write(join(scratch, calculatedFile), parts))
    })
  )
