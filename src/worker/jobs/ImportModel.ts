import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ImportedContent from "../../application/imports/ImportedContent.ts"
import { encode } from "../../dataframe/table/Container.ts"
import { parquet } from "../../dataframe/parquet/Parquet.ts"
import { open } from "../../dataframe/table/ProductTable.ts"
import type { Edit } from "../../domain/edits/Edit.ts"
import type { ModelContent, ReadModel } from "../../domain/models/ModelContent.ts"
import { readModel } from "../../ifc/ReadModel.ts"
import { JobRefused } from "../../ports/Computation.ts"
import { importedFiles, ImportModelJob } from "../../ports/operations/Jobs.ts"
import type { ModelFormat } from "../../ports/ModelFormats.ts"
import { bytesOfFile } from "../../runtime/MappedFile.ts"
import { collect } from "../Collected.ts"
import * as Job from "../Job.ts"
import { write } from "./Files.ts"
import { type GivenCode, withKnownCodes } from "./KnownCodes.ts"
import { ifcOf, told } from "./MakeIfc.ts"

/** Progress after each step: the IFC file is made (if it has to be), it is read, the table is encoded. */
const MADE = 0.4
const READ = 0.75
const ENCODED = 0.85

/** Yields each of `importedFiles` with its parts, which are made on demand. */
export function* outputs(
  { content, report }: Pick<ReadModel, "content" | "report">,
  modelGuid: string,
  progress: (fraction: number) => void = () => {}
): Iterable<readonly [string, Iterable<string | Uint8Array>]> {
  yield [importedFiles.report, [JSON.stringify(report)]]
  yield [importedFiles.shared, ImportedContent.lines(content)]
  const table = encode(content, { modelGuid })
  progress(ENCODED)
  yield [importedFiles.table, [table]]
  const written = function* () {
    for (const { bytes, fraction } of parquet(open(table, { checked: true }))) {
      yield bytes
      progress(ENCODED + fraction * (1 - ENCODED))
    }
  }
  yield [importedFiles.parquet, written()]
}

const knownOf = async (
  content: ModelContent,
  scratch: string,
  current: NonNullable<ImportModelJob["current"]>
): Promise<ModelContent> => {
  const table = open(await Bun.file(resolve(scratch, current.table)).bytes())
  const codes = (await Bun.file(resolve(scratch, current.codes)).json()) as ReadonlyArray<GivenCode>
  const lines = (await Bun.file(resolve(scratch, current.edits)).text()).split("\n")
  const edits = lines
    .values()
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Edit)
  return withKnownCodes(content, table, { codes, edits })
}

/**
 * Reads a model file after its format has turned it into IFC.
 *
 * Fails like `ifcOf`, and with InvalidModelFile if it is not a model (see `ifc/ReadModel.ts`).
 */
export const importModel = (formats: ReadonlyArray<ModelFormat>): Job.Job =>
  Job.make(ImportModelJob, ({ modelGuid, ...request }, { progress, scratch }) =>
    Effect.gen(function* () {
      const ifc = yield* ifcOf(formats, request, { scratch, progress: (part) => progress(part * MADE) })
      const { isMade, path } = ifc
      const begun = isMade ? MADE : 0
      const bytes = yield* Effect.promise(() => bytesOfFile(path))
      const onProgress = (part: number) => progress(begun + part * (READ - begun))
      const { content, position, report } = yield* Effect.suspend(() =>
        Either.mapLeft(
          readModel(bytes, { onProgress }),
          ({ line, reason }) => new JobRefused({ code: "InvalidModelFile", reason, line })
        )
      ).pipe(Job.step("read model"))
      const { current } = request
      const known = current === undefined ? content : yield* Effect.promise(() => knownOf(content, scratch, current))
      const { made, picture, warnings } = told(scratch, ifc)
      const whole = { ...report, warnings: [...request.warnings, ...warnings, ...report.warnings] }
      yield* Effect.promise(async () => {
        for (const [name, parts] of outputs({ content: known, report: whole }, modelGuid, progress)) {
          await write(join(scratch, name), parts)
        }
      }).pipe(Job.step("write tables"))
      return { products: content.products.count, schema: report.schema, position, made, picture }
    }).pipe(Effect.ensuring(Effect.sync(collect)))
  )
