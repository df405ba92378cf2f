import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layers from "../../dataframe/edits/overlay/Layers.ts"
import {
  type DynamicField,
  dynamicResult,
  type Quality,
  type Together
} from "../../dataframe/query/quantities/DynamicResult.ts"
import * as ViewText from "../../dataframe/query/answer/ViewText.ts"
import { open, type ProductTable } from "../../dataframe/table/ProductTable.ts"
import { DynamicField as Name, unitOf } from "../../domain/products/DynamicField.ts"
import {
  GROSS_LIDDED,
  LIDDED,
  type MeasureColumns,
  type MeasureName,
  STATED
} from "../../geometry/measures/MeasureTable.ts"
import { JobRefused } from "../../ports/Computation.ts"
import { dynamicFile, DynamicPropertiesJob } from "../../ports/operations/Jobs.ts"
import * as Job from "../Job.ts"
import { inputOf } from "./CalculateQuantities.ts"
import { write } from "./Files.ts"
import { measuresOf } from "./Measures.ts"

/** Classes whose length is ambiguous: along their axis, or along one of their faces. */
const walls = new Set(["IfcWall", "IfcWallStandardCase", "IfcWallElementedCase"])

const together: Record<MeasureName, Together> = {
  Volume: "sum",
  GrossVolume: "sum",
  SurfaceArea: "sum",
  FootprintArea: "sum",
  SideArea: "sum",
  Length: null,
  Width: null,
  Height: null,
  BottomElevation: "least",
  TopElevation: "most",
  CentroidX: null,
  CentroidY: null,
  CentroidZ: null,
  NetArea: null,
  GrossArea: null
}

/** Flags that mark values as approximate. */
const inDoubt: Partial<Record<MeasureName, number>> = { Volume: LIDDED, GrossVolume: GROSS_LIDDED }

const fieldOf = (table: ProductTable, measures: MeasureColumns | null, name: Name): DynamicField => {
  const measure = name.slice("Computed.".length) as MeasureName
  const { codes } = table.reference("class")
  const isWall = table.structure.classes.map((className) => walls.has(className))
  const isRough = measure === "SideArea" || measure === "Length"
  const isStated = measure === "SideArea" || measure === "Width" || measure === "Height"
  const qualityOf = (row: number): Quality => {
    if (isStated && (measures!.flags[row]! & STATED) !== 0) return "Stated"
    const isInDoubt = (measures!.flags[row]! & (inDoubt[measure] ?? 0)) !== 0
    return isInDoubt || (isRough && isWall[codes![row]!]!) ? "Approximate" : "Measured"
  }
  const values = measures?.values[measure] ?? new Float64Array(table.count).fill(Number.NaN)
  return { name, unit: unitOf(name), values, qualityOf, together: together[measure] }
}

/** Calculates dynamic properties. Fails with `JobRefused` (InvalidFilter) if the filters do not fit the table. */
export const dynamicProperties: Job.Job = Job.make(DynamicPropertiesJob, (request, { progress, scratch }) =>
  Effect.gen(function* () {
    const table = open(yield* Effect.promise(() => Bun.file(resolve(scratch, request.table)).bytes()))
    const { question, texts, view } = inputOf(
      yield* Effect.promise(() => Bun.file(resolve(scratch, request.view)).text())
    )
    const measures = yield* measuresOf(request.measures, scratch, table)
    progress(0.3)
    const { modelId, operationId, source } = request
    const seen = Layers.seen(table, ViewText.read(view), texts)
    const fields = request.fields.map((name) => fieldOf(table, measures, name as Name))
    const result = dynamicResult(seen.table, seen.view, question, fields, { operationId, modelId, source })
    if (Either.isLeft(result)) return yield* new JobRefused({ code: "InvalidFilter", reason: result.left.reason })
    progress(0.6)
    yield* Effect.promise(() => write(join(scratch, dynamicFile), result.right))
  })
)
