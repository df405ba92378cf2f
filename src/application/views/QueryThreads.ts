import { gzip } from "node:zlib"
import { promisify } from "node:util"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { answerBudget } from "../../dataframe/query/AnswerBudget.ts"
import {
  answer,
  type Encoding,
  packed,
  type QueryAnswer,
  type QueryRequest
} from "../../dataframe/query/QueryAnswer.ts"
import { expectedBytes, isSmall, smallBytes } from "../../dataframe/query/QueryCost.ts"
import { answerEdit, type EditRequest } from "../../dataframe/edits/changes/EditAnswer.ts"
import * as EditText from "../../dataframe/edits/overlay/EditText.ts"
import * as Layers from "../../dataframe/edits/overlay/Layers.ts"
import type { View } from "../../dataframe/query/View.ts"
import type { TableWork } from "../../dataframe/TableWorker.ts"
import type { ProductTable } from "../../dataframe/table/ProductTable.ts"
import { Overloaded } from "../../domain/Errors.ts"
import type { UserId } from "../../domain/Principal.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { Page } from "../../ports/Stored.ts"
import { Pressure } from "../../ports/Pressure.ts"
import { Settings } from "../../ports/Settings.ts"
import { free } from "../../runtime/Freed.ts"
import { fn } from "../../runtime/Span.ts"
import * as Threads from "../../runtime/Threads.ts"
import { Answers, largeBytes, type AnswerReservation } from "../common/Answers.ts"
import { textOf } from "./ViewTexts.ts"

/**
 * Time until an idle thread is stopped, which frees its 35 MB and what it derived from tables. It is long because
 * starting a thread takes longer, and more CPU time, than most queries, and several are started if many queries arrive
 * at once.
 */
const idleMs = 5 * 60_000

/** Memory, as text, for shared data and edits that a thread caches; parsed, they take a multiple of that. */
const mostTextBytes = 16 * 1024 * 1024

/** A table as a caller sees it. */
export interface SeenTable {
  readonly table: ProductTable
  readonly view: View
  readonly texts: Layers.Texts
}

const short = () => new Overloaded({ details: "The service is short of memory or time. Ask for less, or later." })
const tooLong = () => new Overloaded({ details: sentenceOf(limits.querySeconds) })
const notAnswered = () =>
  new Overloaded({ details: "The query could not be answered. The log of the service says why." })

const unedited: Layers.Texts = { published: EditText.nothing, personal: EditText.nothing }

const isEdited = ({ texts }: SeenTable): boolean =>
  texts.published !== EditText.nothing || texts.personal !== EditText.nothing

/**
 * Returns whether the table is in shared memory, which threads can read; queries on other tables run in this thread.
 */
const isShared = ({ table }: SeenTable): boolean => table.container.buffer instanceof SharedArrayBuffer

/** Expected size of a change as JSON, in bytes. */
const bytesOfChange = 512

const gzipped = promisify(gzip)
const encodingOf = (request: QueryRequest) => (request.kind === "Check" ? null : request.encoding)

