import { expect, test } from "bun:test"
import { createServer } from "node:net"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Pool } from "pg"
import { effect } from "../../src/testing/EffectTest.ts"
import * as OwnDatabase from "../storage/testing/OwnDatabase.ts"
import * as Database from "./Database.ts"
import { operationQueueContract } from "./OperationQueue.contract.ts"
import * as Notify from "./Notify.ts"

const { serverUrl } = OwnDatabase

const database = (server: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => OwnDatabase.make(server)),
      ({ drop }) => Effect.promise(drop)
    ),
    ({ url }) => url
  )

/** A reader that was woken and has read this many calls since. */
const listener = (url: string, calls: number) =>
  Effect.gen(function* () {
    const queue = yield* Notify.make({ url: Redacted.make(url), channel: "plinth_operations" })
    const fiber = yield* Effect.fork(Stream.runCollect(Stream.take(queue.calls, calls)))
    return { queue, heard: Effect.map(Effect.timeoutOption(Fiber.join(fiber), "3 seconds"), Option.map(Chunk.size)) }
  })

/** Returns the server of a database, and its name there. */
const serverOf = (server: string, url: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Pool({ connectionString: server })),
      (pool) => Effect.promise(() => pool.end())
    ),
    (pool) => {
      const sessions = "FROM pg_stat_activity WHERE datname = $1 AND query ~ 'LISTEN|notify'"
      const ask = async <A extends object>(text: string) =>
        (await pool.query<A>(`${text} ${sessions}`, [new URL(url).pathname.slice(1)])).rows
      return {
        /** Waits until this many connections listen. */
        listening: (count: number) =>
          Effect.promise(async () => {
            while ((await ask<{ n: number }>("SELECT count(*)::int AS n"))[0]!.n < count) await Bun.sleep(20)
          }),
        cut: Effect.promise(() => ask("SELECT pg_terminate_backend(pid)"))
      }
    }
  )

effect("a server that never answers delays neither wakes nor the shutdown", () =>
  Effect.gen(function* () {
    const silent = createServer(() => {})
    yield* Effect.addFinalizer(() => Effect.sync(() => silent.close()))
    const port = yield* Effect.promise(
      () => new Promise<number>((done) => silent.listen(0, () => done((silent.address() as { port: number }).port)))
    )
    const scope = yield* Scope.make()
    const queue = yield* Scope.extend(
      Notify.make({ url: Redacted.make(`postgres://a@127.0.0.1:${port}/a`), channel: "plinth_operations" }),
      scope
    )
    const woken = yield* Effect.fork(Stream.runHead(queue.wakes))
    yield* Effect.sleep("50 millis")
    for (let i = 0; i < 1000; i++) yield* queue.wake
    yield* Fiber.join(woken)
    yield* Scope.close(scope, Exit.void)
  })
)

if (serverUrl === undefined) test.skip("PostgreSQL's NOTIFY: TEST_DATABASE_URL names no server", () => {})
else {
  operationQueueContract("PostgreSQL", Database.layerShared({ url: Redacted.make(serverUrl) }))

  effect("a wake reaches other processes but not its own", () =>
    Effect.gen(function* () {
      const url = yield* database(serverUrl)
      const server = yield* serverOf(serverUrl, url)
      const [first, second, third] = yield* Effect.all([1, 2, 2].map((calls) => listener(url, calls)))
      yield* server.listening(3)
      yield* Effect.sleep("100 millis")
      yield* first!.queue.wake
      // One call is caused by the connection itself, whatever was announced before it.
      expect(yield* Effect.all([second!.heard, third!.heard])).toEqual([Option.some(2), Option.some(2)])
      const more = yield* Effect.fork(Stream.runHead(first!.queue.calls))
      yield* first!.queue.wake
      expect(yield* Effect.timeoutOption(Fiber.join(more), "300 millis")).toEqual(Option.none())
    })
  )

  effect("a wake just before the shutdown is sent", () =>
    Effect.gen(function* () {
      const url = yield* database(serverUrl)
      const server = yield* serverOf(serverUrl, url)
      const other = yield* listener(url, 2)
      const scope = yield* Scope.make()
      const { wake } = yield* Scope.extend(
        Notify.make({ url: Redacted.make(url), channel: "plinth_operations" }),
        scope
      )
      yield* server.listening(2)
      yield* wake
      yield* Scope.close(scope, Exit.void)
      expect(yield* other.heard).toEqual(Option.some(2))
    })
  )

  effect("lost connections are restored, and processes that may have missed a wake are woken", () =>
    Effect.gen(function* () {
      const url = yield* database(serverUrl)
      const server = yield* serverOf(serverUrl, url)
      const first = yield* listener(url, 1)
      // Connected, connected again.
      const second = yield* listener(url, 2)
      yield* server.listening(2)
      yield* server.cut
      yield* first.queue.wake
      expect(yield* second.heard).toEqual(Option.some(2))
      yield* server.listening(2)
      yield* Effect.sleep("100 millis")
      const called = yield* Effect.fork(Stream.runHead(second.queue.calls))
      yield* Effect.sleep("50 millis")
      yield* first.queue.wake
      expect(Option.isSome(yield* Effect.timeoutOption(Fiber.join(called), "1 second"))).toBe(true)
    })
  )
}
