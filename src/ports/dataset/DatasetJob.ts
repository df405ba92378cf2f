import * as Schema from "effect/Schema"
import type { TableName } from "../../domain/dataset/DatasetTables.ts"
import { ModelId, VersionId } from "../../domain/Identifier.ts"
import { JobRefused } from "../Computation.ts"

/** The data files that `WriteDatasetJob` writes into its scratch folder, by table. */
export const datasetFiles = {
  products: "products.parquet",
  properties: "properties.parquet",
  quantities: "quantities.parquet"
} as const satisfies Readonly<Record<TableName, string>>

const writtenFile = Schema.Struct({
  rows: Schema.Int,
  bytes: Schema.Int,
  columns: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      size: Schema.Int,
      values: Schema.Int,
      nulls: Schema.Int,
      bounds: Schema.NullOr(Schema.Tuple(Schema.String, Schema.String))
    })
  ),
  splits: Schema.Array(Schema.Int),
  /** SHA-256 of the bytes. */
  digest: Schema.String
})

/** Writes the published state of a model as data files of the open dataset. */
export class WriteDatasetJob extends Schema.TaggedRequest<WriteDatasetJob>()("writeDataset", {
  payload: {
    modelId: ModelId,
    modelVersionId: VersionId,
    /** Path of the product table: absolute, or in the scratch folder, like the other paths. */
    table: Schema.String,
    /** The view and the published edits, as `application/operations/OperationInput.ts` writes them. */
    published: Schema.String,
    /** Measures by `MeasureModelJob`; null: the model has no geometry. */
    measures: Schema.NullOr(Schema.String)
  },
  success: Schema.Struct({ products: writtenFile, properties: writtenFile, quantities: writtenFile }),
  failure: JobRefused
}) {}