/** Runs queries on tables: small ones in this thread, the rest on threads that share the tables' memory. */
export class QueryThreads extends Effect.Service<QueryThreads>()("application/QueryThreads", {
  scoped: Effect.gen(function* () {
    const { workers } = yield* Settings
    const { level } = yield* Pressure
    const answers = yield* Answers
    /** Bytes that each thread keeps for a table besides its container, as last reported. */
    const kept = new Map<number, WeakMap<ProductTable, number>>()
    const note = (table: ProductTable, thread: number, bytes: number): void => {
      kept.getOrInsertComputed(thread, () => new WeakMap()).set(table, bytes)
    }
    const threads = yield* Threads.make<TableWork>({
      script: new URL("../../dataframe/TableWorker.ts", import.meta.url),
      // A user who keeps as many threads busy as there are processors still leaves one to others.
      threads: workers + 1,
      mostOfUser: Math.max(1, workers),
      warm: true,
      budgetMs: limits.querySeconds.most * 1000,
      idleMs,
      onEnd: (thread) => void kept.delete(thread),
      things: {
        container: Number.POSITIVE_INFINITY,
        shared: mostTextBytes,
        published: mostTextBytes,
        personal: mostTextBytes
      },
      sizeOf: (thing) => (thing as Uint8Array).byteLength
    })

    const onThread = fn("QueryThreads.onThread")(function* (
      user: UserId,
      { table, texts, view }: SeenTable,
      asked: QueryRequest | EditRequest,
      most: number
    ) {
      const { importedWith, shared } = view
      const things = { container: table.container, shared: yield* textOf(shared), ...texts }
      return yield* threads.run(user, { asked, importedWith, most }, { things }).pipe(
        Effect.tap(({ keptBytes, thread }) => Effect.sync(() => note(table, thread, keptBytes))),
        Effect.catchTag("JobFailed", ({ isDefect, reason }) => {
          if (isDefect) return Effect.zipRight(Effect.logError("A query met a defect", reason), notAnswered())
          return Effect.zipRight(Effect.logWarning("A query was given up", reason), tooLong())
        })
      )
    })

    /**
     * Runs the query with memory for the expected size; if the response is larger, runs it again with memory for the
     * maximum.
     */
    const withinReservation = (
      reservation: AnswerReservation,
      user: UserId,
      seen: SeenTable,
      asked: QueryRequest | EditRequest,
      most: number
    ) => {
      const again = Effect.zipRight(reservation.resize(answerBudget), onThread(user, seen, asked, answerBudget))
      return Effect.catchIf(
        onThread(user, seen, asked, most),
        ({ _tag }) => _tag === "AnswerTooLarge" && most < answerBudget,
        () => again
      )
    }

    const elsewhere = fn("QueryThreads.elsewhere")(function* (
      user: UserId,
      seen: SeenTable,
      asked: QueryRequest | EditRequest,
      expected: number
    ) {
      const most = Math.min(answerBudget, expected)
      const reservation = yield* answers.reserve(user, most)
      return yield* withinReservation(reservation, user, seen, asked, most).pipe(
        Effect.map(({ bytes, encoding }) => ({ body: reservation.made(bytes), encoding })),
        Effect.onExit((exit) => (exit._tag === "Failure" ? Effect.sync(reservation.release) : Effect.void))
      )
    })

    const queried = (user: UserId, seen: SeenTable, request: QueryRequest) =>
      Effect.suspend(() => {
        if (level() !== "Usual") return short()
        return Effect.catchTag(
          elsewhere(user, seen, request, expectedBytes(seen.table, request)),
          "LimitExceeded",
          Effect.die
        )
      })

    /** Compresses small bodies synchronously, others on a system thread. */
    const packedHere = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding | null) =>
      encoding === null || bytes.length <= largeBytes
        ? Effect.succeed(packed(bytes, encoding))
        : Effect.promise(async (): Promise<QueryAnswer> => {
            const body = await (encoding === "zstd" ? Bun.zstdCompress : gzipped)(bytes, { level: 1 })
            free(bytes)
            return { bytes: new Uint8Array(body), encoding }
          })

    /**
     * Answers a query, compressed if the client accepts that and it pays.
     *
     * Fails with `InvalidFilter`, `InvalidField` and `AnswerTooLarge`; with `Overloaded` if too many responses are
     * waiting to be made or read, the thread died or the query exceeded its ten seconds.
     */
    const query = fn("QueryThreads.query")(function* (user: UserId, seen: SeenTable, request: QueryRequest) {
      const { table, view } = Layers.seen(seen.table, seen.view, isShared(seen) ? unedited : seen.texts)
      if (isShared(seen) && (isEdited(seen) || !isSmall(table, view, request))) {
        return yield* queried(user, seen, request)
      }
      const found = answer(table, view, request, isShared(seen) ? smallBytes : answerBudget)
      // A response that looked small can be large if its texts are long.
      if (isShared(seen) && Either.isLeft(found) && found.left._tag === "AnswerTooLarge") {
        return yield* queried(user, seen, request)
      }
      const { bytes, encoding } = yield* packedHere(yield* found, encodingOf(request))
      return { body: yield* answers.register(user, bytes), encoding }
    })

    /**
     * Returns lines of JSON, as described by `EditRequest`. Fails with `LimitExceeded`, and with `Overloaded` like
     * `query`.
     */
    const edit = fn("QueryThreads.edit")(function* (user: UserId, seen: SeenTable, request: EditRequest) {
      if (!isShared(seen)) {
        return yield* Effect.catchTag(
          answerEdit(seen.table, seen.view, seen.texts, request),
          "AnswerTooLarge",
          Effect.die
        )
      }
      if (level() === "Critical") return yield* short()
      const made = onThread(user, seen, request, answerBudget)
      return (yield* Effect.catchTags(made, {
        InvalidFilter: Effect.die,
        InvalidField: Effect.die,
        AnswerTooLarge: Effect.die
      })).bytes
    })

    /** Returns a page of the caller's net changes. Fails with `AnswerTooLarge`, and with `Overloaded` like `query`. */
    const changes = fn("QueryThreads.changes")(function* (user: UserId, seen: SeenTable, page: Page) {
      const request = { kind: "Changes", ...page } as const
      if (!isShared(seen)) {
        const found = answerEdit(seen.table, seen.view, seen.texts, request)
        return yield* answers.register(user, yield* Effect.catchTag(found, "LimitExceeded", Effect.die))
      }
      if (level() === "Critical") return yield* short()
      const made = elsewhere(user, seen, request, page.pageSize * bytesOfChange)
      return (yield* Effect.catchTags(made, {
        InvalidFilter: Effect.die,
        InvalidField: Effect.die,
        LimitExceeded: Effect.die
      })).body
    })

    /** Returns the bytes that the threads keep for a table besides its container, as last reported. */
    const bytesFor = (table: ProductTable): number =>
      kept.values().reduce((sum, ofThread) => sum + (ofThread.get(table) ?? 0), 0)

    /** Drops what the threads keep for a table that has left the cache. */
    const forget = (table: ProductTable): void => {
      for (const ofThread of kept.values()) ofThread.delete(table)
      threads.forget(table.container)
    }

    return { query, edit, changes, bytesFor, forget }
  })
}) {}
