import { join, resolve } from "node:path"
import { Either, Schema } from "effect"
import * as ImportedContent from "../../application/ImportedContent.ts"
import { encode } from "../../dataframe/Container.ts"
import { parquet } from "../../dataframe/Parquet.ts"
import { open } from "../../dataframe/ProductTable.ts"
import { readModel } from "../../ifc/ReadModel.ts"
import { ImportIfcAnswer, importIfcFiles, ImportIfcInput, JobRefused } from "../../ports/Computation.ts"
import type { JobContext } from "../Child.ts"

const READ = 0.75
const ENCODED = 0.85

/**
 * The bytes of the file, if possible without a copy of them: the system reads what is looked at and may forget it
 * again. Bun maps only files that are not empty and that it may write to.
 */
const bytesOf = async (path: string): Promise<Uint8Array> => {
  const file = Bun.file(path)
  if (file.size === 0) return new Uint8Array(0)
  try {
    return Bun.mmap(path)
  } catch {
    return await file.bytes()
  }
}

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

/**
 * Reads the file and writes the others of `importIfcFiles` into the scratch folder.
 *
 * Gives:  `ImportIfcAnswer`.
 * Fails:  `JobRefused` with code InvalidModelFile when the file is no model.
 */
export const importIfc = async (input: unknown, { scratch, progress }: JobContext): Promise<unknown> => {
  const { file, modelGuid } = Schema.decodeUnknownSync(ImportIfcInput)(input)
  const bytes = await bytesOf(resolve(scratch, file))
  const read = readModel(bytes, { onProgress: (fraction) => progress(fraction * READ) })
  if (Either.isLeft(read)) {
    const { line, reason } = read.left
    throw new JobRefused({ code: "InvalidModelFile", reason, line })
  }
  const { content, report } = read.right
  await Bun.write(join(scratch, importIfcFiles.report), JSON.stringify(report))
  await writeLines(join(scratch, importIfcFiles.shared), ImportedContent.lines(content))
  const table = encode(content, { modelGuid })
  progress(ENCODED)
  await Bun.write(join(scratch, importIfcFiles.table), table)
  await writeParquet(join(scratch, importIfcFiles.parquet), table, (fraction) =>
    progress(ENCODED + fraction * (1 - ENCODED))
  )
  return ImportIfcAnswer.make({ products: content.products.count, schema: content.schema })
}
