import { Database, type SQLQueryBindings, type Statement as Prepared } from "bun:sqlite"
import { SqlClient, SqlError } from "@effect/sql"
import type { Connection } from "@effect/sql/SqlConnection"
import { Chunk, Context, Effect, Option, type Scope, Stream } from "effect"

const BUSY_TIMEOUT_MS = 2000
const PREPARED_PER_CONNECTION = 300
const ROWS_PER_CHUNK = 256

type Rows = ReadonlyArray<Record<string, unknown>>

/** A connection whose statements are prepared once. */
export interface Handle {
  readonly db: Database
  readonly statement: (sql: string) => Prepared
  readonly close: () => void
}

/** Does something with the statement of the text, on a connection and at a time that are right for it. */
export type Run = <A>(sql: string, use: (statement: Prepared) => A) => Effect.Effect<A, SqlError.SqlError>

/** What SQLite throws as a typed failure. */
export const attempt = <A>(work: () => A): Effect.Effect<A, SqlError.SqlError> =>
  Effect.try({
    try: work,
    catch: (cause) =>
      new SqlError.SqlError({ cause, message: cause instanceof Error ? cause.message : "SQLite failed" })
  })

/** Bun would prepare the first of several statements and drop the rest. */
const prepare = (db: Database, sql: string): Prepared => {
  const text = `${sql.replace(/[;\s]+$/, "")}\n;`
  const statement = db.prepare(text)
  if (String(statement).split(";").length === text.split(";").length) return statement
  statement.finalize()
  throw new Error("one statement at a time")
}

/** Bun would bind NaN as null, and of a big integer the last 64 bits. */
const bindable = (params: ReadonlyArray<unknown>): Array<SQLQueryBindings> =>
  params.map((value) => {
    if (Number.isNaN(value)) throw new RangeError("NaN is no value")
    if (typeof value === "bigint" && value !== BigInt.asIntN(64, value)) throw new RangeError("more than 64 bits")
    return value as SQLQueryBindings
  })

const openNow = (
  path: string,
  pragmas: ReadonlyArray<string>,
  options: { readonly readonly: boolean }
): Effect.Effect<Handle, SqlError.SqlError> =>
  attempt(() => {
    const db = new Database(path, options.readonly ? { readonly: true } : { create: true, readwrite: true })
    try {
      for (const pragma of [`busy_timeout = ${BUSY_TIMEOUT_MS}`, ...pragmas]) db.run(`PRAGMA ${pragma}`)
    } catch (cause) {
      db.close()
      throw cause
    }
    const prepared = new Map<string, Prepared>()
    const statement = (sql: string): Prepared => {
      const known = prepared.get(sql) ?? prepare(db, sql)
      prepared.delete(sql)
      prepared.set(sql, known)
      for (const [oldest, unused] of prepared) {
        if (prepared.size <= PREPARED_PER_CONNECTION) break
        prepared.delete(oldest)
        unused.finalize()
      }
      return known
    }
    const close = () => {
      for (const one of prepared.values()) one.finalize()
      db.close()
    }
    return { db, statement, close }
  })

/** Opens the file until the scope closes. */
export const open = (...asked: Parameters<typeof openNow>): Effect.Effect<Handle, SqlError.SqlError, Scope.Scope> =>
  Effect.acquireRelease(openNow(...asked), ({ close }) => Effect.sync(close))

/** The connection of an SqlClient whose statements go through `run`. */
export const connection = (run: Run, executeStream: Connection["executeStream"]): Connection => {
  const query = <A>(sql: string, use: (statement: Prepared) => A) =>
    Effect.withFiberRuntime<A, SqlError.SqlError>((fiber) =>
      run(sql, (statement) => use(statement.safeIntegers(Context.get(fiber.currentContext, SqlClient.SafeIntegers))))
    )
  const execute: Connection["execute"] = (sql, params, transformRows) =>
    Effect.map(
      query(sql, (statement) => statement.all(bindable(params)) as Rows),
      (rows) => transformRows?.(rows) ?? rows
    )
  return {
    execute,
    executeUnprepared: execute,
    executeValues: (sql, params) => query(sql, (statement) => statement.values(bindable(params))),
    executeRaw: (sql, params) => query(sql, (statement) => statement.run(bindable(params))),
    executeStream
  }
}

/** All rows are read before the first is given. */
export const streamAtOnce =
  (run: Run): Connection["executeStream"] =>
  (sql, params, transformRows) =>
    Stream.unwrap(
      Effect.map(connection(run, Stream.die).execute(sql, params, transformRows), (rows) => Stream.fromIterable(rows))
    )

/** Connections of streams that wait for the next one. */
const IDLE_READERS = 4

/**
 * Rows are read while they are asked for, all from one moment, on a connection that the stream has to itself. The
 * connections of streams that were read to their end are used again.
 */
export const streamsSlowly = (path: string): Effect.Effect<Connection["executeStream"], never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => ({ idle: [] as Array<Handle>, isOver: false })),
      (pool) =>
        Effect.sync(() => {
          pool.isOver = true
          for (const { close } of pool.idle.splice(0)) close()
        })
    ),
    (pool) => (sql, params, transformRows) =>
      Stream.unwrapScoped(
        Effect.gen(function* () {
          const state = { drained: false }
          const { statement } = yield* Effect.acquireRelease(
            Effect.suspend(() => {
              const waiting = pool.idle.pop()
              return waiting === undefined ? openNow(path, [], { readonly: true }) : Effect.succeed(waiting)
            }),
            (handle) =>
              Effect.sync(() => {
                const isWanted = state.drained && !pool.isOver && pool.idle.length < IDLE_READERS
                if (isWanted) pool.idle.push(handle)
                else handle.close()
              })
          )
          const rows = yield* attempt(() => statement(sql).iterate(bindable(params)) as IterableIterator<object>)
          const next = attempt(() => {
            const chunk: Array<object> = []
            for (let row = rows.next(); ; row = rows.next()) {
              state.drained = row.done === true
              if (state.drained || chunk.push(row.value) === ROWS_PER_CHUNK) break
            }
            return Chunk.unsafeFromArray(transformRows?.(chunk) ?? chunk)
          })
          return Stream.repeatEffectChunkOption(
            Effect.filterOrFail(Effect.mapError(next, Option.some), Chunk.isNonEmpty, () => Option.none())
          )
        })
      )
  )
