import type Pg from "pg"

interface Row {
  readonly id: string
  readonly token: number
  readonly interruptions: number
  readonly lease: number | null
  readonly status: string
}

interface Left extends Omit<Row, "id" | "status"> {
  /**
   * The time for which it has waited since its worker was killed, or last renewed the lease after that, in
   * milliseconds.
   */
  waited: number
  /** The start of the wait by the clock of this process, in milliseconds. */
  readonly from: number
  /** The rows that were open when the wait became too long. */
  beside: string | null
}

/** The wait of an operation in milliseconds, and the number of times it had been abandoned by then. */
export interface TakeOver {
  readonly millis: number
  /**
   * The times between which the operation waited, in milliseconds of this process' clock. The true wait may be shorter.
   */
  readonly span: readonly [from: number, to: number]
  readonly interruptions: number
  /** The rows that were open when the wait became too long, as JSON. They show the reason of the wait. */
  readonly beside: string | null
}

/** The limit for 99 of 100 waits, in milliseconds. */
export const mostMillis = 15_000

/** The interval at which the rows are read, in milliseconds. */
const lookMillis = 50

const columns = 'id, token, interruptions, lease_until AS "lease", status'

const open = `SELECT ${columns}, kind, lane, owner, attempt, run_after AS "due" FROM operations
  WHERE status IN ('Queued', 'InProgress') ORDER BY sequence`

/**
 * Measures how long operations wait whose worker was killed, until another worker claims them.
 *
 * @param isServed whether a worker can claim them now; otherwise the time does not count, for example while the
 * database is unavailable
 */
export const watch = (database: Pg.Pool, isServed: () => boolean) => {
  const takeOvers: Array<TakeOver> = []
  const left = new Map<string, Left>()
  let isOver = false

  /** Starts the wait of an operation, unless it already waits and its worker has not renewed the lease since. */
  const wait = ({ id, interruptions, lease, token }: Row) => {
    const before = left.get(id)
    if (before?.token === token && before.lease === lease) return
    left.set(id, { token, interruptions, lease, waited: 0, from: performance.now(), beside: null })
  }

  const see = (row: Row) => {
    const before = left.get(row.id)!
    // An operation that was released and claimed again was not abandoned.
    if (row.token > before.token && row.interruptions > before.interruptions) {
      const { beside, from, waited } = before
      const span = [from, performance.now()] as const
      takeOvers.push({ millis: waited, span, interruptions: row.interruptions, beside })
    }
    if (row.token > before.token || row.status !== "InProgress") left.delete(row.id)
    else wait(row)
  }

  const look = async () => {
    let lookedAt = performance.now()
    while (!isOver) {
      await Bun.sleep(lookMillis)
      if (left.size === 0) {
        lookedAt = performance.now()
        continue
      }
      try {
        const ids = [...left.keys()]
        const { rows } = await database.query<Row>(`SELECT ${columns} FROM operations WHERE id = ANY($1)`, [ids])
        const now = performance.now()
        if (isServed()) for (const one of left.values()) one.waited += now - Math.max(lookedAt, one.from)
        lookedAt = now
        for (const row of rows) see(row)
        for (const one of left.values()) {
          if (one.waited > mostMillis) one.beside ??= JSON.stringify((await database.query(open)).rows)
        }
      } catch {
        // The database is unavailable, so no worker can claim operations.
        lookedAt = performance.now()
      }
    }
  }
  const looking = look()

  return {
    /** Runs an action that kills a worker and returns its result. Measures when other workers claim its operations. */
    during: async <A>(act: () => Promise<A>): Promise<A> => {
      const query = `SELECT ${columns} FROM operations WHERE status = 'InProgress'`
      const before = await database.query<Row>(query).catch(() => ({ rows: [] }))
      const result = await act()
      for (const row of before.rows) wait(row)
      return result
    },
    /** Stops watching and returns all takeovers. */
    end: (): ReadonlyArray<TakeOver> => {
      isOver = true
      void looking
      return takeOvers
    }
  }
}
