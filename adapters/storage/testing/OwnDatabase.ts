import process from "node:process"
import { Pool } from "pg"

/** Of the server that `TEST_DATABASE_URL` names, if it names one. */
export const serverUrl = process.env["TEST_DATABASE_URL"]

export interface OwnDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/** An empty database on the server of a URL. */
export const make = async (server: string): Promise<OwnDatabase> => {
  const name = `plinth_${crypto.randomUUID().replaceAll("-", "")}`
  const pool = new Pool({ connectionString: server })
  await pool.query(`CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = name
  const drop = async () => {
    await pool.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await pool.end()
  }
  return { url: url.href, drop }
}
