import { Database } from "bun:sqlite"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Postgres from "../adapters/storage/postgres/Postgres.ts"
import * as Repositories from "../adapters/storage/Repositories.ts"
import * as Sqlite from "../adapters/storage/sqlite/Sqlite.ts"
import type * as Storages from "../adapters/storage/testing/Storages.ts"
import { newCalculation, newImport, newProject, readyModel } from "../adapters/storage/testing/Work.ts"
import { version } from "../package.json"
import { postgres, programs } from "./backends/Postgres.ts"
import { run } from "./backends/Server.ts"
import * as Schemas from "./release/Schemas.ts"
import * as Tags from "./release/Tags.ts"

/**
 * Writes a small database of this release to adapters/storage/released, as SQL for SQLite and for PostgreSQL. The
 * migrations of every later release are tested on it. Fails if the version is tagged.
 *
 * Usage: npm run release-keep
 */
await Tags.demandUntagged(import.meta.dir, version)
const directory = mkdtempSync(join(tmpdir(), "plinth-schema-"))
chmodSync(directory, 0o755)
const write = (engine: string, text: string) => Bun.write(join(Schemas.folder, engine, `${version}.sql`), text)
const content = Effect.gen(function* () {
  const projectId = yield* newProject()
  const { modelId } = yield* readyModel(projectId, "Ready")
  yield* newCalculation(projectId, modelId)
  yield* newImport(projectId, "Waiting")
})
const fill = (client: Storages.Client) =>
  Effect.runPromise(Effect.provide(content, Repositories.layer.pipe(Layer.provideMerge(client))))

await fill(Sqlite.layer({ directory }))
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
await write("sqlite", `${lines.join("\n")}\n`)

try {
  const { DATABASE_URL = "" } = await postgres.up(directory)
  await fill(Postgres.layer({ url: Redacted.make(DATABASE_URL), connections: 10 }))
  const dump = await run([
    join(await programs(), "pg_dump"),
    "--inserts",
    "--no-owner",
    "--no-privileges",
    DATABASE_URL
  ])
  // Removes commands of the terminal, and comments.
  await write("postgres", dump.replaceAll(/^(?:\\|--).*\n/gm, "").replaceAll(/\n{2,}/g, "\n"))
} finally {
  await postgres.down(directory)
  rmSync(directory, { recursive: true })
}
