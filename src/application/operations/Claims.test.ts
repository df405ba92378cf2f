import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { withLayer } from "../../testing/EffectTest.ts"
import type { CalculateQuantities, Claim } from "../../domain/operations/Operation.ts"
import { BlobStore, BlobStoreUnavailable } from "../../ports/BlobStore.ts"
import { Computation, JobCrashed, JobRefused } from "../../ports/Computation.ts"
import { ImportModelJob } from "../../ports/operations/Jobs.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { Claims } from "./Claims.ts"
import { ModelGeometries } from "../files/ModelGeometries.ts"
import { CalculationRun } from "../quantities/CalculationRun.ts"

const claimOf = (attempt = 1, { interruptions = 0, postponements = 0 } = {}) =>
  ({
    operationId: "o",
    projectId: "1",
    modelId: "1",
    attempt,
    interruptions,
    postponements,
    token: 1,
    command: { _tag: "ImportModel" }
  }) as unknown as Claim

/** A blob store that records what it stores and removes, and has room for reports if `hasRoom` is true. */
const noting = (put: Record<string, string>, removed: Array<string>, hasRoom: boolean) =>
  Layer.mock(BlobStore, {
    put: (key, content) =>
      hasRoom
        ? Effect.map(Stream.runCollect(content), ([bytes]) => (put[key] = new TextDecoder().decode(bytes)).length)
        : Effect.fail(new BlobStoreUnavailable({ reason: "ENOSPC" })),
    putFile: () => Effect.succeed(0),
    localCopy: () => Effect.succeed("copy"),
    remove: (key) => Effect.sync(() => void removed.push(key))
  })

type Hooks = {
  alive: (workedMillis: number) => Effect.Effect<void>
  progress: (fraction: number) => Effect.Effect<void>
}

/** The claims of a worker with a storage that only records its calls, and with a process that never ends. */
const settingWith = ({ hasRoom }: { readonly hasRoom: boolean }) =>
  Effect.gen(function* () {
    const reports: Record<string, string> = {}
    const removed: Array<string> = []
    const written: Array<string> = []
    const state = { holds: true, answers: false, interrupted: false, hooks: null as Hooks | null }
    const write = (text: string) =>
      Effect.sync(() => {
        written.push(text)
        return state.holds
      })
    const operations = OperationRepository.of({
      find: () => Effect.succeedNone,
      importOf: () => Effect.succeedNone,
      retry: () => Effect.die("unused"),
      list: () => Effect.die("unused"),
      resultAsked: () => Effect.void,
      start: () => Effect.die("unused"),
      claim: () => Effect.succeedNone,
      renew: (_, percentage) => write(`renew ${percentage}`),
      release: (_, delayMillis, counts) => write(`release ${delayMillis} ${counts}`),
      fail: (_, { error, errorDetails }, report) => write(`fail ${error} ${errorDetails} ${report}`),
      finish: () => write("finish"),
      finishImport: () => write("finishImport"),
      finishNewFile: () => write("finishNewFile"),
      cancel: () => Effect.void,
      releaseAllOf: () => Effect.succeed(0),
      takeUp: Effect.succeed(0),
      admit: () => Effect.void
    })
    const computation = Computation.of({
      run: (_, { onAlive: alive, onProgress: progress }) =>
        Effect.onInterrupt(
          Effect.suspend(() => {
            state.hooks = { alive: alive!, progress: progress! }
            return state.answers ? (Effect.void as Effect.Effect<never>) : Effect.never
          }),
          () => Effect.sync(() => (state.interrupted = true))
        ),
      scratch: Effect.succeed("/nowhere"),
      state: Effect.succeed({ alive: 0, busy: 0, wanted: 0 })
    })
    const layer = CalculationRun.Default.pipe(
      Layer.provide(
        Layer.succeed(ModelGeometries, { measures: () => Effect.succeed(null) } as unknown as ModelGeometries)
      ),
      Layer.provideMerge(Claims.Default),
      Layer.provide(
        Layer.mergeAll(
          Layer.succeed(OperationRepository, operations),
          Layer.succeed(Computation, computation),
          noting(reports, removed, hasRoom)
        )
      )
    )
    const [claims, calculation] = yield* Effect.provide(Effect.all([Claims, CalculationRun]), layer)
    return { claims, calculation, written, state, reports, removed }
  })
