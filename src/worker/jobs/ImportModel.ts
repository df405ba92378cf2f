import { join, resolve } from "node:path"
import { Effect } from "effect"
import * as ImportedContent from "../../application/ImportedContent.ts"
import { encode } from "../../dataframe/Container.ts"
import { parquet } from "../../dataframe/Parquet.ts"
import { open } from "../../dataframe/ProductTable.ts"
import type { ImportReport, ModelContent } from "../../domain/ModelContent.ts"
import { type JobContext, JobRefused } from "../../ports/Computation.ts"
import { importedFiles, ImportModelJob } from "../../ports/Jobs.ts"
import { formatOf, type ModelFormat } from "../../ports/ModelFormats.ts"
import * as Job from "../Job.ts"

const READ = 0.75
const ENCODED = 0.85

const writeParquet = async (path: string, table: Uint8Array, onProgress: (fraction: number) => void) => {
  const sink = Bun.file(path).writer()
  for (const { bytes, fraction } of parquet(open(table, { checked: true }))) {
    await sink.write(bytes)
    await sink.flush()
    onProgress(fraction)
  }
  await sink.end()
}

const writeLines = async (path: string, lines: Iterable<string>) => {
  const sink = Bun.file(path).writer()
  for (const line of lines) await sink.write(line)
  await sink.end()
}

/** Writes `importedFiles` into the scratch folder. */
const write = async (content: ModelContent, report: ImportReport, modelGuid: string, context: JobContext) => {
  const { progress, scratch } = context
  await Bun.write(join(scratch, importedFiles.report), JSON.stringify(report))
  await writeLines(join(scratch, importedFiles.shared), ImportedContent.lines(content))
  const table = encode(content, { modelGuid })
  progress(ENCODED)
  await Bun.write(join(scratch, importedFiles.table), table)
  await writeParquet(join(scratch, importedFiles.parquet), table, (fraction) =>
    progress(ENCODED + fraction * (1 - ENCODED))
  )
  return { products: content.products.count }
}

/** Reads the file by the one of the formats that it is of. Fails with UnsupportedFileType where none reads it. */
export const importModel = (formats: ReadonlyArray<ModelFormat>): Job.Job =>
  Job.make(ImportModelJob, ({ file, format, modelGuid }, { progress, scratch }) => {
    const read = formatOf(formats, format)?.read ?? null
    if (read === null) {
      return new JobRefused({ code: "UnsupportedFileType", reason: `This release does not read .${format} files.` })
    }
    return read(resolve(scratch, file), { scratch, progress: (fraction) => progress(fraction * READ) }).pipe(
      Effect.flatMap(({ content, report }) =>
        Effect.promise(() => write(content, report, modelGuid, { progress, scratch }))
      ),
      // A file that was mapped holds its space on the disk until the garbage is collected.
      Effect.ensuring(Effect.sync(() => Bun.gc(true)))
    )
  })
