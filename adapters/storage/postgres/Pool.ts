import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { Pool, type PoolClient } from "pg"

/** The address of the database and the largest number of connections to it at once. */
export interface PoolOptions {
  /** `postgres://…`; parameters after its `?` take precedence over the settings here. */
  readonly url: Redacted.Redacted
  readonly connections: number
  /** Timeout of a statement, in milliseconds. 30 s by default; Infinity for migrations. */
  readonly statementMillis?: number
}

/** Timeout for getting a connection, in milliseconds. After it the database counts as unreachable or overloaded. */
const waitMillis = 5000
/** Default timeout of a statement, in milliseconds. The longest statement of the service takes a third of it. */
const longestStatement = 30_000
/** Timeout for a lock that another transaction holds, in milliseconds. */
const lockMillis = 10_000
/** Idle time after which the server ends a transaction, in milliseconds. */
const pauseMillis = 60_000
/** Time that an answer may take beyond the statement timeout of the server, in milliseconds. */
const graceMillis = 2000

/**
 * Error codes of a server that became a standby or is about to stop. Its clients have to look up the database again.
 */
const elsewhere = new Set(["25006", "57P01", "57P02", "57P03"])

/** Number of cancellations that are sent at once; further ones wait. */
const mostCancellations = 2

/** The part of `pg`'s client that its types do not declare. */
interface Inner {
  readonly connection: { readonly stream: { readonly destroy: (error: Error) => void } }
}

interface Cursor {
  state?: string
  read: (rows: number, done: (error: Error | null, rows: ReadonlyArray<unknown>) => void) => void
  close: () => Promise<unknown>
}

/**
 * Lets a cursor be read and closed after its connection was lost or its statement failed. `pg-cursor` would wait
 * forever for an answer that it has already received, or that never comes, as when the connection is lost between the
 * last row and the server's ready message. Each read has its own timeout, so a slow reader is not cut off.
 *
 * @param whenGone runs a function once the connection is gone; the returned function cancels that
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
 * Closes a connection whose server no longer answers, which would never raise an error, and one to a server that
 * accepts no writes. For a cursor, the timeout applies to each read and not to the time that its reader takes.
 */
const watch = (client: PoolClient, timeout: number): void => {
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
    timer = setTimeout(() => cut("the server does not answer"), timeout)
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

/** Creates a pool that opens connections on demand and closes idle ones. The scope closes all of them. */
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
      // An idle connection was lost; the next request opens a new one.
      pool.on("error", () => {})
      if (Number.isFinite(statementMillis)) pool.on("connect", (client) => watch(client, statementMillis + graceMillis))
      // The client uses the pool itself only for cancellations. They have their own pool, because they must not wait
      // for the connections that they are to free.
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
