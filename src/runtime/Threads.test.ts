import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { effect } from "../testing/EffectTest.ts"
import type { TestWork } from "./testing/TestThread.ts"
import * as ThreadMemory from "./ThreadMemory.ts"
import * as Threads from "./Threads.ts"

const thing = { word: "told" }
const things = { thing }

const make = (options: Partial<Threads.Options<TestWork>> = {}) =>
  Threads.make<TestWork>({
    script: new URL("./testing/TestThread.ts", import.meta.url),
    threads: 1,
    things: { thing: 2 },
    ...options
  })

const say = (pool: Threads.Threads<TestWork>, word: string, user = "ada") =>
  pool.run(user, { kind: "Say", word }, { things })
const ask = (pool: Threads.Threads<TestWork>, kind: "Throw" | "Refuse" | "Die" | "Hang" | "SayThing") =>
  pool.run("ada", { kind }, { things })
const slow = (pool: Threads.Threads<TestWork>, milliseconds = 50) =>
  pool.run("ada", { kind: "Sleep", milliseconds }, { things })

/** The words of the jobs, in the order in which they were done. */
const orderOf = (jobs: ReadonlyArray<Effect.Effect<string, unknown>>) =>
  Effect.gen(function* () {
    const done: Array<string> = []
    yield* Effect.forEach(
      jobs,
      Effect.tap((word) => Effect.sync(() => void done.push(word))),
      { concurrency: "unbounded" }
    )
    return done
  })

/** Forks, and waits until the job is with the pool. */
const forked = <A, E>(job: Effect.Effect<A, E>) => Effect.zipLeft(Effect.fork(job), Effect.yieldNow())

effect("users take turns, however many jobs of one user wait", () =>
  Effect.gen(function* () {
    const pool = yield* make()
    const jobs = [
      ...Array.from({ length: 5 }, (_, i) => say(pool, `ada ${i}`)),
      ...Array.from({ length: 2 }, (_, i) => say(pool, `bert ${i}`, "bert")),
      say(pool, "cleo", "cleo")
    ]
    expect(yield* orderOf(jobs)).toEqual(["ada 0", "bert 0", "cleo", "ada 1", "bert 1", "ada 2", "ada 3", "ada 4"])
  })
)

effect("a user who occupies all threads that one user may have leaves the other threads free", () =>
  Effect.gen(function* () {
    const pool = yield* make({ threads: 2, mostOfUser: 1 })
    const hanging = yield* forked(slow(pool, 1000))
    const waiting = [say(pool, "ada"), say(pool, "bert 1", "bert"), say(pool, "bert 2", "bert")]
    expect(yield* orderOf(waiting)).toEqual(["bert 1", "bert 2", "ada"])
    yield* Fiber.join(hanging)
  })
)

effect("a job whose callers have gone is skipped; cancelling a running one harms no other", () =>
  Effect.gen(function* () {
    const pool = yield* make()
    const underWay = yield* forked(slow(pool))
    const dying = yield* forked(ask(pool, "Die"))
    const next = yield* forked(say(pool, "next"))
    yield* Fiber.interrupt(dying)
    yield* Fiber.interrupt(underWay)
    expect(yield* Fiber.join(next)).toBe("next")
  })
)

effect("a job that throws, refuses or cannot be sent fails only itself", () =>
  Effect.gen(function* () {
    const pool = yield* make()
    const unsendable = pool.run("ada", { kind: "Code", code: () => {} }, { things })
    const outcomes = yield* Effect.forEach(
      [ask(pool, "Throw"), ask(pool, "Refuse"), unsendable, say(pool, "well")],
      Effect.either,
      { concurrency: "unbounded" }
    )
    expect(outcomes.map((one) => Either.merge(one))).toMatchObject([
      { _tag: "JobFailed", reason: "broken", isDefect: true },
      { _tag: "Refused", why: "because" },
      { _tag: "JobFailed", reason: expect.stringContaining("cannot be sent") },
      "well"
    ])
  })
)

effect("a thread that dies fails only its job and is replaced", () =>
  Effect.gen(function* () {
    const pool = yield* make({ warm: true })
    for (let i = 0; i < 2; i++) {
      const [dead, alive] = yield* Effect.all([Effect.flip(ask(pool, "Die")), say(pool, "alive")], {
        concurrency: "unbounded"
      })
      expect(dead).toMatchObject({ _tag: "JobFailed", isDefect: false })
      expect(alive).toBe("alive")
    }
  })
)

