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
import type { Page } from "../../ports/Stored.ts"
import { Pressure } from "../../ports/Pressure.ts"
import { Settings } from "../../ports/Settings.ts"
import { free } from "../../runtime/Freed.ts"
import { fn } from "../../runtime/Span.ts"
import * as Threads from "../../runtime/Threads.ts"
import { Answers, largeBytes, type Room } from "../common/Answers.ts"
import { textOf } from "./ViewTexts.ts"

/** A query that takes longer is given up. */
const budgetMs = 10_000

/**
 * A thread at rest has 35 MB and what it derived from tables: that is given back. Not soon: to start another takes longer,
 * and more of the processor, than most queries, and several are started where many queries come at once.
 */
const idleMs = 5 * 60_000

/** What projects share, and what lies over tables, that a thread remembers as text; read, it takes some times that. */
const mostTextBytes = 16 * 1024 * 1024

/** A table as a caller sees it. */
export interface SeenTable {
  readonly table: ProductTable
  readonly view: View
  readonly texts: Layers.Texts
}

const short = () => new Overloaded({ details: "The service is short of memory or time. Ask for less, or later." })
const tooLong = () => new Overloaded({ details: "The query took too long. Try again later, or ask for less." })
const notAnswered = () =>
  new Overloaded({ details: "The query could not be answered. The log of the service says why." })

const unedited: Layers.Texts = { published: EditText.nothing, personal: EditText.nothing }

const isEdited = ({ texts }: SeenTable): boolean =>
  texts.published !== EditText.nothing || texts.personal !== EditText.nothing

/** Threads read what is in shared memory; everything else is asked for on the spot. */
const isShared = ({ table }: SeenTable): boolean => table.container.buffer instanceof SharedArrayBuffer

/** What most changes take as JSON. */
const bytesOfChange = 512

const gzipped = promisify(gzip)
const encodingOf = (request: QueryRequest) => (request.kind === "Check" ? null : request.encoding)

/** What is asked of tables: little at once, the rest on threads that share the tables' memory with this one. */
export class QueryThreads extends Effect.Service<QueryThreads>()("application/QueryThreads", {
  scoped: Effect.gen(function* () {
    const { workers } = yield* Settings
    const { level } = yield* Pressure
    const answers = yield* Answers
    /** What each thread keeps for a table beside its container, as it told last. */
    const kept = new Map<number, WeakMap<ProductTable, number>>()
    const note = (table: ProductTable, thread: number, bytes: number): void => {
      kept.getOrInsertComputed(thread, () => new WeakMap()).set(table, bytes)
    }
    const threads = yield* Threads.make<TableWork>({
      script: new URL("../../dataframe/TableWorker.ts", import.meta.url),
      // Whoever keeps as many busy as there are processors leaves one to others.
      threads: workers + 1,
      mostOfUser: Math.max(1, workers),
      warm: true,
      budgetMs,
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

    /** With room for what is expected; where it turns out to be more, once more with room for the most there can be. */
    const inRoom = (room: Room, user: UserId, seen: SeenTable, asked: QueryRequest | EditRequest, most: number) => {
      const again = Effect.zipRight(room.grow(answerBudget), onThread(user, seen, asked, answerBudget))
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
      const room = yield* answers.room(user, most)
      return yield* inRoom(room, user, seen, asked, most).pipe(
        Effect.map(({ bytes, encoding }) => ({ body: room.made(bytes), encoding })),
        Effect.onExit((exit) => (exit._tag === "Failure" ? Effect.sync(room.release) : Effect.void))
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

    /** Small bodies are compressed at once, others on a thread of the system. */
    const packedHere = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding | null) =>
      encoding === null || bytes.length <= largeBytes
        ? Effect.succeed(packed(bytes, encoding))
        : Effect.promise(async (): Promise<QueryAnswer> => {
            const body = await (encoding === "zstd" ? Bun.zstdCompress : gzipped)(bytes, { level: 1 })
            free(bytes)
            return { bytes: new Uint8Array(body), encoding }
          })

    /**
     * What is asked, compressed where the client takes that and it pays.
     *
     * Fails with `InvalidFilter`, `InvalidField` and `AnswerTooLarge`; with `Overloaded` where too much waits to be made or to be read,
     * the thread died or ran out of its ten seconds.
     */
    const query = fn("QueryThreads.query")(function* (user: UserId, seen: SeenTable, request: QueryRequest) {
      const { table, view } = Layers.seen(seen.table, seen.view, isShared(seen) ? unedited : seen.texts)
      if (isShared(seen) && (isEdited(seen) || !isSmall(table, view, request))) {
        return yield* queried(user, seen, request)
      }
      const found = answer(table, view, request, isShared(seen) ? smallBytes : answerBudget)
      // Long texts: what looked small is not.
      if (isShared(seen) && Either.isLeft(found) && found.left._tag === "AnswerTooLarge") {
        return yield* queried(user, seen, request)
      }
      const { bytes, encoding } = yield* packedHere(yield* found, encodingOf(request))
      return { body: yield* answers.keep(user, bytes), encoding }
    })

    /** Lines of JSON, as `EditRequest` says. Fails: `LimitExceeded`; `Overloaded` as `query` does. */
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

    /** A page of the caller's net changes. Fails: `AnswerTooLarge`; `Overloaded` as `query` does. */
    const changes = fn("QueryThreads.changes")(function* (user: UserId, seen: SeenTable, page: Page) {
      const request = { kind: "Changes", ...page } as const
      if (!isShared(seen)) {
        const found = answerEdit(seen.table, seen.view, seen.texts, request)
        return yield* answers.keep(user, yield* Effect.catchTag(found, "LimitExceeded", Effect.die))
      }
      if (level() === "Critical") return yield* short()
      const made = elsewhere(user, seen, request, page.pageSize * bytesOfChange)
      return (yield* Effect.catchTags(made, {
        InvalidFilter: Effect.die,
        InvalidField: Effect.die,
        LimitExceeded: Effect.die
      })).body
    })

    /** Bytes that the threads keep for a table beside its container, as far as they have told. */
    const bytesFor = (table: ProductTable): number =>
      kept.values().reduce((sum, ofThread) => sum + (ofThread.get(table) ?? 0), 0)

    /** The table has left the cache. */
    const forget = (table: ProductTable): void => {
      for (const ofThread of kept.values()) ofThread.delete(table)
      threads.forget(table.container)
    }

    return { query, edit, changes, bytesFor, forget }
  })
}) {}
