/* oxlint-disable no-restricted-imports -- the storage beneath its subject */
import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Repositories from "../../../adapters/storage/Repositories.ts"
import * as Folder from "../../../adapters/storage/testing/Folder.ts"
import { ada, newProject, readyModel } from "../../../adapters/storage/testing/Work.ts"
import { OperationQueue } from "../../ports/operations/OperationQueue.ts"
import { CheckRepository } from "../../ports/requirements/CheckRepository.ts"
import { RequirementsRepository } from "../../ports/requirements/RequirementsRepository.ts"
import { withLayer } from "../../testing/EffectTest.ts"
import { AutoChecks } from "./AutoChecks.ts"

const ports = Layer.merge(
  Repositories.layer.pipe(Layer.provideMerge(Folder.volatile("migrated"))),
  Layer.mock(OperationQueue, { wake: Effect.void })
)
const it = withLayer(Layer.provideMerge(AutoChecks.Default, ports))

it("a check that cannot be started delays no other, and is tried again after a pause", () => {
  let seconds = 0
  const clock: Clock.Clock = Object.assign(Clock.make(), {
    currentTimeNanos: Effect.sync(() => BigInt(seconds) * 1_000_000_000n)
  })
  const warnings: Array<unknown> = []
  const log = Logger.make(({ logLevel, message }) => {
    if (logLevel === LogLevel.Warning) warnings.push(message)
  })
  return Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const documents = yield* RequirementsRepository
    const checks = yield* CheckRepository
    const { startDue } = yield* AutoChecks
    const projectId = yield* newProject()
    const { modelId } = yield* readyModel(projectId)
    const ids: Array<number> = []
    for (const title of ["Broken", "Walls"]) {
      const { id } = yield* documents.create(projectId, {
        blob: `${title}.ids`,
        facts: { title, specifications: [], warnings: [] }
      })
      yield* documents.change(projectId, ada, id, { autoCheck: true })
      ids.push(id)
    }
    const [{ facts }] = (yield* sql`SELECT facts FROM requirements WHERE id = ${ids[0]!}`) as [{ facts: string }]
    const started = Effect.map(checks.list(modelId, ada, { page: 1, pageSize: 10 }), ({ items }) =>
      items.map(({ title }) => title)
    )
    yield* sql`UPDATE requirements SET facts = 'broken' WHERE id = ${ids[0]!}`
    for (seconds = 0; seconds < 30; seconds += 5) yield* startDue
    expect(yield* started).toEqual(["Walls"])
    // One try is immediate and one follows after ten seconds; the next one would follow twenty seconds later.
    expect(warnings.length).toBe(2)
    yield* sql`UPDATE requirements SET facts = ${facts} WHERE id = ${ids[0]!}`
    yield* startDue
    expect(yield* started).toEqual(["Broken", "Walls"])
  }).pipe(Effect.withClock(clock), Effect.provide(Logger.replace(Logger.defaultLogger, log)))
})
