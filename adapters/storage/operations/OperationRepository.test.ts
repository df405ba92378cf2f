import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withLayer } from "../../../src/testing/EffectTest.ts"
import { Broadcast } from "../../../src/ports/Broadcast.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { OperationRepository } from "../../../src/ports/operations/OperationRepository.ts"
import { recorded, slowSteps } from "../testing/Statements.ts"
import * as Storage from "../testing/Storage.ts"
import { overStorages } from "../testing/Storages.ts"
import { cancelled, claimed, claimedBy, leaseMillis, newCalculation, newProject } from "../testing/Work.ts"

/** 10,000 waiting operations of two projects and a hundred users, in both lanes. */
const crowd = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const projects = [yield* newProject(), yield* newProject()]
  for (const projectId of projects) {
    const { id } = yield* newCalculation(projectId)
    yield* sql`INSERT INTO operations (id, kind, lane, turn, project_turn, status, project_id, model_id, started_by, command,
        input_blob, run_after, created_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
      SELECT substr(o.id, 1, 24) || substr(CAST(1000000000000 + n AS TEXT), 2), o.kind,
        CASE WHEN n % 2 = 0 THEN 'long' ELSE 'short' END, (n - 1) / 50, (n - 1) / 50, 'Queued', o.project_id, n,
        substr(o.id, 1, 8) || CAST(n % 50 AS TEXT), o.command, o.input_blob, o.run_after, o.created_at
      FROM operations o, numbers WHERE o.id = ${id}`
  }
  yield* sql`ANALYZE`
  return projects
})

withLayer(Storage.layer)(
  "to take, start, renew, end and give back one of 10,000 operations, no statement reads them all",
  () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const garbage = yield* GarbageRepository
      const [projectId] = yield* crowd
      const work = Effect.gen(function* () {
        const claim = yield* claimed()
        yield* operations.renew(claim, 5, leaseMillis)
        yield* operations.release(claim, 0, false)
        yield* operations.finish(yield* claimed(), "results/1", null)
        yield* operations.fail(yield* claimed(), { error: "Internal", errorDetails: "" }, null)
        yield* claimed()
        yield* operations.releaseAllOf("worker")
        const { id } = yield* newCalculation(projectId!)
        yield* operations.find(id)
        yield* operations.claim("worker", ["short"], leaseMillis, 10, id)
        yield* operations.resultAsked(id)
        yield* operations.cancel(id, cancelled, null)
        yield* garbage.unreferenced(["a", "b"])
      })
      const { texts } = yield* recorded(Effect.provideService(work, Broadcast, { isOn: true }))
      expect(texts.length).toBeGreaterThan(20)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE operations SET interruptions = 2 WHERE sequence = 100`
      const besideWorn = yield* recorded(
        Effect.all(["other", "other", "third"].map((owner) => claimedBy(owner, ["long", "short"])))
      )
      texts.push(...besideWorn.texts)
      const steps = yield* slowSteps(texts)
      // These indexes contain only running operations: one for each worker, and those of crashed workers.
      const isShort = (step: string) => /^SCAN operations USING INDEX operations_(?:running|alone)/.test(step)
      expect(steps.filter((step) => !isShort(step))).toEqual([])
    })
)

overStorages((it) => {
  it("10,000 waiting operations are claimed one after the other, in turns of fifty users", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      yield* crowd
      const order: Array<string> = []
      for (let i = 0; i < 200; i++) {
        const claim = Option.getOrThrow(yield* claimedBy("worker", ["long"]))
        order.push(claim.startedBy)
        yield* operations.finish(claim, "results/1", null)
      }
      for (let i = 0; i < order.length; i += 50) expect(new Set(order.slice(i, i + 50)).size).toBe(50)
    }))
})
