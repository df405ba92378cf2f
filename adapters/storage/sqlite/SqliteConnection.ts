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
import { ListMemory } from "../../../src/ports/ListMemory.ts"
import type { Run, Work } from "../../../src/runtime/ThreadJobs.ts"
import * as CallingThread from "../../../src/runtime/CallingThread.ts"
import * as Threads from "../../../src/runtime/Threads.ts"
import type { Fault, Query } from "./SqliteFile.ts"
import * as SqliteStreams from "./SqliteStreams.ts"
import * as SqliteSync from "./SqliteSync.ts"
import * as SqliteWriter from "./SqliteWriter.ts"

/** Runs a statement on a suitable connection at a suitable time. */
export type RunQuery = (query: Query) => Effect.Effect<unknown, SqlError.SqlError>

const sqlError = (cause: unknown): SqlError.SqlError =>
  new SqlError.SqlError({ cause, message: cause instanceof Error ? cause.message : "SQLite failed" })

/** Runs `work` and turns what SQLite throws into an `SqlError`. */
export const attempt = <A>(work: () => A): Effect.Effect<A, SqlError.SqlError> =>
  Effect.try({ try: work, catch: sqlError })

/** Converts a failure of a thread into an `SqlError`, with SQLite's error code if SQLite raised it. */
const fromThread = (error: Fault | Threads.JobFailed | Overloaded): SqlError.SqlError =>
  sqlError("code" in error ? Object.assign(new Error(error.message), error.code === null ? {} : error) : error)

/** Fails with an `SqlError` for something that SQLite would accept but this adapter does not. */
export const refusal = (message: string): Effect.Effect<never, SqlError.SqlError> =>
  Effect.fail(sqlError(new Error(message)))

/** Returns the connection of an SqlClient whose statements go through `run`. */
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

/** The place for long work: its own threads, or the calling thread for tests, which use many small databases. */
export type Where = "own threads" | "calling thread"

const threadsOf = <W extends Work & { readonly things: { readonly place: object } }>(
  where: Where,
  script: URL,
  jobs: () => Run<W>
) =>
  where === "calling thread"
    ? Effect.sync(() => CallingThread.make(jobs()))
    : Threads.make<W>({
        script,
        threads: 1,
        things: { place: 1 } as Readonly<Record<keyof W["things"], number>>
      })

/** Sends a request to a writing connection. */
export type Write = (
  request: SqliteWriter.WriterWork["request"]
) => Effect.Effect<SqliteWriter.WriterWork["answer"], SqlError.SqlError>

/** Opens a writing connection, which runs statements in the order in which they arrive. */
export const writer = (where: Where, path: string, pragmas: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const script = new URL("./SqliteWriterThread.ts", import.meta.url)
    const threads = yield* threadsOf(where, script, SqliteWriter.make)
    const things = { place: { path, pragmas } }
    const write: Write = (request) => Effect.mapError(threads.run("", request, { things }), fromThread)
    yield* Effect.addFinalizer(() => Effect.ignore(write({ kind: "Close" })))
    return write
  })

/** Starts a thread that waits for the disk, so that the next writer does not have to. */
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

/** Returns a stream that reads all rows before it emits the first. */
export const streamAtOnce =
  (run: RunQuery): Connection["executeStream"] =>
  (sql, params, transformRows) =>
    Stream.unwrap(
      Effect.map(connection(run, Stream.die).execute(sql, params, transformRows), (rows) => Stream.fromIterable(rows))
    )

/**
 * Returns streams whose rows a thread reads on demand, each stream from one snapshot. Users take turns on the thread; a
 * stream that belongs to no user takes turns by itself.
 */
export const streamsSlowly = (
  where: Where,
  path: string
): Effect.Effect<Connection["executeStream"], never, Scope.Scope> =>
  Effect.gen(function* () {
    const script = new URL("./SqliteStreamsThread.ts", import.meta.url)
    const threads = yield* threadsOf(where, script, SqliteStreams.make)
    const things = { place: { path } }
    const ask = (user: string, request: SqliteStreams.StreamWork["request"]) =>
      Effect.mapError(threads.run(user, request, { things }), fromThread)
    let next = 0
    yield* Effect.addFinalizer(() => (next === 0 ? Effect.void : Effect.ignore(ask("", { kind: "Close" }))))

    return (sql, params, transformRows) =>
      Stream.unwrapScoped(
        Effect.map(
          Effect.acquireRelease(
            Effect.map(ListMemory, ({ owner }) => {
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
