import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { effect } from "../testing/EffectTest.ts"
import type { TestWork } from "./testing/TestThread.ts"
import * as Threads from "./Threads.ts"

const things = { thing: { word: "told" } }
const budgetMs = 5000

const make = (options: Partial<Threads.Options<TestWork>> = {}) =>
  Threads.make<TestWork>({
    script: new URL("./testing/TestThread.ts", import.meta.url),
    threads: 1,
    things: { thing: 2 },
    ...options
  })

type Pool = Threads.StreamingThreads<TestWork>

const begin = (pool: Pool, count: number, more: { hang?: number; fail?: number } = {}, user = "ada") =>
  pool.stream(user, { kind: "Pieces", count, ...more }, { things })
const say = (pool: Pool, word: string, user = "ada") => pool.run(user, { kind: "Say", word }, { things })
const textOf = (stream: Threads.PieceStream<TestWork>) =>
  Effect.map(stream.next(budgetMs), (piece) => piece && new TextDecoder().decode(piece))

effect("a stream yields its pieces in order, then null", () =>
  Effect.gen(function* () {
    const stream = yield* begin(yield* make(), 3)
    expect(stream.answer).toBe("begun")
    const found = yield* Effect.all([textOf(stream), textOf(stream), textOf(stream), textOf(stream)])
    expect(found).toEqual(["0", "1", "2", null])
  })
)

effect("unread streams do not block jobs and other streams", () =>
  Effect.gen(function* () {
    const pool = yield* make()
    const unread = yield* Effect.forEach([1, 2, 3], () => begin(pool, 9))
    expect(yield* say(pool, "served", "bert")).toBe("served")
    const read = yield* begin(pool, 1, {}, "bert")
    expect([yield* textOf(read), yield* textOf(read)]).toEqual(["0", null])
    expect(yield* Effect.forEach(unread, textOf)).toEqual(["0", "0", "0"])
  })
)

effect("pieces and jobs take turns, however many of either wait", () =>
  Effect.gen(function* () {
    const pool = yield* make()
    const streams = yield* Effect.forEach(["ada", "bert"], (user) => begin(pool, 9, {}, user))
    const done: Array<string> = []
    const noted = <A, E>(name: string, work: Effect.Effect<A, E>) =>
      Effect.tap(work, () => Effect.sync(() => void done.push(name)))
    const sleep = pool.run("cleo", { kind: "Sleep", milliseconds: 100 }, { things })
    yield* Effect.all(
      [
        noted("sleep", sleep),
        ...["job 1", "job 2", "job 3"].map((word) => noted(word, say(pool, word, "cleo"))),
        ...streams.map((stream, i) => noted(`piece ${i}`, textOf(stream)))
      ],
      { concurrency: "unbounded" }
    )
    expect(done).toEqual(["sleep", "piece 0", "job 1", "piece 1", "job 2", "job 3"])
  })
)

effect("a stream ends on its thread when its scope closes", () =>
  Effect.gen(function* () {
    const pool = yield* make()
    const scope = yield* Scope.make()
    const stream = yield* Scope.extend(begin(pool, 9), scope)
    yield* textOf(stream)
    const ended = pool.run("ada", { kind: "CountEnded" }, { things })
    expect(yield* ended).toBe("0")
    yield* Scope.close(scope, Exit.void)
    expect(yield* ended).toBe("1")
  })
)

effect("a stream that is cancelled while its job waits or runs leaves nothing on the thread", () =>
  Effect.gen(function* () {
    const pool = yield* make()
    const busy = yield* Effect.fork(pool.run("ada", { kind: "Sleep", milliseconds: 200 }, { things }))
    yield* Effect.yieldNow()
    const waiting = yield* Effect.fork(Effect.scoped(begin(pool, 9)))
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(waiting)
    yield* Fiber.join(busy)
    expect(yield* pool.run("ada", { kind: "CountEnded" }, { things })).toBe("0")
    expect(yield* say(pool, "served")).toBe("served")
  })
)

effect("a piece above its time budget fails all streams of its thread, and the next job gets another thread", () =>
  Effect.gen(function* () {
    const pool = yield* make()
    const [hanging, other] = [yield* begin(pool, 9, { hang: 1 }), yield* begin(pool, 9, {}, "bert")]
    yield* textOf(hanging)
    const [late, cut, served] = yield* Effect.all(
      [Effect.flip(hanging.next(300)), Effect.flip(textOf(other)), say(pool, "served")],
      { concurrency: "unbounded" }
    )
    expect([late.isDefect, cut.isDefect, served]).toEqual([false, false, "served"])
    expect(yield* Effect.flip(textOf(other))).toBeInstanceOf(Threads.JobFailed)
  })
)

effect("a generator that throws fails only its own stream", () =>
  Effect.gen(function* () {
    const pool = yield* make()
    const [broken, other] = [yield* begin(pool, 9, { fail: 1 }), yield* begin(pool, 1)]
    expect(yield* textOf(broken)).toBe("0")
    expect(yield* Effect.flip(textOf(broken))).toMatchObject({ reason: "broken", isDefect: true })
    expect(yield* textOf(other)).toBe("0")
  })
)

effect("a thread with an open stream is not stopped as idle", () =>
  Effect.gen(function* () {
    const ended: Array<number> = []
    const pool = yield* make({ idleMs: 20, onEnd: (id) => void ended.push(id) })
    const scope = yield* Scope.make()
    const stream = yield* Scope.extend(begin(pool, 9), scope)
    yield* Effect.sleep("200 millis")
    expect([yield* textOf(stream), ended.length]).toEqual(["0", 0])
    yield* Scope.close(scope, Exit.void)
    while (ended.length === 0) yield* Effect.sleep("10 millis")
  })
)