effect("every job fails if the script does not load", () =>
  Effect.gen(function* () {
    const pool = yield* make({ script: new URL("./testing/Nothing.ts", import.meta.url), warm: true })
    for (let i = 0; i < 2; i++) expect(yield* Effect.flip(say(pool, "x"))).toBeInstanceOf(Threads.JobFailed)
  })
)

effect("a job above its budget is stopped with its thread, and the next job gets another one", () =>
  Effect.gen(function* () {
    const pool = yield* make({ budgetMs: 300, threads: 2 })
    const [hung, again, other] = yield* Effect.all(
      [Effect.flip(ask(pool, "Hang")), Effect.flip(ask(pool, "Hang")), say(pool, "other")],
      { concurrency: "unbounded" }
    )
    for (const one of [hung, again]) expect(one).toMatchObject({ reason: "the job took over 300 ms" })
    expect(other).toBe("other")
  })
)

effect("a job may have its own budget, longer or shorter than the default", () =>
  Effect.gen(function* () {
    const pool = yield* make({ budgetMs: 300 })
    const within = (milliseconds: number, budgetMs: number) =>
      pool.run("ada", { kind: "Sleep", milliseconds }, { things, budgetMs })
    expect(yield* within(600, 60_000)).toBe("slept")
    expect(yield* Effect.flip(within(60_000, 50))).toMatchObject({ reason: "the job took over 50 ms" })
    expect(yield* Effect.flip(slow(pool, 60_000))).toMatchObject({ reason: "the job took over 300 ms" })
  })
)

effect("a thread stops after its idle time, and the next job starts another", () =>
  Effect.gen(function* () {
    const ended: Array<number> = []
    const pool = yield* make({ idleMs: 200, onEnd: (threadId) => void ended.push(threadId) })
    const seen = (one: typeof thing) => pool.run("ada", { kind: "CountThings" }, { things: { thing: one } })
    expect(yield* seen(thing)).toBe("1")
    yield* slow(pool, 400)
    expect([yield* seen(thing), ended]).toEqual(["1", []])
    yield* Effect.sleep("400 millis")
    expect(ended).toHaveLength(1)
    expect(yield* seen({ word: "another" })).toBe("1")
  })
)

effect("if a spare thread is configured, another thread starts at once and stops after its idle time", () =>
  Effect.gen(function* () {
    const ended: Array<number> = []
    const pool = yield* make({ warm: true, idleMs: 100, onEnd: (threadId) => void ended.push(threadId) })
    yield* Effect.sleep("300 millis")
    expect(ended).toEqual([])
    yield* say(pool, "first")
    yield* Effect.sleep("500 millis")
    expect(ended).toHaveLength(1)
    expect(yield* say(pool, "second")).toBe("second")
  })
)

effect("a full queue refuses further jobs, of one user and of all users", () =>
  Effect.gen(function* () {
    const pool = yield* make({ mostWaiting: { ofUser: 2, inAll: 3 } })
    const refusal = (user: string) => Effect.flip(say(pool, "refused", user))
    const running = yield* forked(slow(pool))
    const waiting = yield* Effect.all([forked(say(pool, "1")), forked(say(pool, "2"))])
    expect(yield* refusal("ada")).toMatchObject({ _tag: "Overloaded" })
    const bert = yield* forked(say(pool, "3", "bert"))
    expect(yield* refusal("bert")).toMatchObject({ _tag: "Overloaded" })
    yield* Fiber.interrupt(bert)
    const cleo = yield* forked(say(pool, "4", "cleo"))
    expect(yield* Fiber.join(running)).toBe("slept")
    expect(yield* Fiber.joinAll(waiting)).toEqual(["1", "2"])
    expect(yield* Fiber.join(cleo)).toBe("4")
    expect(yield* say(pool, "room again")).toBe("room again")
  })
)

effect("closing fails running, waiting and later jobs", () =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const pool = yield* Scope.extend(make(), scope)
    const jobs = yield* Effect.all([forked(ask(pool, "Hang")), forked(say(pool, "waits"))])
    yield* Scope.close(scope, Exit.void)
    for (const job of jobs) expect(yield* Effect.flip(Fiber.join(job))).toMatchObject({ reason: "the pool is closed" })
    expect(yield* Effect.flip(say(pool, "late"))).toMatchObject({ reason: "the pool is closed" })
  })
)

