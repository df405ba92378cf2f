import { join, resolve } from "node:path"
import { Either, Schema } from "effect"
import { encode } from "../../dataframe/Container.ts"
import { readModel } from "../../ifc/ReadModel.ts"
import { ImportIfcAnswer, importIfcFiles, ImportIfcInput, JobRefused, type SharedContent } from "../../ports/Computation.ts"
import type { JobContext } from "../Child.ts"

/** What stands in the scratch folder before and after. */
export const importIfcFiles.input = "input.ifc"
export const importIfcFiles.table = "table.bin"
export const importIfcFiles.report = "report.json"
export const importIfcFiles.shared = "shared.json"

const READ = 0.85
const ENCODED = 0.95

/** The bytes of the file without a copy of them: the system reads what is looked at and may forget it again. */
const map = (path: string): Uint8Array => (Bun.file(path).size === 0 ? new Uint8Array(0) : Bun.mmap(path))

/**
 * Reads the file and writes into the scratch folder `table.bin` (the product table), `report.json` (an
 * `ImportReport`) and `shared.json` (a `SharedContent`).
 *
 * Gives:  `ImportIfcAnswer`.
 * Fails:  `JobRefused` with code InvalidModelFile when the file is no model.
 */
export const importIfc = async (input: unknown, { scratch, progress }: JobContext): Promise<unknown> => {
  const { file, modelGuid } = Schema.decodeUnknownSync(ImportIfcInput)(input)
  const read = readModel(map(resolve(scratch, file)), { onProgress: (fraction) => progress(fraction * READ) })
  if (Either.isLeft(read)) {
    const { line, reason } = read.left
    throw new JobRefused({ code: "InvalidModelFile", reason, line })
  }
  const { content, report } = read.right
  const { locations, materials, codifications, codes } = content
  const shared: SharedContent = { locations, materials, codifications, codes }
  await Bun.write(join(scratch, importIfcFiles.report), JSON.stringify(report))
  await Bun.write(join(scratch, importIfcFiles.shared), JSON.stringify(shared))
  const table = encode(content, { modelGuid })
  progress(ENCODED)
  await Bun.write(join(scratch, importIfcFiles.table), table)
  return ImportIfcAnswer.make({ products: content.products.count, schema: content.schema })
}
