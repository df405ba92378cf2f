import { expect, test } from "bun:test"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { Computation, type JobCrashed, type JobRefused } from "../ports/Computation.ts"
import { fullTest, volume } from "../testing/Volume.ts"
import * as ProcessPool from "./ProcessPool.ts"
import { AnyJob, NoJob } from "./testing/AnyJob.ts"

const GiB = 1024 ** 3

const job = (name: string, input: unknown = null) => AnyJob.make({ name, input })

interface Bench {
  readonly pool: Computation["Type"]
  /** Runs the job in a scratch folder of its own. */
  readonly run: (job: AnyJob | NoJob, fresh?: boolean) => Effect.Effect<unknown, JobRefused | JobCrashed>
  readonly logged: Array<string>
  readonly directory: string
}

/** A pool of its own for one test; afterwards nothing of it may be left. */
const withPool = async <A, E>(
  options: Partial<ProcessPool.PoolOptions>,
  body: (bench: Bench) => Effect.Effect<A, E, Scope.Scope>
): Promise<A> => {
  const directory = mkdtempSync(join(tmpdir(), "plinth-pool-"))
  const logged: Array<string> = []
  const logger = Logger.make((entry) => {
    logged.push(Logger.stringLogger.log(entry))
  })
  const layer = ProcessPool.layer({
    processes: 1,
    warm: 2,
    memoryBytes: GiB,
    timeoutSeconds: 60,
    directory,
    entry: join(import.meta.dir, "testing/Child.ts"),
    pingMillis: 300,
    silenceMillis: 3000,
    ...options
  })
  try {
    return await Effect.gen(function* () {
      const pool = yield* Computation
      const run: Bench["run"] = (job, fresh = false) =>
        Effect.scoped(Effect.flatMap(pool.scratch, (scratch) => pool.run(job as AnyJob, { scratch, fresh })))
      return yield* body({ pool, run, logged, directory })
    }).pipe(
      Effect.scoped,
      Effect.provide(Layer.provideMerge(layer, Logger.replace(Logger.defaultLogger, logger))),
      Effect.runPromise
    )
  } finally {
    expect(readdirSync(directory)).toEqual([])
    expect(processesIn(directory)).toEqual([])
    rmSync(directory, { recursive: true })
  }
}

/** Numbers of the processes whose home is in the directory. */
const processesIn = (directory: string): ReadonlyArray<number> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, "utf8").includes(`HOME=${directory}`)
      } catch {
        return false
      }
    })
    .map(Number)

const lives = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}

const eventually = <A>(what: string, look: () => A | undefined | false) =>
  Effect.suspend(() => {
    const found = look()
    return found === undefined || found === false ? Effect.fail(`never: ${what}`) : Effect.succeed(found)
  }).pipe(Effect.retry(Schedule.spaced("20 millis")))

const pidFile = (folder: string) =>
  eventually("the job wrote its pid", () => {
    const file = join(folder, "pid")
    // The file may exist and still be empty. Signalling 0 would reach all processes of the group.
    return existsSync(file) && (Number(readFileSync(file, "utf8")) || false)
  })

const warm = (pool: Computation["Type"], count: number) =>
  pool.state.pipe(
    Effect.filterOrFail(
      ({ alive }) => alive === count,
      () => "not yet"
    ),
    Effect.retry(Schedule.spaced("50 millis"))
  )

/** The typed failure; anything else fails the test. */
const failureOf = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.flip(effect).pipe(Effect.catchAll(() => Effect.die("It succeeded")))

test("a job returns its result, and its progress never decreases", () =>
  withPool({}, ({ pool, run }) =>
    Effect.gen(function* () {
      expect(yield* run(job("double", 21))).toBe(42)
      const folder = yield* pool.scratch
      const seen: Array<number> = []
      yield* pool.run(job("backwards"), {
        scratch: folder,
        onProgress: (fraction) => Effect.sync(() => seen.push(fraction))
      })
      expect(seen).toEqual([0.5, 0.7, 1])
    })
  ))

