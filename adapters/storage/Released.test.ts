import { Database } from "bun:sqlite"
import { expect } from "bun:test"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import type { ProjectId } from "../../src/domain/Identifier.ts"
import { effect } from "../../src/testing/EffectTest.ts"
import { ModelRepository } from "../../src/ports/ModelRepository.ts"
import { OperationRepository } from "../../src/ports/OperationRepository.ts"
import { ProjectRepository } from "../../src/ports/ProjectRepository.ts"
import * as Repositories from "./Repositories.ts"
import * as Sqlite from "./sqlite/Sqlite.ts"
import { ada, claimed, outcomeOf, readyModel, whole } from "./testing/Work.ts"

const released = join(import.meta.dir, "released")

const folderOf = (file: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const directory = mkdtempSync(join(tmpdir(), "plinth-released-"))
      const db = new Database(join(directory, "plinth.sqlite"), { create: true })
      db.run(readFileSync(join(released, file), "utf8"))
      db.close()
      return directory
    }),
    (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
  )

/** What scripts/KeepSchema.ts has put there. */
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

for (const file of readdirSync(released)) {
  effect(`a folder of release ${file.replace(".sql", "")} is brought up to date and goes on`, () =>
    Effect.gen(function* () {
      const directory = yield* folderOf(file)
      const storage = Repositories.layer.pipe(Layer.provideMerge(Sqlite.layer({ directory })))
      yield* Effect.provide(content, storage)
    })
  )
}
