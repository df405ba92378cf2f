/**
 * Runs examples/ against a service of its own: the client in TypeScript, Python with requests, curl. All print the same
 * lines and write the same table and a file with what was published.
 * Usage: npm run test:examples
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"
import * as Report from "./chaos/Report.ts"
import { run } from "./export/Child.ts"

const root = join(import.meta.dir, "..")
const house = join(root, "spec-tests/fixtures/house.ifc")
const requirement = "requests==2.32.5"
const lines = ["3 walls", "13 products measured", "published", "exported"].join("\n")
const report = Report.make()
const scratch = mkdtempSync(join(tmpdir(), "plinth-examples-"))

/** A Python that has requests: made in the scratch folder, with the venv of python3 or with uv. */
const python = async (): Promise<string> => {
  const folder = join(scratch, "venv")
  const program = join(folder, "bin/python")
  const recipes = [
    [
      ["python3", "-m", "venv", folder],
      [program, "-m", "pip", "install", "--quiet", requirement]
    ],
    [
      ["uv", "venv", "--quiet", "--clear", folder],
      ["uv", "pip", "install", "--quiet", "--python", program, requirement]
    ]
  ]
  const said: Array<string> = []
  for (const recipe of recipes) {
    if (Bun.which(recipe[0]![0]!) === null) continue
    let isMade = true
    for (const command of recipe) {
      const { code, text } = isMade ? await run(command) : { code: 0, text: "" }
      if (code !== 0) isMade = false
      if (code !== 0) said.push(text)
    }
    if (isMade) return program
  }
  throw new Error(`no Python with ${requirement}: ${said.join("\n")}`)
}

const examples: Readonly<Record<string, () => Promise<ReadonlyArray<string>>>> = {
  TypeScript: async () => ["sh", join(root, "scripts/run.sh"), "examples/takeoff.ts"],
  Python: async () => [await python(), join(root, "examples/takeoff.py")],
  curl: async () => ["bash", join(root, "examples/takeoff.sh")]
}

const service = await ServiceProcess.start()
try {
  const environment = { PLINTH_URL: service.url, PLINTH_TOKEN: await service.token("ada") }
  const tables = new Set<string>()
  for (const [name, commandOf] of Object.entries(examples)) {
    const folder = join(scratch, name)
    const startedAt = performance.now()
    try {
      const { code, text } = await run([...(await commandOf()), house, folder], environment)
      const file = (of: string) => (existsSync(join(folder, of)) ? readFileSync(join(folder, of), "utf8") : "")
      tables.add(file("quantities.csv"))
      const isRated = file("exported.ifc").includes("'REI 90'")
      const holds = code === 0 && text === lines && isRated && file("quantities.csv").split("\n").length === 15
      report.check(name, Report.seconds(performance.now() - startedAt), holds)
      if (!holds) report.fault(`exit ${code}: ${text}\n${file("quantities.csv")}`)
    } catch (error) {
      report.check(name, "did not run", false)
      report.fault(error instanceof Error ? error.message : String(error))
    }
  }
  report.check("tables that differ", tables.size - 1, tables.size === 1)
} finally {
  await service.stop()
  rmSync(scratch, { recursive: true, force: true })
  report.end()
}
