import { afterAll, expect, test } from "bun:test"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Schemas from "./Schemas.ts"

const folder = mkdtempSync(join(tmpdir(), "plinth-schemas-"))
afterAll(() => rmSync(folder, { recursive: true }))
for (const [engine, names] of [
  ["sqlite", "('0001_a', 1), ('0002_b', 2)"],
  ["postgres", "('0001_a', 1)"]
] as const) {
  mkdirSync(join(folder, engine))
  writeFileSync(join(folder, engine, "1.2.0.sql"), `INSERT INTO migrations VALUES ${names};\n`)
}

test.each([
  ["1.2.0", ["0001_a"], []],
  ["1.2.0", ["0001_a", "0002_b"], ["the postgres database of 1.2.0 lacks 0002_b"]],
  ["1.3.0", [], ["the sqlite database of 1.3.0 is not there", "the postgres database of 1.3.0 is not there"]]
])("what is missing of the databases of %s with %j", (version, migrations, faults) => {
  expect(Schemas.faults(folder, version, migrations)).toEqual([...faults])
})
