import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"
import * as Report from "./chaos/Report.ts"
import { stories } from "./stories/All.ts"
import type { Target } from "./stories/Story.ts"

const usage = `usage: npm run test:stories -- [--base-url URL --token TOKEN] [STORY …]

Uses a service the ways that the documents show, each a story: ${stories.map(({ name }) => name).join(", ")}.
Without names it runs all of them, one after the other, and ends with "N passed, N failed". A story whose programs are not
installed fails and says which one is missing.

  --base-url, --token  run them against a service that runs already, as the user of the token; without these they run
                       against a service that is started and ended. The projects of the README and of examples/ stay.`

const { positionals, values } = parseArgs({
  options: { "base-url": { type: "string" }, token: { type: "string" }, help: { type: "boolean" } },
  allowPositionals: true
})
const { "base-url": baseUrl, token } = values
const isKnown = positionals.every((word) => stories.some(({ name }) => name === word))
if (values.help === true || !isKnown || (baseUrl === undefined) !== (token === undefined)) {
  console.log(usage)
  process.exit(values.help === true ? 0 : 2)
}
const chosen = stories.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

const report = Report.make()
const scratch = mkdtempSync(join(tmpdir(), "plinth-stories-"))
const service = baseUrl === undefined ? await ServiceProcess.start() : null
try {
  const target: Omit<Target, "scratch"> =
    service === null
      ? { url: baseUrl!.replace(/\/$/, ""), token: token! }
      : { url: service.url, token: await service.token("ada"), dataDirectory: service.directory }
  for (const { name, run } of chosen) {
    const folder = join(scratch, name)
    mkdirSync(folder)
    const startedAt = performance.now()
    try {
      await run({ ...target, scratch: folder })
      report.check(name, Report.seconds(performance.now() - startedAt), true)
    } catch (error) {
      report.check(name, error instanceof Error ? error.message : String(error), false)
    }
  }
} finally {
  await service?.stop()
  rmSync(scratch, { recursive: true, force: true })
  report.end()
}
