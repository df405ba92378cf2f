/**
 * Checks deploy/gcp/*.tf against google-schema.json: names, types of literals, required and read-only attributes, and
 * numbers of blocks. Values, references and permissions are not checked.
 * Usage: npm run check:deploy
 */
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import process from "node:process"
import { type Block, faultsOf } from "./deploy/Schema.ts"

// The types of this package require those of a browser, which differ from those of Bun.
const { parse } = createRequire(import.meta.url)("@cdktf/hcl2json") as {
  readonly parse: (name: string, text: string) => Promise<unknown>
}

const folder = join(import.meta.dir, "../deploy/gcp")
const schema = JSON.parse(readFileSync(join(folder, "google-schema.json"), "utf8")) as Readonly<Record<string, Block>>

const faults: Array<string> = []
for (const file of readdirSync(folder).filter((name) => name.endsWith(".tf"))) {
  const text = readFileSync(join(folder, file), "utf8")
  if (/\t|[ ]+$|\n\n\n/m.test(text) || !text.endsWith("}\n"))
    faults.push(`${file}: tabs, blanks at ends, or empty lines`)
  const { resource = {} } = (await parse(file, text)) as {
    readonly resource?: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<unknown>>>>>
  }
  for (const [type, named] of Object.entries(resource)) {
    const block = schema[type]
    for (const [name, [body]] of Object.entries(named)) {
      const where = `${file}: ${type}.${name}`
      faults.push(...(block === undefined ? [`${where}: no such resource`] : faultsOf(block, body, where)))
    }
  }
}
if (Bun.which("tofu") === null) console.log("deploy/gcp: tofu is missing, its form is not checked by it")
else if (Bun.spawnSync(["tofu", "fmt", "-check", folder]).exitCode !== 0) faults.push("tofu fmt: not in its form")
for (const fault of faults) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1
