import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Either from "effect/Either"
import { calculators } from "../calculators/Calculators.ts"
import type { DatasetFile } from "../src/dataframe/dataset/DatasetFile.ts"
import type { DatasetModel } from "../src/dataframe/dataset/DatasetModel.ts"
import { productRows } from "../src/dataframe/dataset/ProductRows.ts"
import { propertyRows } from "../src/dataframe/dataset/PropertyRows.ts"
import { quantityRows } from "../src/dataframe/dataset/QuantityRows.ts"
import * as EditText from "../src/dataframe/edits/overlay/EditText.ts"
import * as Layers from "../src/dataframe/edits/overlay/Layers.ts"
import type { SeenModel } from "../src/dataframe/query/project/ProjectAnswer.ts"
import { calculate } from "../src/dataframe/query/quantities/Quantities.ts"
import { datasetTables, type TableName, tableNames } from "../src/domain/dataset/DatasetTables.ts"
import type { ModelId, VersionId } from "../src/domain/Identifier.ts"
import { noFilters } from "../src/domain/products/Filter.ts"
import { commit, manifestOf, metadataPath } from "../src/iceberg/Commit.ts"
import type { DataFile } from "../src/iceberg/Manifest.ts"
import * as Metadata from "../src/iceberg/Metadata.ts"

const rowsOf = { products: productRows, properties: propertyRows, quantities: quantityRows }

const modelOf = ({ model, table, view }: SeenModel): DatasetModel => {
  const seen = Layers.seen(table, view, { published: EditText.nothing, personal: EditText.nothing })
  const question = { calculators, filters: noFilters, computed: null }
  const { measures, selection } = Either.getOrThrow(calculate(seen.table, seen.view, question))
  const rows = Uint32Array.from(selection.indices())
  return { ...seen, modelId: model.id as ModelId, modelVersionId: model.id as VersionId, measures, rows }
}

const write = (path: string, rows: Generator<Uint8Array, DatasetFile, undefined>): DatasetFile => {
  const out = openSync(path, "w")
  try {
    for (let next = rows.next(); ; next = rows.next()) {
      if (next.done === true) return next.value
      writeSync(out, next.value)
    }
  } finally {
    closeSync(out)
  }
}

/** A table of the open dataset: the path of its metadata, and the size of its data files. */
export interface MadeTable {
  readonly metadata: string
  readonly bytes: number
}

/** Writes models as the tables of an open dataset below a folder, in one snapshot. */
export const datasetOf = (models: ReadonlyArray<SeenModel>, folder: string): Readonly<Record<TableName, MadeTable>> => {
  const files = { products: [], properties: [], quantities: [] } as Record<TableName, Array<DataFile>>
  for (const name of tableNames) {
    for (const kind of ["data", "metadata"]) mkdirSync(join(folder, name, kind), { recursive: true })
  }
  for (const seen of models) {
    const model = modelOf(seen)
    for (const name of tableNames) {
      const path = join(folder, name, "data", `${model.modelId}.parquet`)
      const { facts } = write(path, rowsOf[name](model))
      files[name].push({ path, partition: model.modelId, ...facts })
    }
  }
  const made = tableNames.map((name) => {
    const location = join(folder, name)
    const { files: others, state } = commit(
      datasetTables[name],
      { metadata: Metadata.empty(datasetTables[name], crypto.randomUUID(), location, Date.now()), state: null },
      {
        staying: new Map(models.map(({ model }) => [manifestOf(model.id), []])),
        removed: [],
        added: files[name],
        version: 1,
        snapshotId: 1,
        now: Date.now(),
        summary: {},
        mostSnapshots: 1
      }
    )
    for (const [path, bytes] of others) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, bytes)
    }
    return [name, { metadata: metadataPath(location, 1), bytes: state.bytes }] as const
  })
  return Object.fromEntries(made) as Record<TableName, MadeTable>
}
