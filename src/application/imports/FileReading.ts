import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import type { JobRequest } from "../../ports/Computation.ts"
import { ImportModelJob, MakeIfcJob } from "../../ports/operations/Jobs.ts"
import { type Converters, formatOf, type ModelFormat } from "../../ports/ModelFormats.ts"

/** How much work the reading of any file may be, and more for each MB of it, unpacked: the slowest ones take a tenth of that. */
const secondsAtLeast = 60
const secondsForEachMegabyte = 30

const secondsFor = (file: string): number =>
  Math.ceil(secondsAtLeast + (secondsForEachMegabyte * Bun.file(file).size) / 1024 ** 2)

/** The part of the work after which the IFC file is there of one that takes any time. */
const isMade = 0.4

/** A model file, absolute or in the scratch folder, and what becomes of it. */
interface ModelFile {
  readonly file: string
  readonly format: string
  readonly modelGuid: string
  readonly converters: Converters
}

interface Options {
  readonly workSeconds?: number
  /** Which part of the reading the job is. */
  readonly part: readonly [from: number, to: number]
}

/** Runs a job on the scratch folder. */
type Run<E> = <A, I, S, SI>(job: JobRequest<A, I, S, SI>, options: Options) => Effect.Effect<S, E>

/**
 * Has a model file read into `importedFiles`. How much work that may be goes by the size of the file, or of the IFC file that
 * comes out of one that takes any time: an archive, or what a program converts.
 */
export const read = <E>(
  formats: ReadonlyArray<ModelFormat>,
  scratch: string,
  { converters, file, format, modelGuid }: ModelFile,
  run: Run<E>
) =>
  Effect.gen(function* () {
    const isLimited = formatOf(formats, format)?.takesAnyTime !== true
    const ifc = isLimited ? null : yield* run(MakeIfcJob.make({ file, format, converters }), { part: [0, isMade] })
    const job = ImportModelJob.make(
      ifc === null
        ? { file, format, modelGuid, converters }
        : { file: ifc.made ?? file, format: "ifc", modelGuid, warnings: ifc.warnings }
    )
    const workSeconds = secondsFor(resolve(scratch, job.file))
    const answer = yield* run(job, { workSeconds, part: [ifc === null ? 0 : isMade, 1] })
    return ifc === null ? answer : { ...answer, made: ifc.made, picture: ifc.picture }
  })
