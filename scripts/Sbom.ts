/**
 * Prints the packages that the service runs with, with hashes and licences, as a CycloneDX document.
 * Usage: npm run --silent sbom
 */
import { join } from "node:path"
import process from "node:process"
import manifest from "../package.json" with { type: "json" }
import { type Document, withoutTools } from "./licences/Sbom.ts"
import type { Lock } from "./licences/ThirdParty.ts"

const root = join(import.meta.dir, "..")
const npm = Bun.spawnSync(["npm", "sbom", "--sbom-format=cyclonedx"], { cwd: root, stderr: "inherit" })
if (npm.exitCode === 0) {
  const lock = (await Bun.file(join(root, "package-lock.json")).json()) as Lock
  const document = JSON.parse(npm.stdout.toString()) as Document
  console.log(JSON.stringify(withoutTools(document, manifest.name, lock), null, 2))
}
process.exitCode = npm.exitCode
