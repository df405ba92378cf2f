/**
 * Imports the sample model again: writes `table.bin`, `table.parquet`, `shared.jsonl`, `report.json` and the files of
 * its shapes beside `src/main/sample/SampleBuilding.ifc`. It must be run after each change of that file, of the import
 * or of the table's layout.
 *
 * Usage:  bun run scripts/BuildSample.ts
 *         Files with the same content are not written. Run `npm run format` afterwards, because new JSON is not
 *         formatted.
 */
import { join } from "node:path"
import * as SampleFiles from "../src/main/sample/SampleFiles.ts"

const shapes = await SampleFiles.measure()
for (const [name, bytes] of [...(await SampleFiles.make()), ...shapes.files]) {
  const kept = await SampleFiles.isKept(name, bytes)
  if (!kept) await Bun.write(join(SampleFiles.folder, name), bytes)
  console.log(`${name}: ${kept ? "as it was" : `${bytes.length} bytes written`}`)
}
console.log(`triangles for src/domain/models/SampleModel.ts: ${JSON.stringify(shapes.triangles)}`)
