import { relative, resolve } from "node:path"
import * as Effect from "effect/Effect"
import { type JobContext, JobRefused } from "../../ports/Computation.ts"
import { MakeIfcJob } from "../../ports/operations/Jobs.ts"
import { type Converters, formatOf, type IfcFile, type ModelFormat } from "../../ports/ModelFormats.ts"
import * as Job from "../Job.ts"

interface Given {
  readonly file: string
  readonly format: string
  readonly converters: Converters
}

/**
 * Turns a file into IFC by means of its format.
 *
 * Fails with UnsupportedFileType if no format reads it, or with the failure of the format.
 */
export const ifcOf = (
  formats: ReadonlyArray<ModelFormat>,
  { converters, file, format }: Given,
  { progress, scratch }: JobContext
): Effect.Effect<IfcFile, JobRefused> => {
  const toIfc = formatOf(formats, format)?.toIfc ?? null
  if (toIfc === null) {
    const reason = `This release does not read .${format} files.`
    return Effect.fail(new JobRefused({ code: "UnsupportedFileType", reason }))
  }
  return toIfc(resolve(scratch, file), { scratch, converters, progress }).pipe(Job.step("open file"))
}

/**
 * Returns what the job reports of the file: paths are relative to the scratch folder, and `made` is null if nothing was
 * made.
 */
export const told = (scratch: string, { isMade, path, picture, warnings }: IfcFile) => ({
  made: isMade ? relative(scratch, path) : null,
  picture: picture === undefined ? null : relative(scratch, picture),
  warnings
})

/** Makes the IFC file of another file. Fails like `ifcOf`. */
export const makeIfc = (formats: ReadonlyArray<ModelFormat>): Job.Job =>
  Job.make(MakeIfcJob, (request, context) =>
    Effect.map(ifcOf(formats, request, context), (file) => told(context.scratch, file))
  )
