import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import { limits, secondsOf } from "../../domain/Limits.ts"
import type { JobRequest } from "../../ports/Computation.ts"
import { ImportModelJob, MakeIfcJob } from "../../ports/operations/Jobs.ts"
import { type Converters, formatOf, type ModelFormat } from "../../ports/ModelFormats.ts"

/** Returns the limit of work for reading an unpacked file, in seconds. */
const secondsFor = (file: string): number =>
  Math.ceil(secondsOf(limits.importSeconds, limits.importSecondsOfMegabyte, Bun.file(file).size))

/** Progress at which the IFC file exists, for formats with `takesAnyTime`. */
const isMade = 0.4

/** A model file, absolute or in the scratch folder, and how to import it. */
interface ModelFile {
  readonly file: string
  readonly format: string
  readonly modelGuid: string
  readonly converters: Converters
  /** The current state of the model if this is a new file for it. */
  readonly current?: ImportModelJob["current"]
}

interface Options {
  readonly workSeconds?: number
  /** The part of the reading's progress that this job covers. */
  readonly part: readonly [from: number, to: number]
}

/** Runs a job on the scratch folder. */
type Run<E> = <A, I, S, SI>(job: JobRequest<A, I, S, SI>, options: Options) => Effect.Effect<S, E>

/**
 * Reads a model file into `importedFiles`. The limit of work depends on the size of the file, or, for formats with
 * `takesAnyTime` (archives and converted files), on the size of the resulting IFC file.
 */
export const read = <E>(
  formats: ReadonlyArray<ModelFormat>,
  scratch: string,
  { converters, current, file, format, modelGuid }: ModelFile,
  run: Run<E>
) =>
  Effect.gen(function* () {
    const isLimited = formatOf(formats, format)?.takesAnyTime !== true
    const ifc = isLimited ? null : yield* run(MakeIfcJob.make({ file, format, converters }), { part: [0, isMade] })
    const job = ImportModelJob.make(
      ifc === null
        ? { file, format, modelGuid, converters, current }
        : { file: ifc.made ?? file, format: "ifc", modelGuid, current, warnings: ifc.warnings }
    )
    const workSeconds = secondsFor(resolve(scratch, job.file))
    const answer = yield* run(job, { workSeconds, part: [ifc === null ? 0 : isMade, 1] })
    return ifc === null ? answer : { ...answer, made: ifc.made, picture: ifc.picture }
  })
