import { datasetTables } from "../../domain/dataset/DatasetTables.ts"
import * as CellSource from "../query/CellSource.ts"
import * as Names from "../query/Names.ts"
import { DatasetFile } from "./DatasetFile.ts"
import type { DatasetModel } from "./DatasetModel.ts"

const attribute = (
  name: "PredefinedType" | "Name" | "Description" | "ObjectType" | "TypeName" | "Tag"
): Names.Field => ({
  kind: "Attribute",
  name
})
const place = (member: string): Names.Field => ({ kind: "Member", form: "SpatialLocation", member })

/** The field in M4 for each column, besides the fields of the model. */
const fields = {
  class: { kind: "Class" },
  predefined_type: attribute("PredefinedType"),
  name: attribute("Name"),
  description: attribute("Description"),
  object_type: attribute("ObjectType"),
  type_name: attribute("TypeName"),
  tag: attribute("Tag"),
  site: place("Site"),
  building: place("Building"),
  floor: place("Floor"),
  space: place("Space"),
  location_guid: place("SpatialLocationId"),
  material: { kind: "Member", form: "MaterialLayerSet", member: "Layers" },
  codes: { kind: "Member", form: "Code", member: "Identification" }
} as const satisfies Readonly<Record<string, Names.Field>>

type Shown = keyof typeof fields

/** The number of rows whose keys are looked up at once. */
const rowsAtOnce = 1000
const around = { head: "", tail: "" }

/** Generates the data file of the products of a model, in the order of their GlobalIds. */
export function* productRows(
  { modelId, modelVersionId, rows, table, view }: DatasetModel,
  file: DatasetFile<"model_id" | "model_version_id" | "guid" | Shown> = new DatasetFile(datasetTables.products)
): Generator<Uint8Array<ArrayBuffer>, DatasetFile, undefined> {
  const { columns } = file
  const names = Names.of(table, view)
  const sources = Object.entries(fields).map(([name, field]) => ({
    column: columns[name as Shown],
    isName: name === "name",
    source: CellSource.make(table, view, names, field, around)
  }))
  // Codes of the column follow the order of the GlobalIds.
  const guids = table.attribute("Guid")
  const sorted = rows.toSorted((a, b) => guids.keyOf(a) - guids.keyOf(b))
  for (let start = 0; start < sorted.length; start += rowsAtOnce) {
    const some = sorted.subarray(start, start + rowsAtOnce)
    for (const { column, isName, source } of sources) {
      for (const key of source.keysOf(some)) {
        const value = source.valueOf(key)
        column.add(value === null ? (isName ? "" : null) : String(value))
      }
    }
    for (const row of some) columns.guid.add(table.guidOf(row))
    columns.model_id.fill(modelId, columns.guid.rows.count)
    columns.model_version_id.fill(modelVersionId, columns.guid.rows.count)
    if (file.isFull(columns.guid.rows.count + rowsAtOnce)) yield file.flush()
  }
  if (columns.guid.rows.count > 0) yield file.flush()
  yield file.finish()
  return file
}
