import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Client } from "pg"
import * as CutProxy from "../../adapters/storage/testing/CutProxy.ts"
import { freePort } from "../../src/testing/FreePort.ts"
import * as Postgres from "../backends/Postgres.ts"
import { until } from "../backends/Server.ts"

interface Server {
  readonly own: string
  readonly port: number
}

/** The ways in which the leader is lost. With `Early`, clients are directed to the standby before it accepts writes. */
export const ways = ["Killed", "Stopped", "Early"] as const
export type Way = (typeof ways)[number]

/**
 * The time for which clients that are directed to the standby early find a server that is read-only, in milliseconds.
 */
const earlyMillis = 1500

/** Runs a statement as the superuser of the server, and returns its rows. */
const ask = async (server: Server, statement: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const client = new Client({ connectionString: Postgres.urlOf(server.port) })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Creates a copy of the leader that follows it. From then on commits of the leader wait for the copy. */
const follow = async (leader: Server, own: string): Promise<Server> => {
  mkdirSync(own, { recursive: true })
  const port = await freePort()
  const { data } = Postgres.paths(own)
  const from = ["-h", "127.0.0.1", "-p", String(leader.port), "-U", "plinth"]
  const how = ["-X", "stream", "-c", "fast", "-R", "--no-sync"]
  await Postgres.asOwner(own, [join(await Postgres.programs(), "pg_basebackup"), ...from, "-D", data, ...how])
  await Postgres.start(own, String(port), { wal_retrieve_retry_interval: "200ms" })
  await ask(leader, "ALTER SYSTEM SET synchronous_standby_names = '*'")
  await ask(leader, "SELECT pg_reload_conf()")
  const [now] = await ask(leader, "SELECT pg_current_wal_lsn()::text AS place")
  const isThere = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND replay_lsn >= '${String(now!["place"])}'`
  await until("A standby that has all", async () => (await ask(leader, isThere)).length > 0)
  return { own, port }
}

/**
 * Starts two PostgreSQL servers behind one address. Each commit is on both, except while a new standby copies the data.
 * The server of `postgres.up` leads at first.
 */
export const pair = async (root: string) => {
  let leader: Server = { own: Postgres.ownOf(root), port: Number(await Postgres.portOf(root)) }
  let count = 0
  const next = () => follow(leader, join(root, `standby-${(count += 1)}`))
  let other = await next()
  const proxy = await CutProxy.make("127.0.0.1", leader.port)

  const lead = (): void => {
    proxy.leadTo(other.port)
    proxy.cut()
  }
  const promote = async (): Promise<void> => {
    const { data } = Postgres.paths(other.own)
    await Postgres.asOwner(other.own, [join(await Postgres.programs(), "pg_ctl"), "-D", data, "-s", "-w", "promote"])
  }

  return {
    url: Postgres.urlOf(proxy.port),
    /** Stops the leader, promotes the standby, reports that to `takesWrites` at once, and starts a new standby. */
    failOver: async (way: Way, takesWrites: () => void): Promise<void> => {
      if (way === "Early") {
        lead()
        await Bun.sleep(earlyMillis)
      }
      if (way === "Stopped") await Postgres.stop(leader.own)
      else Postgres.kill(leader.own)
      await promote()
      takesWrites()
      if (way !== "Early") lead()
      const gone = leader
      leader = other
      await Bun.sleep(500)
      rmSync(gone.own, { recursive: true, force: true, maxRetries: 10 })
      other = await next()
    },
    /** Stops both servers and removes their data. */
    end: (): void => {
      proxy.close()
      for (const { own } of [leader, other]) Postgres.kill(own)
    }
  }
}
