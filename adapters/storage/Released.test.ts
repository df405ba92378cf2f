import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { Client } from "pg"
import type { ProjectId } from "../../src/domain/Identifier.ts"
import { effect } from "../../src/testing/EffectTest.ts"
import { ModelRepository } from "../../src/ports/models/ModelRepository.ts"
import { OperationRepository } from "../../src/ports/operations/OperationRepository.ts"
import { ProjectRepository } from "../../src/ports/projects/ProjectRepository.ts"
import * as Postgres from "./postgres/Postgres.ts"
import * as Repositories from "./Repositories.ts"
import * as Sqlite from "./sqlite/Sqlite.ts"
import * as OwnDatabase from "./testing/OwnDatabase.ts"
import type * as Storages from "./testing/Storages.ts"
import { ada, claimed, outcomeOf, readyModel, whole } from "./testing/Work.ts"

const released = join(import.meta.dir, "released")
const releases = join(import.meta.dir, "../../releases")
const textOf = (engine: string, file: string) => readFileSync(join(released, engine, file), "utf8")

/** Checks the rows that scripts/KeepSchema.ts has stored. The database `early` is older than the first release. */
const content = Effect.gen(function* () {
  const projects = yield* ProjectRepository
  const models = yield* ModelRepository
  const operations = yield* OperationRepository
  const [project] = yield* whole(projects.list(ada))
  const projectId: ProjectId = project!.id
  expect((yield* whole(models.list(projectId, ada))).map(({ name }) => name)).toEqual(["Ready"])
  const waiting = yield* claimed("worker", ["long"])
  expect(yield* operations.finishImport(waiting, outcomeOf("waiting"), "reports/waiting")).toBe(true)
  expect(yield* operations.finish(yield* claimed("worker", ["short"]), "results/1", null)).toBe(true)
  yield* readyModel(projectId, "New")
  expect((yield* whole(models.list(projectId, ada))).map(({ name }) => name).sort()).toEqual([
    "New",
    "Ready",
    "Waiting"
  ])
  yield* projects.remove(projectId)
})

const sqliteOf = (file: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const directory = mkdtempSync(join(tmpdir(), "plinth-released-"))
      const db = new Database(join(directory, "plinth.sqlite"), { create: true })
      db.run(textOf("sqlite", file))
      db.close()
      return directory
    }),
    (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
  ).pipe(Effect.map((directory) => Sqlite.layer({ directory })))

const postgresOf = (server: string) => (file: string) =>
  Effect.acquireRelease(
    Effect.promise(() => OwnDatabase.make(server)),
    ({ drop }) => Effect.promise(drop)
  ).pipe(
    Effect.tap(({ url }) =>
      Effect.promise(async () => {
        const client = new Client({ connectionString: url })
        await client.connect()
        await client.query(textOf("postgres", file))
        await client.end()
      })
    ),
    Effect.map(({ url }) => Postgres.layer({ url: Redacted.make(url), connections: 10 }))
  )

const over = (
  engine: string,
  storageOf: (file: string) => Effect.Effect<Storages.Client, never, Scope.Scope>
): void => {
  for (const file of readdirSync(join(released, engine))) {
    effect(`a database of release ${file.replace(".sql", "")} in ${engine} is migrated and works`, () =>
      Effect.flatMap(storageOf(file), (client) =>
        Effect.provide(content, Repositories.layer.pipe(Layer.provideMerge(client)))
      )
    )
  }
}

test.each(["sqlite", "postgres"])("every release is kept in %s", (engine) => {
  const kept = readdirSync(releases).map((version) => `${version}.sql`)
  expect(readdirSync(join(released, engine))).toEqual(expect.arrayContaining(kept))
})
over("sqlite", sqliteOf)
if (OwnDatabase.serverUrl !== undefined) over("postgres", postgresOf(OwnDatabase.serverUrl))
else test.skip("a database of a release in postgres (TEST_DATABASE_URL names no PostgreSQL)", () => {})
