import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { DatasetFile } from "../../dataframe/dataset/DatasetFile.ts"
import type { DatasetModel } from "../../dataframe/dataset/DatasetModel.ts"
import { productRows } from "../../dataframe/dataset/ProductRows.ts"
import { propertyRows } from "../../dataframe/dataset/PropertyRows.ts"
import { quantityRows } from "../../dataframe/dataset/QuantityRows.ts"
import * as EditText from "../../dataframe/edits/overlay/EditText.ts"
import * as Layers from "../../dataframe/edits/overlay/Layers.ts"
import type { Calculator } from "../../dataframe/query/quantities/Calculator.ts"
import { calculate } from "../../dataframe/query/quantities/Quantities.ts"
import * as ViewText from "../../dataframe/query/answer/ViewText.ts"
import { open } from "../../dataframe/table/ProductTable.ts"
import { noFilters } from "../../domain/products/Filter.ts"
import { datasetFiles, WriteDatasetJob } from "../../ports/dataset/DatasetJob.ts"
import * as Job from "../Job.ts"
import { write } from "./Files.ts"
import { asked, measuresOf } from "./Measures.ts"

type Rows = (model: DatasetModel) => Generator<Uint8Array, DatasetFile, undefined>

/** Writes a data file and returns the facts that tables keep about it. */
const written = async (path: string, rows: Generator<Uint8Array, DatasetFile, undefined>) => {
  const hash = new Bun.CryptoHasher("sha256")
  const file: { made: DatasetFile | null } = { made: null }
  const parts = function* () {
    for (let next = rows.next(); ; next = rows.next()) {
      if (next.done === true) {
        file.made = next.value
        return
      }
      hash.update(next.value)
      yield next.value
    }
  }
  await write(path, parts())
  return { ...file.made!.facts, digest: hash.digest("hex") }
}

/** Writes the data files of a model with its published edits. */
export const writeDataset = (known: ReadonlyArray<Calculator>): Job.Job =>
  Job.make(WriteDatasetJob, ({ modelId, modelVersionId, ...request }, { progress, scratch }) =>
    Effect.gen(function* () {
      const bytesOf = (path: string) => Effect.promise(() => Bun.file(resolve(scratch, path)).bytes())
      const table = open(yield* bytesOf(request.table))
      const [view = "", published = ""] = Buffer.from(yield* bytesOf(request.published))
        .toString()
        .split("\n")
      const texts = { published: Buffer.from(published), personal: EditText.nothing }
      const seen = Layers.seen(table, ViewText.read(view), texts)
      const computed = asked(yield* measuresOf(request.measures, scratch, table))
      const question = { calculators: known, filters: noFilters, computed }
      const { measures, selection } = Either.getOrThrow(calculate(seen.table, seen.view, question))
      const rows = Uint32Array.from(selection.indices())
      const model: DatasetModel = { ...seen, modelId, modelVersionId, measures, rows }
      progress(0.3)
      const keep = (name: keyof typeof datasetFiles, rows: Rows) =>
        Effect.promise(() => written(join(scratch, datasetFiles[name]), rows(model)))
      const products = yield* keep("products", productRows)
      const properties = yield* keep("properties", propertyRows)
      progress(0.9)
      return { products, properties, quantities: yield* keep("quantities", quantityRows) }
    })
  )