test("progress and signs of life arrive during a long computation", () =>
  withPool({ pingMillis: 100, silenceMillis: 1000 }, ({ pool }) =>
    Effect.gen(function* () {
      const seen: Array<number> = []
      const worked: Array<number> = []
      yield* pool.run(job("burn", { millis: 2000 }), {
        scratch: yield* pool.scratch,
        onProgress: (fraction) => Effect.sync(() => seen.push(fraction)),
        onAlive: (millis) => Effect.sync(() => worked.push(millis))
      })
      expect(seen.length).toBeGreaterThan(4)
      expect(seen).toEqual([...seen].sort((a, b) => a - b))
      expect(worked.length).toBeGreaterThan(4)
      expect(worked).toEqual([...worked].sort((a, b) => a - b))
      // The process works for two seconds of processor time, however long that takes, with signs in between.
      expect(worked.at(-1)! - worked[0]!).toBeGreaterThan(200)
      expect(worked.at(-1)! - worked[0]!).toBeLessThan(6000)
    })
  ))

test("a refusal is returned, and the process is kept", () =>
  withPool({}, ({ run }) =>
    Effect.gen(function* () {
      const before = yield* run(job("pid"))
      const refusal = yield* failureOf(run(job("refuse")))
      expect(refusal).toMatchObject({
        _tag: "JobRefused",
        code: "InvalidModelFile",
        reason: "No data section",
        line: 7
      })
      expect(yield* failureOf(run(job("refuseAgain")))).toMatchObject({
        _tag: "JobRefused",
        code: "ArchiveTooLarge"
      })
      expect(yield* run(job("pid"))).toBe(before)
    })
  ))

test("a throwing job fails with a short reason; the stack is only logged", () =>
  withPool({}, ({ run, logged }) =>
    Effect.gen(function* () {
      const before = yield* run(job("pid"))
      const crash = yield* failureOf(run(job("throw")))
      expect(crash).toMatchObject({ _tag: "JobCrashed", cause: "exit" })
      expect(crash.reason).not.toContain("secret-of-the-stack")
      expect(logged.join("\n")).toContain("secret-of-the-stack")
      expect(yield* run(job("pid"))).not.toBe(before)
      expect(yield* failureOf(run(job("unsendable")))).toMatchObject({ cause: "exit" })
      expect(yield* failureOf(run(job("nobody")))).toMatchObject({ cause: "exit" })
      expect(yield* failureOf(run(NoJob.make({})))).toMatchObject({ cause: "exit" })
    })
  ))

test("a process that ends is replaced", () =>
  withPool({}, ({ run }) =>
    Effect.gen(function* () {
      const crash = yield* failureOf(run(job("exit")))
      expect(crash).toMatchObject({ _tag: "JobCrashed", cause: "exit" })
      expect(crash.reason).toContain("3")
      expect(yield* run(job("double", 2))).toBe(4)
    })
  ))

for (const name of ["buffers", "objects"]) {
  const run = name === "buffers" ? test : fullTest
  run(`memory runs out: ${name}`, () =>
    withPool({ memoryBytes: 512 * 1024 ** 2 }, ({ run }) =>
      Effect.gen(function* () {
        expect(yield* failureOf(run(job(name)))).toMatchObject({ _tag: "JobCrashed", cause: "memory" })
        expect(yield* run(job("double", 2))).toBe(4)
      })
    )
  )
}

test("an endless loop is killed by the time limit", () =>
  withPool({ timeoutSeconds: 1 }, ({ pool, run }) =>
    Effect.gen(function* () {
      const folder = yield* pool.scratch
      expect(yield* failureOf(pool.run(job("endless"), { scratch: folder }))).toMatchObject({ cause: "time" })
      expect(lives(yield* pidFile(folder))).toBe(false)
      expect(yield* run(job("double", 2))).toBe(4)
    })
  ))

test("a job may have a shorter time limit than the default, but no longer one", () =>
  withPool({ timeoutSeconds: 2 }, ({ pool }) =>
    Effect.gen(function* () {
      const scratch = yield* pool.scratch
      for (const [timeoutSeconds, seconds] of [
        [1, 1],
        [60, 2]
      ] as const) {
        const crash = yield* failureOf(pool.run(job("endless"), { scratch, timeoutSeconds }))
        expect(crash).toMatchObject({ cause: "time", reason: `The work was not done within ${seconds} seconds` })
      }
    })
  ))