effect("two pools are independent of each other", () =>
  Effect.gen(function* () {
    const pool = make()
    expect(yield* Effect.scoped(Effect.flatMap(pool, (first) => say(first, "1")))).toBe("1")
    expect(yield* Effect.scoped(Effect.flatMap(pool, (second) => say(second, "2")))).toBe("2")
  })
)

effect("objects are sent once; the least recently used and the forgotten ones are dropped", () =>
  Effect.gen(function* () {
    const pool = yield* make()
    const seen = (one: { readonly word: string }) =>
      pool.run("ada", { kind: "CountThings" }, { things: { thing: one } })
    const [a, b, c] = ["a", "b", "c"].map((word) => ({ word })) as [typeof thing, typeof thing, typeof thing]
    const counts: Array<string> = []
    for (const one of [a, b, a, c, a, b]) counts.push(yield* seen(one))
    expect(counts).toEqual(["1", "2", "2", "3", "3", "4"])
    expect(yield* pool.run("ada", { kind: "SayThing" }, { things: { thing: a } })).toBe("a")
    pool.forget(a)
    expect(yield* seen(a)).toBe("5")
    expect(yield* seen(b)).toBe("5")
  })
)

effect("a list of objects may be longer than the memory, and each is sent once", () =>
  Effect.gen(function* () {
    const pool = yield* make()
    const ask = (kind: "SayThing" | "CountThings", thing: TestWork["things"]["thing"]) =>
      pool.run("ada", { kind }, { things: { thing } })
    const [a, b, c] = ["a", "b", "c"].map((word) => ({ word })) as [typeof thing, typeof thing, typeof thing]
    expect(yield* ask("SayThing", [a, b, a, c])).toBe("a b a c")
    expect(yield* ask("CountThings", [c, b, a])).toBe("3")
    expect(yield* ask("CountThings", [])).toBe("3")
    expect(yield* ask("CountThings", b)).toBe("3")
    // Two are remembered, of which `b` is the latest.
    expect(yield* ask("CountThings", [a, b])).toBe("3")
    expect(yield* ask("CountThings", [c])).toBe("4")
  })
)

effect("objects with a size are dropped by their size, never those in use", () =>
  Effect.gen(function* () {
    const told: Array<string> = []
    const sizeOf = (thing: object): number => (thing as { readonly size: number }).size
    const memory = ThreadMemory.make({ thing: 10 }, ({ kind }) => void told.push(kind), sizeOf)
    const [small, large, largest] = [{ size: 4 }, { size: 6 }, { size: 11 }]
    for (const thing of [small, large, small, largest, largest, small]) {
      memory.numbersOf({ thing })
      told.push("|")
    }
    expect(told.join(" ")).toBe("Thing | Thing | | Thing Forget Forget | | Thing Forget |")
  })
)

effect("an object with two names is known as long as one of them remains", () =>
  Effect.gen(function* () {
    const known = new Set<number>()
    const tell = (telling: ThreadMemory.Telling): void => {
      if (telling.kind === "Thing") known.add(telling.id)
      else known.delete(telling.id)
    }
    const memory = ThreadMemory.make({ above: 2, below: 1 }, tell)
    const [nothing, text, other] = [{}, {}, {}]
    for (const things of [
      { above: nothing, below: nothing },
      { above: nothing, below: text },
      { above: nothing, below: other },
      { above: other, below: text },
      { above: text, below: nothing },
      { above: other, below: other }
    ]) {
      expect(
        Object.values(memory.numbersOf(things))
          .flat()
          .filter((id) => !known.has(id))
      ).toEqual([])
    }
    memory.forget(other)
    expect(known.size).toBe(1)
  })
)

effect("transferred buffers move to the thread when the job is sent", () =>
  Effect.gen(function* () {
    const pool = yield* make()
    const bytes = new Uint8Array([1, 2, 3])
    expect(yield* pool.run("ada", { kind: "Sum", bytes }, { things, transfer: [bytes.buffer] })).toBe("6")
    expect(bytes.length).toBe(0)
  })
)

effect("threads run in parallel", () =>
  Effect.gen(function* () {
    const pool = yield* make({ threads: 2 })
    yield* Effect.all([slow(pool, 1), slow(pool, 1)], { concurrency: "unbounded" })
    const hanging = yield* forked(ask(pool, "Hang"))
    expect(yield* say(pool, "meanwhile")).toBe("meanwhile")
    yield* Fiber.interrupt(hanging)
  })
)