const setting = settingWith({ hasRoom: true })

const it = withLayer(Layer.merge(TestContext.TestContext, Logger.remove(Logger.defaultLogger)))
const job = ImportModelJob.make({ file: "", format: "ifc", modelGuid: "" })

it("the lease is renewed by the clock while a job waits for a process, then only when the process shows progress", () =>
  Effect.gen(function* () {
    const { claims, state, written } = yield* setting
    const claim = claimOf()
    const fiber = yield* Effect.fork(claims.settle(claim, claims.compute(claim, job, "/nowhere")))
    yield* TestClock.adjust("9 seconds")
    expect(written).toEqual(["renew 1", "renew 0", "renew 0", "renew 0"])
    yield* state.hooks!.progress(0.5)
    expect(written.at(-1)).toBe("renew 49")
    yield* TestClock.adjust("1 minute")
    expect(written).toHaveLength(5)
    yield* state.hooks!.alive(0)
    // A sign of life soon after the last one, without progress, renews nothing.
    yield* state.hooks!.alive(0)
    yield* state.hooks!.progress(0.2)
    expect(written.slice(5)).toEqual(["renew 49"])
    yield* TestClock.adjust("1 second")
    yield* state.hooks!.alive(0)
    yield* state.hooks!.progress(0.6)
    yield* state.hooks!.progress(0.7)
    expect(written.slice(6)).toEqual(["renew 59"])
    yield* TestClock.adjust("1 second")
    yield* state.hooks!.progress(0.7)
    expect(written.slice(7)).toEqual(["renew 69"])
    yield* Fiber.interrupt(fiber)
  }))

/** Returns the outcome of a job whose process periodically reports its work in seconds, or progress (null). */
const working = (limits: Parameters<Claims["compute"]>[3], signs: ReadonlyArray<number | null>) =>
  Effect.gen(function* () {
    const { claims, state, written } = yield* setting
    const claim = claimOf(3)
    const fiber = yield* Effect.fork(claims.settle(claim, claims.compute(claim, job, "/nowhere", limits)))
    // Waiting for a process takes longer than any limit of work below, and must not count.
    yield* TestClock.adjust("1 minute")
    for (const [step, sign] of signs.entries()) {
      yield* sign === null ? state.hooks!.progress((step + 1) / 100) : state.hooks!.alive(sign * 1000)
      yield* TestClock.adjust("30 seconds")
    }
    const { interrupted } = state
    yield* Fiber.interrupt(fiber)
    return interrupted ? written.at(-1) : "goes on"
  })

it("a job may not compute for long without progress; earlier work of its process and waiting do not count", () =>
  Effect.gen(function* () {
    const limits = { stallSeconds: 5 }
    expect(yield* working(limits, [100, 105, null, 109, 114, null])).toBe("goes on")
    expect(yield* working(limits, [100, 105, null, 109, 114, 114.1])).toContain(
      "fail ResourceLimit The work made no progress for 5 s."
    )
  }))

it("a job that uses no processor time has a longer, but finite, limit", () =>
  Effect.gen(function* () {
    expect(yield* working({ stallSeconds: 2 }, [100, 100])).toBe("goes on")
    expect(yield* working({ stallSeconds: 2 }, [100, 100, 100])).toContain("The work made no progress for 2 s.")
    expect(yield* working({ stallSeconds: 2, silenceSeconds: 100 }, [100, 100, 100])).toBe("goes on")
  }))

it("the total processor time of a job is limited", () =>
  Effect.gen(function* () {
    const limits = { workSeconds: 10 }
    expect(yield* working(limits, [100, null, 106, null, 110])).toBe("goes on")
    expect(yield* working(limits, [100, null, 106, null, 110.1])).toContain(
      "fail ResourceLimit The work was not done within 10 s."
    )
  }))

it("a worker that lost its claim kills the process at the next sign of life and stores no result", () =>
  Effect.gen(function* () {
    const { claims, state, written } = yield* setting
    const claim = claimOf()
    const fiber = yield* Effect.fork(claims.settle(claim, claims.compute(claim, job, "/nowhere")))
    yield* TestClock.adjust("1 second")
    state.holds = false
    yield* state.hooks!.alive(0)
    yield* Fiber.join(fiber)
    expect(state.interrupted).toBe(true)
    expect(written.filter((text) => !text.startsWith("renew"))).toEqual([])
  }))

