import { join, resolve } from "node:path"
import { Either, Schema } from "effect"
import type { ModelContent } from "../../domain/ModelContent.ts"
import { encode } from "../../dataframe/Container.ts"
import { readModel } from "../../ifc/ReadModel.ts"
import { JobRefused } from "../../ports/Computation.ts"
import type { JobContext } from "../Child.ts"

/** What stands in the scratch folder before and after. */
export const INPUT_FILE = "input.ifc"
export const TABLE_FILE = "table.bin"
export const REPORT_FILE = "report.json"
export const SHARED_FILE = "shared.json"

export const ImportIfcInput = Schema.Struct({
  /** Of the model that the file becomes. */
  modelGuid: Schema.String,
  /** The file to read, in the scratch folder. */
  file: Schema.optionalWith(Schema.String, { default: () => INPUT_FILE })
})

/** What the import brings to the project, as `shared.json` holds it: arrays of the content, unchanged. */
export type SharedContent = Pick<ModelContent, "locations" | "materials" | "codifications" | "codes">

export const ImportIfcAnswer = Schema.Struct({
  products: Schema.Number,
  schema: Schema.NullOr(Schema.Literal("IFC2X3", "IFC4", "IFC4X3"))
})

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
  await Bun.write(join(scratch, REPORT_FILE), JSON.stringify(report))
  await Bun.write(join(scratch, SHARED_FILE), JSON.stringify({ locations, materials, codifications, codes }))
  const table = encode(content, { modelGuid })
  progress(ENCODED)
  await Bun.write(join(scratch, TABLE_FILE), table)
  return ImportIfcAnswer.make({ products: content.products.count, schema: content.schema })
}
