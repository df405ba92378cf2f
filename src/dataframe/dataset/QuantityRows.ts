import { compareCodePoints } from "../../domain/Text.ts"
import { datasetTables } from "../../domain/dataset/DatasetTables.ts"
import { COMPUTED, type Measure } from "../query/quantities/Quantities.ts"
import * as Bits from "../table/Bits.ts"
import { DatasetFile } from "./DatasetFile.ts"
import type { DatasetModel } from "./DatasetModel.ts"

type Names = "model_id" | "guid" | "class" | "measure" | "value" | "unit" | "origin" | "source" | "suspect"

/** Generates the data file of the quantities of a model: one row for each result of a calculation (M5). */
export function* quantityRows(
  { measures, modelId, rows, table }: DatasetModel,
  file: DatasetFile<Names> = new DatasetFile(datasetTables.quantities)
): Generator<Uint8Array<ArrayBuffer>, DatasetFile, undefined> {
  const { columns } = file
  const { classes } = table.structure
  const classOf = table.reference("class").codes!
  const guids = table.attribute("Guid")
  const sorted = rows.toSorted((a, b) => guids.keyOf(a) - guids.keyOf(b))
  const sourceOf = ({ computedNames }: Measure, source: number): string => {
    if (source <= COMPUTED) return computedNames[COMPUTED - source]!
    const { name, set } = table.property(source)
    return `${set}.${name}`
  }
  for (const measure of measures.toSorted((a, b) => compareCodePoints(a.calculator.name, b.calculator.name))) {
    const { calculator, sources, suspects, values } = measure
    const named = new Map<number, string>()
    const end = () => {
      const { count } = columns.guid.rows
      columns.model_id.fill(modelId, count)
      columns.measure.fill(calculator.name, count)
      columns.unit.fill(calculator.unit, count)
    }
    for (const row of sorted) {
      const source = sources[row]!
      if ((source < 0 && source > COMPUTED) || !Number.isFinite(values[row]!)) continue
      columns.guid.add(table.guidOf(row))
      columns.class.add(classes[classOf[row]!]!)
      columns.value.add(values[row]!)
      columns.origin.add(source <= COMPUTED ? "Computed" : "Authored")
      columns.source.add(named.getOrInsertComputed(source, () => sourceOf(measure, source)))
      columns.suspect.add(Bits.has(suspects, row))
      if (!file.isFull(columns.guid.rows.count)) continue
      end()
      yield file.flush()
    }
    end()
  }
  if (columns.guid.rows.count > 0) yield file.flush()
  yield file.finish()
  return file
}