test("a stopped process is killed for its silence and sends no signs of life", () =>
  withPool({ pingMillis: 100, silenceMillis: 1500 }, ({ pool }) =>
    Effect.gen(function* () {
      const folder = yield* pool.scratch
      let alive = 0
      const running = yield* Effect.fork(
        pool.run(job("endless"), { scratch: folder, onAlive: () => Effect.sync(() => alive++) })
      )
      const pid = yield* pidFile(folder)
      yield* eventually("a sign of life", () => alive > 0)
      process.kill(pid, "SIGSTOP")
      yield* Effect.sleep("300 millis")
      const before = alive
      expect(yield* failureOf(Fiber.join(running))).toMatchObject({ cause: "silence" })
      expect(alive).toBe(before)
      expect(lives(pid)).toBe(false)
    })
  ))

test("interruption kills the process and its children before it returns", () =>
  withPool({}, ({ pool, run }) =>
    Effect.gen(function* () {
      for (const name of ["endless", "converter"]) {
        const folder = yield* pool.scratch
        const running = yield* Effect.fork(pool.run(job(name), { scratch: folder }))
        const pid = yield* pidFile(folder)
        expect(lives(pid)).toBe(true)
        yield* Fiber.interrupt(running)
        yield* eventually("the process ended", () => !lives(pid))
      }
      expect(yield* run(job("double", 2))).toBe(4)
    })
  ))

test("interrupting a waiting job frees only its place in the queue", () =>
  withPool({}, ({ pool, run }) =>
    Effect.gen(function* () {
      const folder = yield* pool.scratch
      const busy = yield* Effect.fork(pool.run(job("endless"), { scratch: folder }))
      const pid = yield* pidFile(folder)
      const waiting = yield* Effect.fork(run(job("pid")))
      yield* Effect.sleep("50 millis")
      yield* Fiber.interrupt(waiting)
      expect(lives(pid)).toBe(true)
      yield* Fiber.interrupt(busy)
      expect(yield* run(job("double", 2))).toBe(4)
    })
  ))

test("a child has resource limits, its own folders, and no secrets in its environment", () => {
  process.env["PLINTH_CANARY"] = "canary-8861"
  return withPool({ memoryBytes: 3 * GiB }, ({ run, directory }) =>
    Effect.gen(function* () {
      const seen = (yield* run(job("surroundings"))) as {
        readonly cwd: string
        readonly scratch: string
        readonly variables: ReadonlyArray<string>
        readonly limits: string
        readonly oomScore: string
        readonly niceness: number
        readonly sessionNiceness: string | null
      }
      expect(seen.cwd).toBe(seen.scratch)
      expect(seen.variables.join("\n")).not.toContain("canary-8861")
      const names = seen.variables.map((variable) => variable.slice(0, variable.indexOf("=")))
      expect(names.filter((name) => !/^(HOME|TMPDIR|NODE_CHANNEL_.*|BUN_.*|MIMALLOC_.*)$/.test(name))).toEqual([])
      expect(seen.variables.find((variable) => variable.startsWith("HOME="))).toContain(directory)
      expect(seen.limits).toMatch(new RegExp(`Max data size +${3.75 * GiB} +${3.75 * GiB} `))
      expect(seen.limits).toMatch(/Max open files +256 +256 /)
      expect(seen.limits).toMatch(/Max core file size +0 +0 /)
      expect(seen.limits).toMatch(/Max cpu time +unlimited +unlimited /)
      expect(seen.oomScore).toBe("500")
      expect(seen.niceness).toBe(10)
      expect(seen.sessionNiceness ?? "4").toBe("4")
    })
  ).finally(() => {
    delete process.env["PLINTH_CANARY"]
  })
})

test("a file larger than the limit ends the job", () =>
  withPool({ fileBytes: 4 << 20 }, ({ run }) =>
    Effect.gen(function* () {
      expect(yield* failureOf(run(job("tooLarge")))).toMatchObject({ _tag: "JobCrashed", cause: "exit" })
    })
  ))

