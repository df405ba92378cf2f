import * as SqlClient from "@effect/sql/SqlClient"
import * as SqlError from "@effect/sql/SqlError"
import type { Connection } from "@effect/sql/SqlConnection"
import * as Chunk from "effect/Chunk"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Overloaded } from "../../../src/domain/Errors.ts"
import { Holding } from "../../../src/ports/Holding.ts"
import type { Run, Work } from "../../../src/runtime/ThreadJobs.ts"
import * as Threads from "../../../src/runtime/Threads.ts"
import type { Fault, Query } from "./SqliteFile.ts"
import * as SqliteStreams from "./SqliteStreams.ts"
import * as SqliteSync from "./SqliteSync.ts"
import * as SqliteWriter from "./SqliteWriter.ts"

/** Runs a statement on a connection and at a time that are right for it. */
export type RunQuery = (query: Query) => Effect.Effect<unknown, SqlError.SqlError>

const sqlError = (cause: unknown): SqlError.SqlError =>
  new SqlError.SqlError({ cause, message: cause instanceof Error ? cause.message : "SQLite failed" })

/** What SQLite throws as a typed failure. */
export const attempt = <A>(work: () => A): Effect.Effect<A, SqlError.SqlError> =>
  Effect.try({ try: work, catch: sqlError })

/** What a thread tells, with the code of SQLite where it is SQLite's word. */
const fromThread = (error: Fault | Threads.JobFailed | Overloaded): SqlError.SqlError =>
  sqlError("code" in error ? Object.assign(new Error(error.message), error.code === null ? {} : error) : error)

/** What SQLite would do and we do not want. */
export const refusal = (message: string): Effect.Effect<never, SqlError.SqlError> =>
  Effect.fail(sqlError(new Error(message)))

/** The connection of an SqlClient whose statements go through `run`. */
export const connection = (run: RunQuery, executeStream: Connection["executeStream"]): Connection => {
  const query = <A>(form: Query["form"], sql: string, params: ReadonlyArray<unknown>) =>
    Effect.withFiberRuntime<A, SqlError.SqlError>((fiber) => {
      const safeIntegers = Context.get(fiber.currentContext, SqlClient.SafeIntegers)
      return run({ sql, params, form, safeIntegers }) as Effect.Effect<A, SqlError.SqlError>
    })
  const execute: Connection["execute"] = (sql, params, transformRows) =>
    Effect.map(query<ReadonlyArray<object>>("all", sql, params), (rows) => transformRows?.(rows) ?? rows)
  return {
    execute,
    executeUnprepared: execute,
    executeValues: (sql, params) => query("values", sql, params),
    executeRaw: (sql, params) => query("run", sql, params),
    executeStream
  }
}

/** Threads of their own for what takes long; the calling one for tests, which have more databases than rows. */
export type Where = "own threads" | "calling thread"

const threadsOf = <W extends Work & { readonly things: { readonly place: object } }>(
  where: Where,
  script: URL,
  jobs: () => Run<W>,
  brief?: Threads.Brief<W>
) =>
  where === "calling thread"
    ? Effect.sync(() => Threads.calling(jobs()))
    : Threads.make<W>({
        script,
        threads: 1,
        ...(brief === undefined ? {} : { brief }),
        things: { place: 1 } as Readonly<Record<keyof W["things"], number>>
      })

/** Milliseconds for which an answer is waited for on the spot: three times what most of them take. */
const briefMs = 0.3
/** Characters of a value: JSON of many rows is longer. */
const briefText = 4096

/** Statements of a transaction that do not bring many rows. */
const briefWrite: Threads.Brief<SqliteWriter.WriterWork> = {
  milliseconds: briefMs,
  is: (request) =>
    request.kind === "Within" &&
    request.queries.every(({ params }) =>
      params.every((value) => typeof value !== "string" || value.length < briefText)
    )
}

/** Most streams are of few rows, or none. */
const briefRead: Threads.Brief<SqliteStreams.StreamWork> = {
  milliseconds: briefMs,
  is: ({ kind }) => kind === "Start" || kind === "Next"
}

/** The thread of the connection that writes, which runs statements in the order in which they come. */
export const writer = (where: Where, path: string, pragmas: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const script = new URL("./SqliteWriterThread.ts", import.meta.url)
    const threads = yield* threadsOf(where, script, SqliteWriter.make, briefWrite)
    const things = { place: { path, pragmas } }
    const write = (request: SqliteWriter.WriterWork["request"]) =>
      Effect.mapError(threads.run("", request, { things }), fromThread)
    yield* Effect.addFinalizer(() => Effect.ignore(write({ kind: "Close" })))
    return write
  })

/** A thread that waits for the disk, so that who writes next does not. */
export const syncing = (where: Where, path: string) =>
  Effect.gen(function* () {
    const script = new URL("./SqliteSyncThread.ts", import.meta.url)
    const threads = yield* threadsOf(where, script, SqliteSync.make)
    const things = { place: { path } }
    const ask = (kind: SqliteSync.SyncWork["request"]["kind"]) =>
      Effect.asVoid(Effect.mapError(threads.run("", { kind }, { things }), fromThread))
    yield* Effect.addFinalizer(() => Effect.ignore(ask("Close")))
    return ask("Sync")
  })

/** All rows are read before the first is given. */
export const streamAtOnce =
  (run: RunQuery): Connection["executeStream"] =>
  (sql, params, transformRows) =>
    Stream.unwrap(
      Effect.map(connection(run, Stream.die).execute(sql, params, transformRows), (rows) => Stream.fromIterable(rows))
    )

/**
 * Rows are read by a thread while they are asked for, all from one moment. Users take turns there; streams that nobody asks
 * for, each by itself.
 */
export const streamsSlowly = (
  where: Where,
  path: string
): Effect.Effect<Connection["executeStream"], never, Scope.Scope> =>
  Effect.gen(function* () {
    const script = new URL("./SqliteStreamsThread.ts", import.meta.url)
    const threads = yield* threadsOf(where, script, SqliteStreams.make, briefRead)
    const things = { place: { path } }
    const ask = (user: string, request: SqliteStreams.StreamWork["request"]) =>
      Effect.mapError(threads.run(user, request, { things }), fromThread)
    let next = 0
    yield* Effect.addFinalizer(() => (next === 0 ? Effect.void : Effect.ignore(ask("", { kind: "Close" }))))

    return (sql, params, transformRows) =>
      Stream.unwrapScoped(
        Effect.map(
          Effect.acquireRelease(
            Effect.map(Holding, ({ owner }) => {
              const id = next++
              return { id, user: owner === null ? String(id) : `of ${owner}`, isRunning: false }
            }),
            ({ id, isRunning, user }) => (isRunning ? Effect.ignore(ask(user, { kind: "Leave", id })) : Effect.void)
          ),
          (state) => {
            const { id, user } = state
            const turn = (request: SqliteStreams.StreamWork["request"]) => {
              state.isRunning = true
              return Effect.map(ask(user, request), ({ isLast, rows }) => {
                state.isRunning = !isLast
                const more: SqliteStreams.StreamWork["request"] = { kind: "Next", id }
                const chunk = Chunk.unsafeFromArray(transformRows?.(rows) ?? rows)
                return [chunk, isLast ? Option.none() : Option.some(more)] as const
              })
            }
            return Stream.paginateChunkEffect({ kind: "Start", id, sql, params }, turn)
          }
        )
      )
  })
