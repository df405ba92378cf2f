import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { Pool, type PoolClient } from "pg"

/** Where the database is, and how many connections there may be to it at once. */
export interface PoolOptions {
  /** `postgres://…`; what stands behind its `?` goes before what is said here. */
  readonly url: Redacted.Redacted
  readonly connections: number
  /** Longest that a statement may take, in milliseconds; 30 s unless told, Infinity for migrations. */
  readonly statementMillis?: number
}

/** How long somebody waits for a connection, in milliseconds: then the database counts as away, or overwhelmed. */
const waitMillis = 5000
/** The longest statement that the service makes takes a third of it. */
const longestStatement = 30_000
/** How long a statement waits for what another transaction has locked, in milliseconds. */
const lockMillis = 10_000
/** When the server ends a transaction that nobody goes on with, in milliseconds. */
const pauseMillis = 60_000
/** How much longer than the server allows itself an answer may be under way, in milliseconds. */
const graceMillis = 2000

/** The server became a standby, or is about to stop: what is connected to it has to ask again where the database is. */
const elsewhere = new Set(["25006", "57P01", "57P02", "57P03"])

/** Statements that are given up at the same time wait for each other. */
const mostCancellations = 2

/** What `pg` does not declare of its client. */
interface Inner {
  readonly connection: { readonly stream: { readonly destroy: (error: Error) => void } }
}

interface Cursor {
  state?: string
  read: (rows: number, done: (error: Error | null, rows: ReadonlyArray<unknown>) => void) => void
  close: () => Promise<unknown>
}

/**
 * Lets a cursor be read and closed whose connection is gone, or whose statement has failed: `pg-cursor` would wait for
 * ever for an answer that has come, or never comes, as where the connection is lost between the last row and the word
 * that the server is ready. A piece that does not come in time is no piece of a slow reader.
 *
 * @param whenGone runs something once the connection is gone, unless what it gives is called before
 */
const guard = (
  cursor: Cursor,
  whenGone: (run: () => void) => () => void,
  expect: () => void,
  answered: () => void
): void => {
  const read = cursor.read.bind(cursor)
  const close = cursor.close.bind(cursor)
  cursor.read = (rows, done) => {
    expect()
    let isOver = false
    const over: typeof done = (...answer) => {
      if (isOver) return
      isOver = true
      stay()
      answered()
      done(...answer)
    }
    const stay = whenGone(() => over(new Error("Connection terminated unexpectedly"), []))
    read(rows, over)
  }
  cursor.close = () =>
    cursor.state === "error"
      ? Promise.resolve()
      : new Promise((resolve, reject) => {
          const stay = whenGone(() => resolve(undefined))
          close().then(resolve, reject).finally(stay)
        })
}

/**
 * Cuts a connection whose server answers nothing any more, which no error would ever tell, and one that leads to a
 * server that takes no writes. Of a cursor each piece is watched, not the time that its reader takes for it.
 */
const watch = (client: PoolClient, patience: number): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Set<() => void>()
  let isGone = false
  const leave = (): void => {
    isGone = true
    for (const run of waiting) run()
    waiting.clear()
  }
  client.once("end", leave).once("error", leave)
  const whenGone = (run: () => void) => {
    if (isGone) setImmediate(run)
    else waiting.add(run)
    return () => void waiting.delete(run)
  }
  const answered = () => clearTimeout(timer)
  const expect = () => {
    answered()
    timer = setTimeout(() => cut("the server does not answer"), patience)
  }
  const cut = (reason: string) => (client as unknown as Inner).connection.stream.destroy(new Error(reason))
  const query = client.query.bind(client) as (...sent: ReadonlyArray<unknown>) => unknown
  const watched = (...sent: ReadonlyArray<unknown>): unknown => {
    if (typeof sent[0] === "object" && sent[0] !== null && "submit" in sent[0]) {
      guard(sent[0] as unknown as Cursor, whenGone, expect, answered)
      return query(...sent)
    }
    expect()
    const last = sent.at(-1)
    if (typeof last !== "function") return query(...sent)
    return query(...sent.slice(0, -1), (error: { readonly code?: string } | null, result: unknown) => {
      if (error !== null && elsewhere.has(error.code ?? "")) cut("the server is not the one to write to")
      last(error, result)
    })
  }
  Object.assign(client, { query: watched })
  client.on("drain", answered)
  client.on("end", answered)
}

/** Connections that are made when they are needed; those that nobody uses close. The scope closes them all. */
export const make = ({
  connections,
  statementMillis = longestStatement,
  url
}: PoolOptions): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const settings = {
        connectionString: Redacted.value(url),
        connectionTimeoutMillis: waitMillis,
        application_name: "plinth",
        keepAlive: true
      }
      const pool = new Pool({
        ...settings,
        max: connections,
        ...(Number.isFinite(statementMillis)
          ? {
              statement_timeout: statementMillis,
              lock_timeout: lockMillis,
              idle_in_transaction_session_timeout: pauseMillis
            }
          : {})
      })
      // A connection that nobody uses was lost: the next one is made anew.
      pool.on("error", () => {})
      if (Number.isFinite(statementMillis)) pool.on("connect", (client) => watch(client, statementMillis + graceMillis))
      // The client asks the pool itself for cancellations alone, which wait for no connection that they would set free.
      const cancellations = new Pool({ ...settings, max: mostCancellations })
      cancellations.on("error", () => {})
      Object.assign(pool, { query: cancellations.query.bind(cancellations) })
      return { pool, cancellations }
    }),
    ({ cancellations, pool }) => {
      const ends = Effect.tryPromise(() => Promise.all([pool.end(), cancellations.end()]))
      return Effect.ignore(Effect.timeout(Effect.interruptible(ends), "1 second"))
    }
  ).pipe(Effect.map(({ pool }) => pool))