test("jobs run while other processes are busy; jobs beyond the number of places wait", () =>
  withPool({ processes: 2 }, ({ pool, run }) =>
    Effect.gen(function* () {
      const folders = [yield* pool.scratch, yield* pool.scratch] as const
      const busy = yield* Effect.fork(pool.run(job("endless"), { scratch: folders[0] }))
      yield* pidFile(folders[0])
      for (let round = 0; round < 5; round++) expect(yield* run(job("double", round))).toBe(round * 2)
      expect(yield* pool.state).toEqual({ alive: 2, busy: 1, wanted: 2 })
      const other = yield* Effect.fork(pool.run(job("endless"), { scratch: folders[1] }))
      yield* pidFile(folders[1])
      const waiting = yield* Effect.fork(run(job("double", 4)))
      yield* Effect.sleep("200 millis")
      expect(Option.isNone(yield* Fiber.poll(waiting))).toBe(true)
      yield* Fiber.interrupt(busy)
      expect(yield* Fiber.join(waiting)).toBe(8)
      yield* Fiber.interrupt(other)
    })
  ))

test("a process that grew past half its memory is replaced, and a fresh one is provided on request", () =>
  withPool({}, ({ run }) =>
    Effect.gen(function* () {
      const first = yield* run(job("pid"))
      expect(yield* run(job("grow", 10 << 20))).toBe(first)
      expect(yield* run(job("grow", 560 << 20))).toBe(first)
      const second = yield* run(job("pid"))
      expect(second).not.toBe(first)
      expect(yield* run(job("pid"), true)).not.toBe(second)
    })
  ))

test("a fresh process is an unused idle one, a new one, or one that replaces another", () =>
  withPool({ processes: 3 }, ({ pool, run }) =>
    Effect.gen(function* () {
      yield* warm(pool, 2)
      const first = yield* run(job("pid"))
      const second = yield* run(job("pid"), true)
      const third = yield* run(job("pid"), true)
      expect(yield* pool.state).toEqual({ alive: 3, busy: 0, wanted: 2 })
      const three = [first, second, third] as ReadonlyArray<number>
      expect(three.every(lives)).toBe(true)
      expect(three).not.toContain((yield* run(job("pid"), true)) as number)
      yield* eventually("one of them ended", () => three.filter(lives).length === 2)
      expect((yield* pool.state).alive).toBe(3)
    })
  ))

test("an idle process that exits is replaced, after a pause if it has done no job", () =>
  withPool({}, ({ directory, logged, pool, run }) =>
    Effect.gen(function* () {
      const used = (yield* run(job("pid"))) as number
      process.kill(used, "SIGKILL")
      yield* eventually("another one", () => processesIn(directory).some((pid) => pid !== used))
      yield* warm(pool, 1)
      expect(logged.join("\n")).toContain("An idle worker process ended")
      const [unused] = processesIn(directory)
      process.kill(unused!, "SIGKILL")
      yield* eventually("it ended", () => !lives(unused!))
      yield* Effect.sleep("1 second")
      expect(processesIn(directory)).toEqual([])
      expect(yield* run(job("double", 2))).toBe(4)
    })
  ))

test("fifty jobs on two processes all complete", () =>
  withPool({ processes: 2 }, ({ pool, run }) =>
    Effect.gen(function* () {
      const fifty = Array.from({ length: 50 }, () => run(job("sleep", { millis: 40 })))
      const pids = yield* Effect.all(fifty, { concurrency: "unbounded" })
      expect(new Set(pids).size).toBe(2)
      expect(yield* pool.state).toEqual({ alive: 2, busy: 0, wanted: 2 })
    })
  ))

test("waiting jobs are served in their order", () =>
  withPool({}, ({ pool }) =>
    Effect.gen(function* () {
      const folder = yield* pool.scratch
      const order: Array<number> = []
      const numbers = Array.from({ length: 12 }, (_, index) => index)
      const one = (index: number) =>
        Effect.tap(pool.run(job("double", index), { scratch: folder }), () => Effect.sync(() => order.push(index)))
      yield* Effect.forEach(numbers, one, { concurrency: "unbounded" })
      expect(order).toEqual(numbers)
    })
  ))

