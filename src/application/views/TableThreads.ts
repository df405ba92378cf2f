import * as Effect from "effect/Effect"
import { answerBudget } from "../../dataframe/query/AnswerBudget.ts"
import type { Encoding } from "../../dataframe/query/answer/QueryAnswer.ts"
import type { SeenModel } from "../../dataframe/query/project/SeenModel.ts"
import * as EditText from "../../dataframe/edits/overlay/EditText.ts"
import type * as Layers from "../../dataframe/edits/overlay/Layers.ts"
import type { SharedView, View } from "../../dataframe/query/View.ts"
import type { Asked, TableWork } from "../../dataframe/TableWorker.ts"
import type { ProductTable } from "../../dataframe/table/ProductTable.ts"
import { Overloaded } from "../../domain/Errors.ts"
import { type Limit, sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { UserId } from "../../domain/Principal.ts"
import { Settings } from "../../ports/Settings.ts"
import { fn } from "../../runtime/Span.ts"
import * as Threads from "../../runtime/Threads.ts"
import { Answers, type AnswerReservation, type Body } from "../common/Answers.ts"
import { textOf } from "./ViewTexts.ts"

/**
 * Time until an idle thread is stopped, which frees its 35 MB and what it derived from tables. It is long because
 * starting a thread takes longer, and more CPU time, than most queries, and several are started if many queries arrive
 * at once.
 */
const idleMs = 5 * 60_000

/** Memory, as text, for shared data and edits that a thread caches; parsed, they take a multiple of that. */
const mostTextBytes = 16 * 1024 * 1024

/** Memory for measures from geometry that a thread refers to; they lie in shared memory. */
const mostMeasuresBytes = 64 * 1024 * 1024

/** A table as a caller sees it. */
export interface SeenTable {
  readonly table: ProductTable
  readonly view: View
  readonly texts: Layers.Texts
}

/** A table of a query over several models: its model, and the file of its measures, empty if it has none. */
export interface SeenModelTable extends SeenTable {
  readonly model: SeenModel["model"]
  readonly measures: Uint8Array
}

/** An answer and its compression; null: none. */
interface Answered {
  readonly body: Body
  readonly encoding: Encoding | null
}

/** A job of a thread: a request about tables, all of which have the same shared view. */
export interface TableJob {
  readonly asked: Asked
  readonly shared: SharedView
  readonly tables: ReadonlyArray<SeenTable & Partial<SeenModelTable>>
  /** The time on a thread that the job may take. */
  readonly budget: Limit
}

export const unedited: Layers.Texts = { published: EditText.nothing, personal: EditText.nothing }
export const noMeasures = new Uint8Array(new SharedArrayBuffer(0))

/** Returns the error for a service that has no memory or time left for queries. */
export const short = () =>
  new Overloaded({ details: "The service is short of memory or time. Request less, or try again later." })

const notAnswered = () => new Overloaded({ details: "The service could not answer the query. Its log has the reason." })

/** Returns whether the table is in shared memory, which threads can read. */
export const isShared = ({ table }: Pick<SeenTable, "table">): boolean =>
  table.container.buffer instanceof SharedArrayBuffer

/** The threads that answer requests about tables, which they share with this one. */
export class TableThreads extends Effect.Service<TableThreads>()("application/TableThreads", {
  scoped: Effect.gen(function* () {
    const { keepsThreadWarm, workers } = yield* Settings
    const answers = yield* Answers
    /** Bytes that each thread keeps for a table besides its container, as last reported. */
    const kept = new Map<number, WeakMap<ProductTable, number>>()
    const note = (
      tables: TableJob["tables"],
      { keptBytes, thread }: Pick<TableWork["answer"], "keptBytes" | "thread">
    ): void => {
      const ofThread = kept.getOrInsertComputed(thread, () => new WeakMap())
      for (const [i, { table }] of tables.entries()) ofThread.set(table, keptBytes[i]!)
    }
    const threads = yield* Threads.make<TableWork>({
      script: new URL("../../dataframe/TableWorker.ts", import.meta.url),
      // A user who keeps as many threads busy as there are processors still leaves one to others.
      threads: workers + 1,
      mostOfUser: Math.max(1, workers),
      warm: keepsThreadWarm,
      idleMs,
      onEnd: (thread) => void kept.delete(thread),
      things: {
        containers: Number.POSITIVE_INFINITY,
        shared: mostTextBytes,
        published: mostTextBytes,
        personal: mostTextBytes,
        measures: mostMeasuresBytes
      },
      sizeOf: (thing) => (thing as Uint8Array).byteLength
    })

    /** Returns what a job sends to its thread. */
    const sentOf = Effect.fnUntraced(function* ({ asked, budget, shared, tables }: TableJob, most: number) {
      const request: TableWork["request"] = {
        asked,
        most,
        tables: tables.map(({ model, view }) => ({ importedWith: view.importedWith, model: model ?? null }))
      }
      const things: TableWork["things"] = {
        shared: yield* textOf(shared),
        containers: tables.map(({ table }) => table.container),
        published: tables.map(({ texts }) => texts.published),
        personal: tables.map(({ texts }) => texts.personal),
        measures: tables.map(({ measures }) => measures ?? noMeasures)
      }
      return { request, sent: { things, budgetMs: budget.most * 1000 } }
    })

    /** Returns the error for a job that failed, after writing the reason to the log. */
    const failure = (budget: Limit) =>
      fn("TableThreads.failure")(function* ({ isDefect, reason }: Threads.JobFailed) {
        if (isDefect) {
          yield* Effect.logError("A query met a defect", reason)
          return yield* notAnswered()
        }
        yield* Effect.logWarning("A query was given up", reason)
        return yield* new Overloaded({ details: sentenceOf(budget) })
      })

    /**
     * Answers a request on a thread. Fails with the errors of the request, and with `Overloaded` if too many jobs wait,
     * the thread died or the job exceeded its time.
     */
    const run = fn("TableThreads.run")(function* (user: UserId, job: TableJob, most: number) {
      const { request, sent } = yield* sentOf(job, most)
      return yield* threads.run(user, request, sent).pipe(
        Effect.tap((answer) => Effect.sync(() => note(job.tables, answer))),
        Effect.catchTag("JobFailed", failure(job.budget))
      )
    })

    /**
     * Begins a stream on a thread, and returns the effect that returns its next piece, or null at the end. Both fail like
     * `run`. The stream ends when the scope closes.
     */
    const stream = fn("TableThreads.stream")(function* (user: UserId, job: TableJob) {
      const { request, sent } = yield* sentOf(job, 0)
      const { answer, next } = yield* Effect.catchTag(
        threads.stream(user, request, sent),
        "JobFailed",
        failure(job.budget)
      )
      note(job.tables, answer)
      const { pieceSeconds } = limits
      return Effect.catchTag(next(pieceSeconds.most * 1000), "JobFailed", failure(pieceSeconds))
    })

    /**
     * Runs the job with memory for the expected size; if the response is larger, runs it again with memory for the
     * maximum.
     */
    const withinReservation = (reservation: AnswerReservation, user: UserId, job: TableJob, most: number) => {
      const again = Effect.zipRight(reservation.resize(answerBudget), run(user, job, answerBudget))
      return Effect.catchIf(
        run(user, job, most),
        ({ _tag }) => _tag === "AnswerTooLarge" && most < answerBudget,
        () => again
      )
    }

    /** Runs the job with memory reserved for its answer. Fails like `run`, and with `Overloaded` if there is none. */
    const answered = fn("TableThreads.answered")(function* (user: UserId, job: TableJob, expected: number) {
      const most = Math.min(answerBudget, expected)
      const reservation = yield* answers.reserve(user, most)
      return yield* withinReservation(reservation, user, job, most).pipe(
        Effect.map(({ bytes, encoding }): Answered => ({ body: reservation.made(bytes), encoding })),
        Effect.onExit((exit) => (exit._tag === "Failure" ? Effect.sync(reservation.release) : Effect.void))
      )
    })

    /** Returns the bytes that the threads keep for a table besides its container, as last reported. */
    const bytesFor = (table: ProductTable): number =>
      kept.values().reduce((sum, ofThread) => sum + (ofThread.get(table) ?? 0), 0)

    /** Drops what the threads keep for a table that has left the cache. */
    const forget = (table: ProductTable): void => {
      for (const ofThread of kept.values()) ofThread.delete(table)
      threads.forget(table.container)
    }

    return { run, stream, answered, bytesFor, forget }
  })
}) {}
