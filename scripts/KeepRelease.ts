/**
 * Stores the files of the version of package.json with which later releases are compared: its OpenAPI document and a
 * small data folder. Fails if that version is tagged.
 *
 * Usage: npm run release-keep
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import manifest from "../package.json" with { type: "json" }
import * as OpenApi from "../src/http/openapi/OpenApi.ts"
import * as Data from "./release/Data.ts"
import * as Tags from "./release/Tags.ts"

await Tags.demandUntagged(import.meta.dir, manifest.version)
const folder = join(Data.releases, manifest.version)
mkdirSync(folder, { recursive: true })
await Bun.write(join(folder, "openapi.json"), `${JSON.stringify(OpenApi.make("http://localhost:8080"), null, 1)}\n`)
const scratch = mkdtempSync(join(tmpdir(), "plinth-release-"))
try {
  await Data.keep(scratch, join(folder, "data.tar.gz"))
} finally {
  rmSync(scratch, { recursive: true })
}