test("without a spare process, one starts with the first job and stays", () =>
  withPool({ processes: 2, warm: 0 }, ({ pool, run }) =>
    Effect.gen(function* () {
      expect(yield* pool.state).toEqual({ alive: 0, busy: 0, wanted: 0 })
      const first = yield* run(job("pid"))
      expect(yield* pool.state).toEqual({ alive: 1, busy: 0, wanted: 0 })
      expect(yield* run(job("pid"))).toBe(first)
    })
  ))

test("exactly two processes start in advance", () =>
  withPool({ processes: 5 }, ({ pool }) =>
    Effect.gen(function* () {
      yield* warm(pool, 2)
      yield* Effect.sleep("300 millis")
      expect(yield* pool.state).toEqual({ alive: 2, busy: 0, wanted: 2 })
    })
  ))

test("the output of a child is truncated, and read to the end", () =>
  withPool({}, ({ run, logged }) =>
    Effect.gen(function* () {
      expect(yield* run(job("chatter"))).toBe(null)
      yield* run(job("double", 1))
      const text = logged.join("\n")
      expect(text).toContain("chatter chatter")
      expect(text).toContain("more bytes)")
      expect(text.length).toBeLessThan(20_000)
    })
  ))

test("an entry that does not start fails its job, leaves nothing behind, and is not restarted in a loop", () =>
  withPool({ entry: "/nowhere/Child.ts", processes: 2 }, ({ run, logged }) =>
    Effect.gen(function* () {
      expect(yield* failureOf(run(job("double", 1)))).toMatchObject({ _tag: "JobCrashed", cause: "exit" })
      yield* Effect.sleep("1 second")
      const starts = logged.filter((line) => line.includes("did not start"))
      expect(starts.length).toBeGreaterThan(0)
      expect(starts.length).toBeLessThanOrEqual(2)
    })
  ))

test("closing the pool ends running and waiting jobs", async () => {
  const exits = await withPool({}, ({ run }) =>
    Effect.gen(function* () {
      const jobs = yield* Effect.forEach([1, 2, 3], () => Effect.forkDaemon(run(job("endless"))))
      yield* Effect.sleep("500 millis")
      return jobs
    })
  )
  for (const fiber of exits) {
    const exit = await Effect.runPromise(Fiber.await(fiber))
    expect(Exit.isFailure(exit) && Either.isLeft(Cause.failureOrCause(exit.cause))).toBe(true)
  }
})

test("a supervisor killed by SIGKILL leaves no process, and the next pool removes its folders", async () => {
  const directory = mkdtempSync(join(tmpdir(), "plinth-owner-"))
  const owner = Bun.spawn([process.execPath, join(import.meta.dir, "testing/Owner.ts"), directory], {
    stdio: ["ignore", "inherit", "inherit"]
  })
  const busy = await Effect.runPromise(pidFile(directory))
  await Effect.runPromise(eventually("both processes run", () => processesIn(directory).length === 2))
  // A stopped process cannot see that its supervisor is gone.
  process.kill(busy, "SIGSTOP")
  owner.kill("SIGKILL")
  await owner.exited
  await Effect.runPromise(eventually("all processes are gone", () => processesIn(directory).length === 0))
  expect(readdirSync(join(directory, "workers")).length).toBe(1)
  await withPool({ directory: join(directory, "workers") }, () =>
    Effect.sync(() => {
      const [folder, ...others] = readdirSync(join(directory, "workers"))
      expect(folder).toContain(`workers-${process.pid}-`)
      expect(others).toEqual([])
    })
  )
  expect(readdirSync(join(directory, "workers"))).toEqual([])
  rmSync(directory, { recursive: true })
})

test("processes that start and end leak no file descriptor", () =>
  withPool({}, ({ run }) =>
    Effect.gen(function* () {
      const open = () => readdirSync("/proc/self/fd").length
      yield* run(job("pid"))
      yield* Effect.sleep("500 millis")
      const before = open()
      for (let round = 0; round < volume(2, 5); round++) yield* failureOf(run(job("exit")))
      yield* run(job("pid"))
      yield* eventually("descriptors closed", () => open() <= before)
    })
  ))
