import type Pg from "pg"

interface Row {
  readonly id: string
  readonly token: number
  readonly status: string
}

/** How often the rows are looked at, in milliseconds. */
const lookMillis = 50

/** Measures how long operations wait whose worker was killed, until another one has them. */
export const watch = (database: Pg.Pool) => {
  const waits: Array<number> = []
  const left = new Map<string, { readonly token: number; readonly since: number }>()
  let isOver = false

  const look = async () => {
    while (!isOver) {
      await Bun.sleep(lookMillis)
      if (left.size === 0) continue
      try {
        const { rows } = await database.query<Row>("SELECT id, token, status FROM operations WHERE id = ANY($1)", [
          [...left.keys()]
        ])
        for (const { id, status, token } of rows) {
          const waiting = left.get(id)!
          if (token > waiting.token) waits.push(performance.now() - waiting.since)
          if (token > waiting.token || status !== "InProgress") left.delete(id)
        }
      } catch {
        // The database is away.
      }
    }
  }
  const looking = look()

  return {
    /** Runs what kills a worker; counts what was in hand then, and was taken again by somebody else. */
    during: async (act: () => Promise<void>): Promise<void> => {
      const query = "SELECT id, token, status FROM operations WHERE status = 'InProgress'"
      const before = await database.query<Row>(query).catch(() => ({ rows: [] }))
      await act()
      const since = performance.now()
      for (const { id, token } of before.rows) left.set(id, { token, since })
    },
    /** The waits so far, in milliseconds. */
    end: (): ReadonlyArray<number> => {
      isOver = true
      void looking
      return waits
    }
  }
}
