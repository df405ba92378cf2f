import { join } from "node:path"
import * as Either from "effect/Either"
import { sampleModel } from "../../domain/models/SampleModel.ts"

/**
 * The folder of the sample model and of the files that its import makes. The service needs only these paths, so the
 * functions below load what reads models when they are called.
 */
export const folder = import.meta.dir

/** The sample model itself: a house of two storeys, drawn for this purpose. */
export const source = join(folder, "SampleBuilding.ifc")

const joined = (parts: Iterable<string | Uint8Array>): Uint8Array =>
  Buffer.concat(Array.from(parts, (part) => Buffer.from(part)))

/**
 * Returns the files that the import of the sample model makes, by name, with the same bytes at each run: `table.bin`,
 * `table.parquet`, `shared.jsonl` (slices of `ImportedContent`) and `report.json` (an `ImportReport`, without white
 * space).
 *
 * Rejects with `InvalidModelFile` if the source is not a model.
 */
export const make = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const { readModel } = await import("../../ifc/ReadModel.ts")
  const { outputs } = await import("../../worker/jobs/ImportModel.ts")
  const model = Either.getOrThrow(readModel(await Bun.file(source).bytes()))
  return new Map(Array.from(outputs(model, sampleModel.guid), ([name, parts]) => [name, joined(parts)]))
}

/** Returns the files of its shapes, `measuredFiles`, by name, the numbers of triangles that they store, and their offset. */
export const measure = async () => {
  const { openModel } = await import("../../ifc/ReadModel.ts")
  const { measured } = await import("../../worker/jobs/MeasureModel.ts")
  const bytes = await Bun.file(source).bytes()
  const { exchangeTriangles, files, offset, viewTriangles } = await measured(
    bytes,
    Either.getOrThrow(openModel(bytes, {}, true))
  )
  return {
    files: new Map(files.map(([name, parts]) => [name, joined(parts)])),
    triangles: { exchange: exchangeTriangles, view: viewTriangles },
    offset
  }
}

/** Returns true if the file with this name in the folder equals `made`: each byte, except the white space of JSON. */
export const isKept = async (name: string, made: Uint8Array): Promise<boolean> => {
  const file = Bun.file(join(folder, name))
  if (!(await file.exists())) return false
  const kept = name.endsWith(".json") ? Buffer.from(JSON.stringify(await file.json())) : await file.bytes()
  return Buffer.compare(kept, made) === 0
}
