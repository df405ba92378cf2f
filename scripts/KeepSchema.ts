import { Database } from "bun:sqlite"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import * as Repositories from "../adapters/storage/Repositories.ts"
import * as Sqlite from "../adapters/storage/sqlite/Sqlite.ts"
import { newCalculation, newImport, newProject, readyModel } from "../adapters/storage/testing/Work.ts"
import { version } from "../package.json"

/**
 * Writes a small database as this release makes it to adapters/storage/released, in SQL: every later release is tested
 * to bring it up to date. To be run once for each release, and before the first whenever a migration changes.
 */
const directory = mkdtempSync(join(tmpdir(), "plinth-schema-"))
const content = Effect.gen(function* () {
  const projectId = yield* newProject()
  const { modelId } = yield* readyModel(projectId, "Ready")
  yield* newCalculation(projectId, modelId)
  yield* newImport(projectId, "Waiting")
})
const storage = Repositories.layer.pipe(Layer.provideMerge(Sqlite.layer({ directory })))
await Effect.runPromise(Effect.provide(content, storage))

const db = new Database(join(directory, "plinth.sqlite"))
const quoted = (name: string) => `"${name}"`
const literal = (value: unknown): string =>
  value instanceof Uint8Array
    ? `x'${Buffer.from(value).toString("hex")}'`
    : typeof value === "string"
      ? `'${value.replaceAll("'", "''")}'`
      : String(value)
const objects = db
  .query<{ type: string; name: string; sql: string }, []>(
    "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type = 'table' DESC, rowid"
  )
  .all()
const lines = objects.filter(({ type }) => type === "table").map(({ sql }) => `${sql};`)
for (const { name, type } of objects) {
  if (type !== "table") continue
  for (const row of db.query<Record<string, unknown>, []>(`SELECT * FROM ${quoted(name)}`).all()) {
    lines.push(
      `INSERT INTO ${quoted(name)} (${Object.keys(row).map(quoted).join(", ")}) VALUES (${Object.values(row).map(literal).join(", ")});`
    )
  }
}
lines.push(...objects.filter(({ type }) => type !== "table").map(({ sql }) => `${sql};`))
db.close()
rmSync(directory, { recursive: true })
await Bun.write(join(import.meta.dir, `../adapters/storage/released/${version}.sql`), `${lines.join("\n")}\n`)
