import { gzip } from "node:zlib"
import { promisify } from "node:util"
import { Effect, Either } from "effect"
import { answerBudget } from "../dataframe/query/AnswerBudget.ts"
import { answer, type Encoding, packed, type QueryAnswer, type QueryRequest } from "../dataframe/query/QueryAnswer.ts"
import { expectedBytes, isSmall, smallBytes } from "../dataframe/query/QueryCost.ts"
import type { QueryWork } from "../dataframe/query/QueryWorker.ts"
import type { View } from "../dataframe/query/View.ts"
import type { ProductTable } from "../dataframe/table/ProductTable.ts"
import { Overloaded } from "../domain/Errors.ts"
import type { UserId } from "../domain/Principal.ts"
import { Pressure } from "../ports/Pressure.ts"
import { Settings } from "../ports/Settings.ts"
import { fn } from "../runtime/Span.ts"
import * as Threads from "../runtime/Threads.ts"
import { Answers, largeBytes, type Room } from "./Answers.ts"
import { textOf } from "./ViewTexts.ts"

/** A query that takes longer is given up. */
const budgetMs = 10_000

/** What projects share that a thread remembers, as text; read, it takes some times that. */
const mostSharedBytes = 16 * 1024 * 1024

const short = () => new Overloaded({ details: "The service is short of memory or time. Ask for less, or later." })

const gzipped = promisify(gzip)
const encodingOf = (request: QueryRequest) => (request.kind === "Check" ? null : request.encoding)

/** What is asked of tables: little at once, the rest on threads that share the tables' memory with this one. */
export class QueryThreads extends Effect.Service<QueryThreads>()("application/QueryThreads", {
  scoped: Effect.gen(function* () {
    const { workers } = yield* Settings
    const { level } = yield* Pressure
    const answers = yield* Answers
    const threads = yield* Threads.make<QueryWork>({
      script: new URL("../dataframe/query/QueryWorker.ts", import.meta.url),
      // Whoever keeps as many busy as there are processors leaves one to others.
      threads: workers + 1,
      mostOfUser: Math.max(1, workers),
      warm: true,
      budgetMs,
      things: { container: Number.POSITIVE_INFINITY, shared: mostSharedBytes },
      sizeOf: (thing) => (thing as Uint8Array).byteLength
    })

    /** What each thread keeps for a table beside its container, as it told last. */
    const kept = new WeakMap<ProductTable, Map<number, number>>()
    const note = (table: ProductTable, thread: number, bytes: number): void => {
      kept.set(table, (kept.get(table) ?? new Map<number, number>()).set(thread, bytes))
    }

    const onThread = fn("QueryThreads.onThread")(function* (
      user: UserId,
      table: ProductTable,
      { shared, ...rest }: View,
      asked: QueryRequest,
      most: number
    ) {
      const things = { container: table.container, shared: yield* textOf(shared) }
      return yield* threads.run(user, { asked, rest, most }, { things }).pipe(
        Effect.tap(({ keptBytes, thread }) => Effect.sync(() => note(table, thread, keptBytes))),
        Effect.catchTag("JobFailed", (error) => {
          // A thread is gone, with what it kept; the others tell again with their next answers.
          kept.delete(table)
          const tooLong = new Overloaded({ details: "The query took too long. Try again later, or ask for less." })
          return Effect.zipRight(Effect.logWarning("A query was given up", error.reason), tooLong)
        })
      )
    })

    /** With room for what is expected; where it turns out to be more, once more with room for the most there can be. */
    const inRoom = (room: Room, user: UserId, table: ProductTable, view: View, request: QueryRequest) => {
      const most = Math.min(answerBudget, expectedBytes(table, request))
      const again = Effect.zipRight(room.grow(answerBudget), onThread(user, table, view, request, answerBudget))
      return Effect.catchIf(
        onThread(user, table, view, request, most),
        ({ _tag }) => _tag === "AnswerTooLarge" && most < answerBudget,
        () => again
      )
    }

    const elsewhere = fn("QueryThreads.elsewhere")(function* (
      user: UserId,
      table: ProductTable,
      view: View,
      request: QueryRequest
    ) {
      if (level() !== "Usual") return yield* short()
      const room = yield* answers.room(user, Math.min(answerBudget, expectedBytes(table, request)))
      return yield* inRoom(room, user, table, view, request).pipe(
        Effect.map(({ bytes, encoding }) => ({ body: room.made(bytes), encoding })),
        Effect.onExit((exit) => (exit._tag === "Failure" ? Effect.sync(room.release) : Effect.void))
      )
    })

    /** Small bodies are compressed at once, others on a thread of the system. */
    const packedHere = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding | null) =>
      encoding === null || bytes.length <= largeBytes
        ? Effect.succeed(packed(bytes, encoding))
        : Effect.promise(async (): Promise<QueryAnswer> => {
            const body = await (encoding === "zstd" ? Bun.zstdCompress : gzipped)(bytes, { level: 1 })
            return { bytes: new Uint8Array(body), encoding }
          })

    /**
     * What is asked, compressed where the client takes that and it pays.
     *
     * Fails with `InvalidFilter` and `AnswerTooLarge`; with `Overloaded` where too much waits to be made or to be read,
     * the thread died or ran out of its ten seconds.
     */
    const query = fn("QueryThreads.query")(function* (
      user: UserId,
      table: ProductTable,
      view: View,
      request: QueryRequest
    ) {
      const isShared = table.container.buffer instanceof SharedArrayBuffer
      if (isShared && !isSmall(table, view, request)) return yield* elsewhere(user, table, view, request)
      const found = answer(table, view, request, isShared ? smallBytes : answerBudget)
      // Long texts: what looked small is not.
      if (isShared && Either.isLeft(found) && found.left._tag === "AnswerTooLarge") {
        return yield* elsewhere(user, table, view, request)
      }
      const { bytes, encoding } = yield* packedHere(yield* found, encodingOf(request))
      return { body: yield* answers.keep(user, bytes), encoding }
    })

    /** Bytes that the threads keep for a table beside its container, as far as they have told. */
    const bytesFor = (table: ProductTable): number =>
      kept
        .get(table)
        ?.values()
        .reduce((sum, bytes) => sum + bytes, 0) ?? 0

    /** The table has left the cache. */
    const forget = (table: ProductTable): void => {
      kept.delete(table)
      threads.forget(table.container)
    }

    return { query, bytesFor, forget }
  })
}) {}
