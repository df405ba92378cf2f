import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import type { OperationId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { Caller } from "../../../src/ports/Caller.ts"
import { MemberRepository } from "../../../src/ports/projects/MemberRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { OperationRepository } from "../../../src/ports/operations/OperationRepository.ts"
import { OutboxRepository } from "../../../src/ports/operations/OutboxRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { volume } from "../../../src/testing/Volume.ts"
import { hashOf } from "../history/Audit.ts"
import { entriesOf } from "../testing/Entries.ts"
import type { It, Services } from "../testing/Storages.ts"
import {
  ada,
  bert,
  cancelled,
  claimed,
  claimedBy,
  later,
  leaseMillis,
  newCalculation,
  newImport,
  newProject,
  outcomeOf,
  readyModel,
  rowOf,
  whole
} from "../testing/Work.ts"

const found = (operationId: OperationId) =>
  Effect.flatMap(OperationRepository, (operations) => Effect.map(operations.find(operationId), Option.getOrThrow))

/** Operations, their claims, the audit and the outbox, as every storage keeps them. */
export const operationsContract = (it: It<Services>): void => {
  it("an operation goes from Queued to InProgress to Ready, and stays there", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const started = yield* newCalculation(yield* newProject())
      expect(started).toMatchObject({ status: "Queued", percentageCompleted: 0, startedBy: ada, result: null })
      expect(yield* found(started.id)).toEqual(started)
      const claim = yield* claimed()
      expect(claim).toMatchObject({ operationId: started.id, attempt: 1, interruptions: 0, token: 1 })
      expect(yield* operations.renew(claim, 40, leaseMillis)).toBe(true)
      expect(yield* operations.renew(claim, 20, leaseMillis)).toBe(true)
      expect(yield* found(started.id)).toMatchObject({ status: "InProgress", percentageCompleted: 40 })
      expect(yield* operations.finish(claim, "results/1", "reports/1")).toBe(true)
      const ready = { status: "Ready", percentageCompleted: 100, result: "results/1", report: "reports/1" }
      expect(yield* found(started.id)).toMatchObject(ready)
      expect(yield* operations.finish(claim, "results/2", null)).toBe(false)
      expect(yield* operations.fail(claim, { error: "Internal", errorDetails: "" }, null)).toBe(false)
      yield* operations.cancel(started.id, cancelled, null)
      expect(yield* found(started.id)).toMatchObject(ready)
      expect(yield* operations.find(crypto.randomUUID() as OperationId)).toEqual(Option.none())
    }))

  it("an operation and its messages keep the trace of their request", () =>
    Effect.gen(function* () {
      const outbox = yield* OutboxRepository
      const projectId = yield* newProject()
      yield* newCalculation(projectId)
      const span = Tracer.externalSpan({ traceId: "a".repeat(32), spanId: "b".repeat(16), sampled: true })
      yield* Effect.provideService(newCalculation(projectId), Tracer.ParentSpan, span)
      const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`
      const sent: Array<unknown> = []
      yield* outbox.relay(10, (messages) => Effect.sync(() => sent.push(...messages.map((one) => one.traceparent))))
      expect(sent).toEqual([null, traceparent])
      expect([(yield* claimed()).traceparent, (yield* claimed()).traceparent]).toEqual([null, traceparent])
    }))

  it("an import makes its model Ready in one step, and a failed one leaves no model", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const models = yield* ModelRepository
      const projectId = yield* newProject()
      const good = yield* newImport(projectId, "Good")
      const bad = yield* newImport(projectId, "Bad")
      expect(yield* whole(models.list(projectId, ada))).toEqual([])
      const claim = yield* claimed()
      expect(claim.operationId).toBe(good.operationId)
      expect(yield* operations.finishImport(claim, outcomeOf("good"), "reports/good")).toBe(true)
      expect(yield* operations.finishImport(claim, outcomeOf("again"), "reports/again")).toBe(false)
      const reason = { error: "InvalidModelFile", errorDetails: "Line 3: no entity" }
      expect(yield* operations.fail(yield* claimed(), reason, "reports/bad")).toBe(true)
      expect(yield* found(bad.operationId)).toMatchObject({ status: "Failed", ...reason, report: "reports/bad" })
      const listed = yield* whole(models.list(projectId, ada))
      expect(listed.map((model) => [model.name, model.table, model.tags])).toEqual([
        ["Good", "tables/good", ["A", "B"]]
      ])
    }))

  it("if two workers claim at once, one of them gets the operation, in every round", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      for (let round = 0; round < volume(40, 200); round++) {
        yield* newCalculation(projectId)
        const claims = yield* Effect.forEach(["a", "b"], (owner) => claimedBy(owner, ["long", "short"]), {
          concurrency: "unbounded"
        })
        const won = claims.flatMap(Option.toArray)
        expect(won).toHaveLength(1)
        expect(yield* operations.finish(won[0]!, "results/1", null)).toBe(true)
      }
    }))

  it("a worker that lost its lease can write nothing", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const models = yield* ModelRepository
      const projectId = yield* newProject()
      const { operationId } = yield* newImport(projectId)
      const old = yield* claimed("stopped")
      expect(yield* claimedBy("other", ["long"])).toEqual(Option.none())
      yield* later(leaseMillis + 1)
      const fresh = yield* claimed("other")
      expect(fresh).toMatchObject({ operationId, token: old.token + 1, attempt: 1, interruptions: 1 })
      const late = [
        operations.renew(old, 90, leaseMillis),
        operations.release(old, 0, true),
        operations.release(old, 0, false),
        operations.fail(old, { error: "Internal", errorDetails: "late" }, null),
        operations.finish(old, "results/late", null),
        operations.finishImport(old, outcomeOf("late"), "reports/late")
      ]
      for (const write of late) expect(yield* write).toBe(false)
      expect(yield* found(operationId)).toMatchObject({ status: "InProgress", percentageCompleted: 0 })
      expect(yield* whole(models.list(projectId, ada))).toEqual([])
      expect(yield* operations.finishImport(fresh, outcomeOf("right"), "reports/right")).toBe(true)
      expect((yield* whole(models.list(projectId, ada))).map(({ table }) => table)).toEqual(["tables/right"])
    }))

  it("its former owner takes over an expired operation, even above the limit of one user", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      const { operationId } = yield* newImport(projectId, "Left")
      const waiting = yield* newImport(projectId, "Waiting")
      const left = yield* claimed("one")
      expect(yield* claimedBy("one", ["long"], 1)).toEqual(Option.none())
      yield* later(leaseMillis + 1)
      const again = Option.getOrThrow(yield* claimedBy("one", ["long"], 1))
      expect(again).toMatchObject({ operationId, token: left.token + 1, interruptions: 1 })
      expect(yield* claimedBy("one", ["long"], 1)).toEqual(Option.none())
      expect(yield* operations.finishImport(again, outcomeOf("left"), "reports/left")).toBe(true)
      const next = Option.getOrThrow(yield* claimedBy("one", ["long"], 1))
      expect(next.operationId).toBe(waiting.operationId)
    }))

  it("a renewed lease holds", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      yield* newCalculation(yield* newProject())
      const claim = yield* claimed()
      yield* later(leaseMillis - 1000)
      expect(yield* operations.renew(claim, 0, leaseMillis)).toBe(true)
      yield* later(leaseMillis - 1000)
      expect(yield* claimedBy("other", ["short"])).toEqual(Option.none())
    }))

  it("tries are counted, postponed ones and stops are not, and the next try follows a pause", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const { id } = yield* newCalculation(yield* newProject())
      expect(yield* operations.release(yield* claimed(), 0, true)).toBe(true)
      expect(yield* claimed()).toMatchObject({ attempt: 2, interruptions: 0, postponements: 0 })
      expect(yield* operations.releaseAllOf("worker")).toBe(1)
      expect(yield* found(id)).toMatchObject({ status: "Queued" })
      const third = yield* claimed()
      expect(third).toMatchObject({ attempt: 2, interruptions: 0, postponements: 0, token: 3 })
      yield* operations.release(third, 5000, false)
      expect(yield* claimedBy("worker", ["short"])).toEqual(Option.none())
      yield* later(5000)
      expect(yield* claimed()).toMatchObject({ attempt: 2, interruptions: 0, postponements: 1, token: 4 })
    }))

  it("stopping a service returns its own work; starting on a folder returns all work", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      for (const owner of ["a", "b", "b"]) {
        yield* newCalculation(projectId)
        yield* claimed(owner)
      }
      expect(yield* operations.releaseAllOf("b")).toBe(2)
      expect(yield* operations.takeUp).toBe(1)
      expect(yield* operations.takeUp).toBe(0)
    }))

  it("crashes of the service are counted and are no tries; stops are neither", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const { operationId } = yield* newImport(yield* newProject())
      for (let i = 0; i < 12; i++) {
        expect(yield* claimed()).toMatchObject({ attempt: 1, interruptions: i })
        expect(yield* operations.takeUp).toBe(1)
      }
      for (let i = 0; i < 3; i++) {
        expect(yield* claimed()).toMatchObject({ attempt: 1, interruptions: 12 })
        expect(yield* operations.releaseAllOf("worker")).toBe(1)
      }
      expect(yield* rowOf(operationId)).toMatchObject({ status: "Queued", attempt: 0, interruptions: 12 })
    }))

  it("a worker that vanishes is an interruption when its lease expires", () =>
    Effect.gen(function* () {
      yield* newCalculation(yield* newProject())
      for (let i = 0; i < 12; i++) {
        expect(yield* claimed(`worker ${i}`)).toMatchObject({ attempt: 1, interruptions: i })
        yield* later(leaseMillis + 1)
      }
    }))

  it("an operation in progress at two crashes runs alone: nothing else runs or starts until it has ended", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      const [first, second] = [yield* newCalculation(projectId), yield* newCalculation(projectId)]
      const both = () => Effect.all([claimed(), claimed()])
      yield* both()
      yield* operations.takeUp
      // A single interruption has no consequence: both run again together.
      const [running] = yield* both()
      yield* operations.takeUp
      const other = yield* newImport(yield* newProject(bert), "Model", bert)
      const alone = yield* claimed()
      expect(alone).toMatchObject({ operationId: first.id, interruptions: 2, token: running.token + 1 })
      expect(yield* claimedBy("worker", ["long", "short"])).toEqual(Option.none())
      // The worker waits for an operation that runs alone even if it does not accept operations of that lane.
      expect(yield* claimedBy("other", ["long"])).toEqual(Option.none())
      expect(yield* claimedBy("other", ["long", "short"])).toEqual(Option.none())
      yield* operations.finish(alone, "results/1", null)
      const next = yield* claimed("other")
      expect(next.operationId).toBe(second.id)
      expect(yield* claimedBy("third", ["long", "short"])).toEqual(Option.none())
      // An operation that is held back after a failure lets others go on; when it is due, it waits for an idle worker.
      yield* operations.release(next, 5000, true)
      const between = yield* claimed()
      expect(between.operationId).toBe(other.operationId)
      yield* later(5000)
      yield* operations.renew(between, 0, leaseMillis)
      expect(yield* claimedBy("worker", ["long", "short"])).toEqual(Option.none())
      yield* operations.finishImport(between, outcomeOf("1"), "reports/1")
      const again = yield* claimed()
      expect(again.operationId).toBe(second.id)
      yield* operations.finish(again, "results/2", null)
      expect(yield* claimedBy("worker", ["long", "short"])).toEqual(Option.none())
    }))

  it("an operation whose lease expired twice is taken over by an idle worker, and nothing starts before", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      const { id } = yield* newCalculation(projectId)
      yield* claimed("a")
      yield* later(leaseMillis + 1)
      yield* claimed("b")
      yield* newCalculation(projectId)
      const beside = yield* claimed("c")
      yield* newCalculation(projectId)
      yield* later(leaseMillis + 1)
      yield* operations.renew(beside, 0, leaseMillis)
      expect(yield* claimedBy("c", ["short"])).toEqual(Option.none())
      expect(yield* claimed("d")).toMatchObject({ operationId: id, interruptions: 2 })
      expect(yield* claimedBy("e", ["short"])).toEqual(Option.none())
    }))

  it("other expired work continues on another worker while an operation runs alone, whether its worker lives or not", () =>
    Effect.gen(function* () {
      const projectId = yield* newProject()
      const worn = yield* newCalculation(projectId)
      yield* claimed("a")
      yield* later(leaseMillis + 1)
      yield* claimed("b")
      const [left, before] = [yield* newCalculation(projectId), yield* newCalculation(projectId)]
      yield* claimed("c")
      yield* claimed("d")
      yield* newCalculation(projectId)
      yield* later(leaseMillis + 1)
      // An idle worker takes these before operations that run alone, which could otherwise hold them up without end.
      expect(yield* claimed("e")).toMatchObject({ operationId: left.id, interruptions: 1 })
      expect(yield* claimed("f")).toMatchObject({ operationId: before.id, interruptions: 1 })
      expect(yield* claimed("g")).toMatchObject({ operationId: worn.id, interruptions: 2 })
      expect(yield* claimedBy("g", ["short"])).toEqual(Option.none())
      expect(yield* claimedBy("h", ["short"])).toEqual(Option.none())
    }))

  it("work that expires while an operation runs alone is taken by another worker", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      yield* newCalculation(projectId)
      yield* claimed("a")
      yield* later(leaseMillis + 1)
      yield* claimed("b")
      const left = yield* newCalculation(projectId)
      yield* claimed("c")
      yield* later(leaseMillis + 1)
      expect(yield* claimed("d")).toMatchObject({ operationId: left.id })
      const alone = yield* claimed("e")
      expect(alone.interruptions).toBe(2)
      yield* later(leaseMillis / 2)
      yield* operations.renew(alone, 0, leaseMillis)
      yield* later(leaseMillis / 2 + 1)
      // The lease of d has run out a second time, so its operation runs alone as well, after the other one.
      for (const owner of ["e", "f"]) expect(yield* claimedBy(owner, ["short"])).toEqual(Option.none())
      yield* operations.finish(alone, "results/1", null)
      expect(yield* claimed("f")).toMatchObject({ operationId: left.id, interruptions: 2 })
    }))

  it("users take turns: the waiting operations of one do not delay another's, in any projects", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const busy = yield* Effect.all(Array.from({ length: 6 }, () => newProject()))
      const [other, third] = [yield* newProject(bert), yield* newProject("carl" as typeof bert)]
      for (let i = 0; i < limits.openOperations.most; i++) yield* newCalculation(busy[i % busy.length]!)
      for (let i = 0; i < 10; i++) yield* claimed()
      for (let i = 0; i < 5; i++) yield* newCalculation(other, "1", { user: bert })
      for (let i = 0; i < 3; i++) yield* newCalculation(third, "1", { user: "carl" as typeof bert })
      const order: Array<string> = []
      for (let i = 0; i < 16; i++) {
        const claim = yield* claimed()
        order.push(claim.startedBy)
        yield* operations.finish(claim, "results/1", null)
      }
      const takenBefore = (user: string, count: number) =>
        order.slice(0, order.flatMap((one, i) => (one === user ? [i] : []))[count - 1]! + 1)
      expect(takenBefore(bert, 1).filter((one) => one === ada).length).toBeLessThanOrEqual(1)
      expect(takenBefore(bert, 5).filter((one) => one === ada).length).toBeLessThanOrEqual(5)
      expect(takenBefore("carl", 3).filter((one) => one === ada).length).toBeLessThanOrEqual(3)
    }))

  it("the projects of a user take turns, and do not delay other users", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const [busy, little, foreign] = [yield* newProject(), yield* newProject(), yield* newProject(bert)]
      for (let i = 0; i < 50; i++) yield* newCalculation(busy)
      for (let i = 0; i < 3; i++) yield* newCalculation(foreign, "1", { user: bert })
      for (let i = 0; i < 3; i++) yield* newCalculation(little)
      const order: Array<string> = []
      for (let i = 0; i < 9; i++) {
        const claim = yield* claimed()
        order.push(claim.projectId)
        yield* operations.finish(claim, "results/1", null)
      }
      const last = (projectId: string) => order.lastIndexOf(projectId)
      expect(last(foreign)).toBeLessThanOrEqual(6)
      expect(order.slice(0, last(little)).filter((one) => one === busy).length).toBeLessThanOrEqual(4)
      expect(order.filter((one) => one === little)).toHaveLength(3)
    }))

  it("long operations of one user leave a worker to others, whose next one starts at once", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 4; i++) yield* newImport(yield* newProject())
      const next = claimedBy("worker", ["long"], 2)
      for (let i = 0; i < 2; i++) expect(Option.isSome(yield* next)).toBe(true)
      expect(yield* next).toEqual(Option.none())
      const { operationId } = yield* newImport(yield* newProject(bert), "Small", bert)
      expect(Option.getOrThrow(yield* next)).toMatchObject({ operationId, startedBy: bert })
      expect(yield* next).toEqual(Option.none())
    }))

  it("short operations of one user leave others a worker that also takes long ones", () =>
    Effect.gen(function* () {
      const projectId = yield* newProject()
      for (let i = 0; i < 5; i++) yield* newCalculation(projectId)
      const next = claimedBy("worker", ["long", "short"], 2)
      for (let i = 0; i < 2; i++) expect(Option.isSome(yield* next)).toBe(true)
      expect(yield* next).toEqual(Option.none())
      expect(Option.isSome(yield* claimedBy("worker", ["short"], 2))).toBe(true)
      const { operationId } = yield* newImport(yield* newProject(bert), "Small", bert)
      expect(Option.getOrThrow(yield* next)).toMatchObject({ operationId })
    }))

  it("a user has at most 200 unfinished operations, and may start another when one ends", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      for (let i = 0; i < limits.openOperations.most - 2; i++) yield* newCalculation(projectId)
      const racing = Array.from({ length: 5 }, (_, i) => {
        const start: Effect.Effect<unknown, { readonly _tag: string }, Services> =
          i % 2 === 0 ? newCalculation(projectId) : newImport(projectId)
        return Effect.either(start)
      })
      const ends = yield* Effect.all(racing, { concurrency: "unbounded" })
      expect(ends.filter(Either.isRight)).toHaveLength(2)
      for (const { left } of ends.filter(Either.isLeft)) expect(left._tag).toBe("TooManyRequests")
      expect(yield* Effect.flip(operations.admit(ada))).toMatchObject({
        _tag: "TooManyRequests",
        retryAfterSeconds: 10
      })
      const started = (yield* entriesOf(projectId)).filter(({ action }) => action === "operation.start")
      expect(started).toHaveLength(limits.openOperations.most)
      yield* newCalculation(projectId, "1", { user: bert })
      yield* operations.fail(yield* claimed(), { error: "Internal", errorDetails: "" }, null)
      yield* newCalculation(projectId)
      expect((yield* Effect.flip(newCalculation(projectId)))._tag).toBe("TooManyRequests")
    }))

  it("the stored inputs of a user's operations are limited in bytes", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      yield* newCalculation(projectId, "1", { inputBytes: limits.inputOfOperations.most - 1 })
      yield* newCalculation(projectId, "1", { inputBytes: 1 })
      expect((yield* Effect.flip(newCalculation(projectId)))._tag).toBe("TooManyRequests")
      expect((yield* Effect.flip(newImport(projectId)))._tag).toBe("TooManyRequests")
      yield* operations.finish(yield* claimed(), "results/1", null)
      yield* newCalculation(projectId)
    }))

  it("each lane has its own turns, and a worker prefers the first lane of its list", () =>
    Effect.gen(function* () {
      const projectId = yield* newProject()
      for (let i = 0; i < 3; i++) yield* newImport(projectId)
      const { id } = yield* newCalculation(projectId)
      const short = yield* claimed("worker", ["short"])
      expect(short.operationId).toBe(id)
      for (let i = 0; i < 50; i++) yield* newCalculation(projectId)
      for (let i = 0; i < 40; i++) yield* claimed("worker", ["short"])
      const late = yield* newImport(yield* newProject(bert))
      yield* claimed("worker", ["long", "short"])
      expect((yield* claimed("worker", ["long", "short"])).operationId).toBe(late.operationId)
    }))

  it("a cancelled operation ends at once, keeps its percentage, and its worker is informed", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const { operationId } = yield* newImport(yield* newProject())
      const claim = yield* claimed()
      yield* operations.renew(claim, 30, leaseMillis)
      yield* operations.cancel(operationId, cancelled, "reports/cancelled")
      expect(yield* found(operationId)).toMatchObject({
        status: "Failed",
        error: "Cancelled",
        report: "reports/cancelled",
        percentageCompleted: 30
      })
      expect(yield* operations.renew(claim, 31, leaseMillis)).toBe(false)
      expect(yield* operations.finishImport(claim, outcomeOf("late"), "reports/late")).toBe(false)
    }))

  it("the storage refuses every other transition of an operation", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const operations = yield* OperationRepository
      const projectId = yield* newProject()
      const ready = (yield* newCalculation(projectId)).id
      yield* operations.finish(yield* claimed(), "results/1", null)
      const running = (yield* newCalculation(projectId)).id
      yield* operations.renew(yield* claimed(), 50, leaseMillis)
      const queued = (yield* newCalculation(projectId)).id
      const moves = [
        sql`UPDATE operations SET status = 'Queued', percentage = 0 WHERE id = ${ready}`,
        sql`UPDATE operations SET status = 'Failed', percentage = 99 WHERE id = ${ready}`,
        sql`UPDATE operations SET result_blob = 'results/2' WHERE id = ${ready}`,
        sql`UPDATE operations SET percentage = 49 WHERE id = ${running}`,
        sql`UPDATE operations SET percentage = 100 WHERE id = ${running}`,
        sql`UPDATE operations SET token = token + 2, attempt = attempt + 1 WHERE id = ${running}`,
        sql`UPDATE operations SET token = token + 1 WHERE id = ${running}`,
        sql`UPDATE operations SET status = 'Ready', percentage = 100 WHERE id = ${queued}`,
        sql`UPDATE operations SET status = 'InProgress', lease_until = 1 WHERE id = ${queued}`,
        sql`UPDATE operations SET status = 'InProgress', token = token + 1, attempt = attempt + 1 WHERE id = ${queued}`
      ]
      for (const move of moves) expect(Exit.isFailure(yield* Effect.exit(move))).toBe(true)
      for (const [id, status] of [
        [ready, "Ready"],
        [running, "InProgress"],
        [queued, "Queued"]
      ] as const) {
        expect(yield* rowOf(id)).toMatchObject({ status })
      }
      yield* sql`UPDATE operations SET result_blob = NULL WHERE id = ${ready}`
    }))

  it("changes are recorded with their user and request, in a chain that reveals every alteration", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const members = yield* MemberRepository
      const models = yield* ModelRepository
      const projects = yield* ProjectRepository
      const asAda = Effect.provideService(Caller, { userId: ada, requestId: "request-1" })
      const projectId = yield* asAda(newProject())
      const { modelId, operationId } = yield* asAda(newImport(projectId))
      yield* operations.finishImport(yield* claimed(), outcomeOf("1"), "reports/1")
      const calculation = yield* asAda(newCalculation(projectId, modelId))
      yield* asAda(operations.cancel(calculation.id, cancelled, null))
      yield* asAda(members.put(projectId, bert, "User"))
      yield* asAda(members.putOnModel(modelId, bert, "Modeler"))
      yield* asAda(members.removeFromModel(modelId, bert))
      yield* asAda(members.remove(projectId, bert))
      yield* asAda(models.remove(modelId))
      yield* asAda(projects.change(projectId, { name: "Other" }))
      yield* asAda(projects.remove(projectId))
      const entries = yield* entriesOf(projectId)
      expect(entries.map(({ action, actor, object, outcome }) => [action, actor, object, outcome])).toEqual([
        ["project.create", ada, projectId, "Done"],
        ["model.create", ada, modelId, "Done"],
        ["operation.start", ada, operationId, "Done"],
        ["operation.finish", "(service)", operationId, "Done"],
        ["operation.start", ada, calculation.id, "Done"],
        ["operation.fail", ada, calculation.id, "Cancelled"],
        ["member.put", ada, bert, "User"],
        ["model.member.put", ada, `${modelId} ${bert}`, "Modeler"],
        ["model.member.remove", ada, `${modelId} ${bert}`, "Done"],
        ["member.remove", ada, bert, "Done"],
        ["model.remove", ada, modelId, "Done"],
        ["project.change", ada, projectId, "Done"],
        ["project.remove", ada, projectId, "Done"]
      ])
      expect(entries[0]).toMatchObject({ requestId: "request-1", previousHash: "" })
      expect(entries[3]).toMatchObject({ requestId: null })
      for (const { hash, ...entry } of entries) expect(hashOf({ ...entry, outcome: "Other" })).not.toBe(hash)
      const sql = yield* SqlClient.SqlClient
      for (const change of [sql`UPDATE audit SET actor = 'nobody'`, sql`DELETE FROM audit`]) {
        expect(Exit.isFailure(yield* Effect.exit(change))).toBe(true)
      }
    }))

  it("concurrent entries of one project stay one chain", () =>
    Effect.gen(function* () {
      const projectId = yield* newProject()
      yield* Effect.all(
        Array.from({ length: 20 }, () => newCalculation(projectId)),
        { concurrency: "unbounded" }
      )
      expect(yield* entriesOf(projectId)).toHaveLength(21)
    }))

  it("a rolled back change is neither recorded nor announced", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const outbox = yield* OutboxRepository
      const projectId = yield* newProject()
      yield* Effect.exit(sql.withTransaction(Effect.zipRight(newCalculation(projectId), Effect.fail("no"))))
      expect(yield* entriesOf(projectId)).toHaveLength(1)
      expect(yield* outbox.relay(10, () => Effect.void)).toEqual(Option.some(0))
    }))

  it("each operation has one message, which waits until it is taken and keeps its order", () =>
    Effect.gen(function* () {
      const outbox = yield* OutboxRepository
      const projectId = yield* newProject()
      const { modelId, operationId } = yield* newImport(projectId)
      const second = yield* newCalculation(projectId, modelId)
      const third = yield* newCalculation(projectId, modelId)
      expect(yield* Effect.flip(outbox.relay(10, () => Effect.fail("broken" as const)))).toBe("broken")
      const taken: Array<unknown> = []
      const take = (messages: ReadonlyArray<{ readonly message: string }>) =>
        Effect.sync(() => taken.push(...messages.map(({ message, ...rest }) => ({ ...rest, ...JSON.parse(message) }))))
      expect(yield* outbox.relay(2, (messages) => Effect.asVoid(take(messages)))).toEqual(Option.some(2))
      expect(yield* outbox.relay(2, (messages) => Effect.asVoid(take(messages)))).toEqual(Option.some(1))
      expect(yield* outbox.relay(2, (messages) => Effect.asVoid(take(messages)))).toEqual(Option.some(0))
      const about = { topic: "operations", key: modelId, v: 1, traceparent: null }
      expect(taken).toEqual([
        { ...about, operationId, kind: "ImportIfc" },
        { ...about, operationId: second.id, kind: "CalculateQuantities" },
        { ...about, operationId: third.id, kind: "CalculateQuantities" }
      ])
    }))

  it("removing a model or project ends its operations, and later writes of workers have no effect", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const models = yield* ModelRepository
      const projects = yield* ProjectRepository
      const projectId = yield* newProject()
      const { modelId, operationId: imported } = yield* readyModel(projectId)
      expect(yield* found(imported)).toMatchObject({ status: "Ready", report: `reports/${imported}` })
      const onModel = yield* newCalculation(projectId, modelId)
      const claim = yield* claimed()
      yield* models.remove(modelId)
      expect(yield* operations.finish(claim, "results/late", null)).toBe(false)
      expect(yield* found(onModel.id)).toMatchObject({ status: "Failed", error: "ModelNotFound" })
      expect(yield* found(imported)).toMatchObject({ status: "Ready", report: null })
      const running = yield* newImport(projectId)
      const importing = yield* claimed()
      yield* projects.remove(projectId)
      expect(yield* operations.finishImport(importing, outcomeOf("late"), "reports/late")).toBe(false)
      expect(yield* found(running.operationId)).toMatchObject({ status: "Failed", error: "ModelNotFound" })
    }))
}
