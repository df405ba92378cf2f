/**
 * Checks a release: version and changelog agree, the changelog names every breaking change of the interface since the
 * last release, and the data of every earlier release can be migrated. With `--tag` the changelog may have
 * no unreleased entries, and what is kept of the version must match this state.
 * Usage: npm run release-check [-- --tag]
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { migrations } from "../adapters/storage/migrations/Migrations.ts"
import manifest from "../package.json" with { type: "json" }
import * as OpenApi from "../src/http/openapi/OpenApi.ts"
import { goProgram } from "./backends/GoProgram.ts"
import * as Report from "./chaos/Report.ts"
import { run } from "./export/Child.ts"
import * as Changelog from "./release/Changelog.ts"
import * as Data from "./release/Data.ts"
import * as Schemas from "./release/Schemas.ts"
import * as Tags from "./release/Tags.ts"

const [comparer, comparerVersion] = ["github.com/oasdiff/oasdiff", "v1.32.0"] as const
/** The most bytes of the stored data of a release. */
const largestData = 500_000

const report = Report.make()
const scratch = mkdtempSync(join(tmpdir(), "plinth-release-"))
const versions = readdirSync(Data.releases).toSorted(Bun.semver.order)
const sections = Changelog.sections(readFileSync(join(import.meta.dir, "../CHANGELOG.md"), "utf8"))

const attempt = async (name: string, value: string, work: () => Promise<ReadonlyArray<string>>): Promise<void> => {
  let faults: ReadonlyArray<string>
  try {
    faults = await work()
  } catch (error) {
    faults = [error instanceof Error ? error.message : String(error)]
  }
  report.check(name, value, faults.length === 0)
  for (const fault of faults) report.fault(fault)
}

const document = OpenApi.make("http://localhost:8080")

/** Returns the files of a release that are missing or differ from the current state. */
const keptFaults = async (): Promise<ReadonlyArray<string>> => {
  const name = `releases/${manifest.version}`
  const kept = Bun.file(join(Data.releases, manifest.version, "openapi.json"))
  const faults = [...Schemas.faults(Schemas.folder, manifest.version, Object.keys(migrations))]
  if (!(await kept.exists())) faults.push(`${name} is not there`)
  else if (!Bun.deepEquals(await kept.json(), JSON.parse(JSON.stringify(document)))) {
    faults.push(`${name}/openapi.json is of another state`)
  }
  if (faults.length === 0) return []
  const isReleased = await Tags.isTagged(import.meta.dir, manifest.version)
  const cure = isReleased
    ? "it is released: what changed since belongs to ## Unreleased of CHANGELOG.md, or to the next version"
    : "npm run release-keep"
  return faults.map((fault) => `${fault}: ${cure}`)
}

try {
  await attempt("version and changelog", manifest.version, async () =>
    Changelog.faults(sections, manifest.version, process.argv.includes("--tag"))
  )
  // A version that is about to be released may already have its own document.
  const isOpen = sections[0]?.version === null
  if (!isOpen) await attempt("what the release publishes", manifest.version, keptFaults)
  const last = versions.findLast((version) => isOpen || version !== manifest.version) ?? versions.at(-1)
  await attempt("breaking changes since", last ?? "nothing is kept: npm run release-keep", async () => {
    if (last === undefined) return ["no release is kept"]
    const now = join(scratch, "openapi.json")
    await Bun.write(now, JSON.stringify(document))
    const before = join(Data.releases, last, "openapi.json")
    const { code, text } = await run([
      await goProgram(comparer, comparerVersion),
      "breaking",
      before,
      now,
      "--format",
      "json"
    ])
    if (code !== 0) return [text]
    const since = sections.filter(({ version }) => version === null || Bun.semver.order(version, last) > 0)
    const changes = JSON.parse(text === "" ? "[]" : text) as ReadonlyArray<Changelog.Breaking>
    return Changelog.unnamed(changes, since.map((one) => one.text).join("\n")).map(
      ({ operation, path, text }) => `CHANGELOG.md does not name: ${operation ?? ""} ${path ?? ""} ${text}`
    )
  })
  for (const version of versions) {
    const file = join(Data.releases, version, "data.tar.gz")
    await attempt("its data is taken over, read and edited", version, async () => {
      await Data.upgrade(scratch, file)
      return statSync(file).size > largestData ? [`${file} is larger than ${largestData} bytes`] : []
    })
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
  report.end()
}
