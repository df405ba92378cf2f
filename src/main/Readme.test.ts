import { expect, test } from "bun:test"
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dir, "../..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
const readme = read("README.md")

/** The rows of the tables of variables in a document. */
const rowsOf = (text: string): ReadonlyArray<string> => text.match(/^\| (?:`[A-Z_]+`(?:, )?)+ \|.*$/gm) ?? []

const configuration = rowsOf(read("docs/configuration.md"))

/** The names in the first column of the tables of variables. */
const documented = configuration.flatMap((row) => [...row.split(" | ")[0]!.matchAll(/[A-Z_]+/g)].map(([name]) => name))

/** The names that the files which read the environment ask for. */
const readers = [
  "adapters/Adapters.ts",
  "adapters/auth/OidcSettings.ts",
  "adapters/queue/kafka/Configuration.ts",
  "adapters/tracing/Configuration.ts",
  "src/main/Configuration.ts"
]
const asked = readers.flatMap((file) => [...read(file).matchAll(/"([A-Z][A-Z_]+)"/g)].map(([, name]) => name!))

test("docs/configuration.md lists exactly the variables that the service reads, each once", () => {
  expect([...new Set(asked)].toSorted()).toEqual(documented.toSorted())
})

test("the README has six rows of docs/configuration.md, word for word", () => {
  const rows = rowsOf(readme)
  expect(rows).toHaveLength(6)
  expect(rows.filter((row) => !configuration.includes(row))).toEqual([])
})

test("the README has at most 8,192 bytes", () => {
  expect(statSync(join(root, "README.md")).size).toBeLessThanOrEqual(8192)
})

/** Returns the names of variables that a file in deploy/ sets for the service. */
const setIn: Readonly<Record<string, (text: string) => ReadonlyArray<string>>> = {
  "compose.yaml": (text) => variablesOfServices(text, ["plinth"]),
  "compose.full.yaml": (text) => variablesOfServices(text, ["api", "worker"]),
  "gcp/main.tf": (text) => [...text.matchAll(/^ +([A-Z][A-Z_]+) += /gm)].map(([, name]) => name!),
  "gcp/run.tf": (text) => [...text.matchAll(/name += "([A-Z][A-Z_]+)"|\{ ([A-Z_]+) = /g)].map(([, a, b]) => a ?? b!)
}

const variablesOfServices = (text: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { services } = Bun.YAML.parse(text) as {
    readonly services: Readonly<Record<string, { readonly environment: Readonly<Record<string, unknown>> }>>
  }
  return names.flatMap((name) => Object.keys(services[name]!.environment))
}

test.each(Object.entries(setIn))("docs/configuration.md has every variable that deploy/%s sets", (file, namesIn) => {
  const names = namesIn(read(`deploy/${file}`))
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !documented.includes(name))).toEqual([])
})

test.skipIf(Bun.which("systemd-analyze") === null)(
  "systemd accepts the unit in deploy/, whose variables are documented (needs systemd-analyze)",
  () => {
    const unit = join(root, "deploy/plinth.service")
    const { stderr } = Bun.spawnSync(["systemd-analyze", "verify", unit], { stdout: "ignore", stderr: "pipe" })
    // The program also reports faults of the machine's own units.
    const lines = stderr.toString().split("\n")
    expect(lines.filter((line) => line.includes("plinth.service"))).toEqual([])
    const set = [...read("deploy/plinth.service").matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) =>
      line!.split(" ")
    )
    const known = new Set(["HOME", ...documented])
    expect(set.map((one) => one.split("=")[0]!).filter((name) => !known.has(name))).toEqual([])
  }
)