it("a worker that lost its claim before it has a process finds out by the clock", () =>
  Effect.gen(function* () {
    const { claims, state } = yield* setting
    const claim = claimOf()
    const fiber = yield* Effect.fork(claims.settle(claim, claims.compute(claim, job, "/nowhere")))
    state.holds = false
    yield* TestClock.adjust("3 seconds")
    yield* Fiber.join(fiber)
    expect(state.interrupted).toBe(true)
  }))

it("a bad input fails at once; a dead process is tried three times; storage, disk and the service ten times", () =>
  Effect.gen(function* () {
    const { claims, written } = yield* setting
    const crashed = Effect.fail(new JobCrashed({ cause: "memory", reason: "Too large." }))
    const full = Effect.fail(new BlobStoreUnavailable({ reason: "ENOSPC" }))
    const refused = Effect.fail(new JobRefused({ code: "InvalidModelFile", reason: "No entity.", line: 7 }))
    const unread = Effect.fail(new JobRefused({ code: "UnsupportedFileType", reason: "Not read." }))
    yield* claims.settle(claimOf(1), refused)
    yield* claims.settle(claimOf(1), unread)
    yield* claims.settle(claimOf(1), crashed)
    yield* claims.settle(claimOf(2), crashed)
    yield* claims.settle(claimOf(3), crashed)
    yield* claims.settle(claimOf(1), full)
    yield* claims.settle(claimOf(1, { postponements: 10 }), full)
    yield* claims.settle(claimOf(1, { postponements: 11 }), Effect.die("not to be worked on"))
    yield* claims.settle(claimOf(1, { interruptions: 9 }), refused)
    yield* claims.settle(claimOf(1, { interruptions: 10 }), Effect.die("not to be worked on"))
    expect(written).toEqual([
      "fail InvalidModelFile Line 7: No entity. projects/1/models/1/operations/o/1/report.json",
      "fail UnsupportedFileType Not read. projects/1/models/1/operations/o/1/report.json",
      "release 0 true",
      "release 4000 true",
      "fail ResourceLimit Too large. projects/1/models/1/operations/o/1/report.json",
      "release 2000 false",
      "release 60000 false",
      "fail ResourceLimit The storage or the disk was unavailable 11 times. projects/1/models/1/operations/o/1/report.json",
      "fail InvalidModelFile Line 7: No entity. projects/1/models/1/operations/o/1/report.json",
      "fail ResourceLimit The work was interrupted 10 times. projects/1/models/1/operations/o/1/report.json"
    ])
  }))

it("a failed import stores a report with the reason; if the blob store is full, only the report is missing", () =>
  Effect.gen(function* () {
    const refused = Effect.fail(new JobRefused({ code: "InvalidModelFile", reason: "No entity.", line: 7 }))
    const { claims, reports } = yield* setting
    yield* claims.settle(claimOf(1), refused)
    expect(Object.values(reports).map((report) => JSON.parse(report) as unknown)).toEqual([
      { error: "InvalidModelFile", errorDetails: "Line 7: No entity." }
    ])
    const full = yield* settingWith({ hasRoom: false })
    yield* full.claims.settle(claimOf(1), refused)
    expect(full.written).toEqual(["fail InvalidModelFile Line 7: No entity. null"])
  }))

it("a finished calculation removes its input; a worker that lost the claim does not", () =>
  Effect.gen(function* () {
    const { calculation, claims, removed, state } = yield* setting
    const command = {
      _tag: "CalculateQuantities",
      calculators: ["Count"],
      source: { projectVersionId: "1", modelVersionId: "1", sharedDataVersionId: "1" },
      table: "table",
      view: { blob: "input" }
    } as unknown as CalculateQuantities
    const claim: Claim = { ...claimOf(), command }
    const input = "projects/1/models/1/operations/o/input.jsonl"
    const refused = Effect.fail(new JobRefused({ code: "InvalidFilter", reason: "No such field." }))
    state.answers = true
    for (const work of [refused, calculation.run(claim, command)]) {
      state.holds = false
      yield* claims.settle(claim, work)
      expect(removed.splice(0)).toEqual([])
      state.holds = true
      yield* claims.settle(claim, work)
      expect(removed.splice(0)).toEqual([input])
    }
  }))
