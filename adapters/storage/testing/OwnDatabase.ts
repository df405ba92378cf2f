import process from "node:process"
import { Pool } from "pg"

/** The URL of the PostgreSQL server for tests; undefined if `TEST_DATABASE_URL` is not set. */
export const serverUrl = process.env["TEST_DATABASE_URL"]

export interface OwnDatabase {
  readonly name: string
  readonly url: string
  readonly drop: () => Promise<void>
}

/** A new database on the server of a URL: empty, or a copy of the database `template`, to which nobody may be connected. */
export const make = async (server: string, template = "template1"): Promise<OwnDatabase> => {
  const name = `plinth_${crypto.randomUUID().replaceAll("-", "")}`
  const pool = new Pool({ connectionString: server, max: 1 })
  await pool.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = new URL(server)
  url.pathname = name
  const drop = async () => {
    await pool.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await pool.end()
  }
  return { name, url: url.href, drop }
}
