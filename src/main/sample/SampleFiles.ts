import { join } from "node:path"
import { Either } from "effect"
import * as ImportedContent from "../../application/ImportedContent.ts"
import { encode } from "../../dataframe/Container.ts"
import { parquet } from "../../dataframe/Parquet.ts"
import { open } from "../../dataframe/ProductTable.ts"
import { sampleModel } from "../../domain/SampleModel.ts"
import { readModel } from "../../ifc/ReadModel.ts"
import { importedFiles } from "../../ports/Jobs.ts"

/** The folder in which the sample model and what its import gives are kept. */
export const folder = import.meta.dir

/** The sample model itself: a house of two storeys, drawn for this purpose. */
export const source = join(folder, "SampleBuilding.ifc")

/**
 * The files that the import of the sample model gives, by name: the same bytes at each run.
 *
 * Gives:  `table.bin`, `table.parquet`, `shared.jsonl` (lines of `ImportedContent`) and `report.json` (an
 *         `ImportReport`, without white space).
 * Fails:  rejects with `InvalidModelFile` where the source is no model.
 */
export const make = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const { content, report } = Either.getOrThrow(readModel(await Bun.file(source).bytes()))
  const table = encode(content, { modelGuid: sampleModel.guid })
  return new Map<string, Uint8Array>([
    [importedFiles.table, table],
    [importedFiles.parquet, Buffer.concat(Array.from(parquet(open(table)), ({ bytes }) => bytes))],
    [importedFiles.shared, Buffer.from([...ImportedContent.lines(content)].join(""))],
    [importedFiles.report, Buffer.from(JSON.stringify(report))]
  ])
}

/** Whether what is kept in the folder under this name is what was made: each byte, but the white space of JSON. */
export const isKept = async (name: string, made: Uint8Array): Promise<boolean> => {
  const file = Bun.file(join(folder, name))
  if (!(await file.exists())) return false
  const kept = name.endsWith(".json") ? Buffer.from(JSON.stringify(await file.json())) : await file.bytes()
  return Buffer.compare(kept, made) === 0
}
