/**
 * Imports the sample model anew: writes `table.bin`, `table.parquet`, `shared.jsonl` and `report.json` beside
 * `src/main/sample/SampleBuilding.ifc`. Wanted after each change of that file, of the import or of the table's layout.
 *
 * Usage:  bun run scripts/BuildSample.ts
 *         Files that would say the same are left as they are; JSON that is new wants `npm run format` afterwards.
 */
import { join } from "node:path"
import * as SampleFiles from "../src/main/sample/SampleFiles.ts"

for (const [name, bytes] of await SampleFiles.make()) {
  const kept = await SampleFiles.isKept(name, bytes)
  if (!kept) await Bun.write(join(SampleFiles.folder, name), bytes)
  console.log(`${name}: ${kept ? "as it was" : `${bytes.length} bytes written`}`)
}
