import { chownSync, existsSync, mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { freePort } from "../../src/testing/FreePort.ts"
import { install } from "../Debian.ts"
import type { Backend } from "./Backend.ts"
import { isAlive, remembered, run, until } from "./Server.ts"

const root = "/usr/lib/postgresql"

/** The newest programs of Debian's packages, which are installed where there are none, as root. */
export const programs = async (): Promise<string> => {
  const find = () =>
    (existsSync(root) ? readdirSync(root) : [])
      .filter((version) => existsSync(join(root, version, "bin/initdb")))
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)
  if (find() === undefined) await install("postgresql")
  return join(root, find()!, "bin")
}

/** The server refuses to run as root: the command as its user, or as who calls. */
const asOwner = async (folder: string, command: ReadonlyArray<string>): Promise<string> => {
  if (process.getuid!() !== 0) return run(command)
  const [uid, gid] = (await run(["sh", "-c", "id -u postgres && id -g postgres || { id -u nobody; id -g nobody; }"]))
    .trim()
    .split("\n")
  chownSync(folder, Number(uid), Number(gid))
  return run(["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...command], { cwd: "/" })
}

const succeeds = (running: Promise<unknown>): Promise<boolean> =>
  running.then(
    () => true,
    () => false
  )

const paths = (folder: string) => {
  const own = join(folder, "postgres")
  return { own, data: join(own, "data"), pidFile: join(own, "data/postmaster.pid") }
}

/**
 * PostgreSQL of Debian's packages. Nothing waits for the disk (what was committed survives a kill, not a power cut), and 200 connections may be open; the user `plinth` is its
 * superuser, without a password.
 */
export const postgres: Backend = {
  up: async (folder) => {
    const { data, own, pidFile } = paths(folder)
    mkdirSync(own, { recursive: true })
    const bin = await programs()
    const port = await remembered(folder, "postgres.port", async () => String(await freePort()))
    if (!existsSync(join(data, "PG_VERSION"))) {
      await asOwner(own, [
        join(bin, "initdb"),
        "-D",
        data,
        "-U",
        "plinth",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C.UTF-8",
        "--no-sync"
      ])
    }
    if (!isAlive(pidFile)) {
      const settings = {
        listen_addresses: "127.0.0.1",
        fsync: "off",
        full_page_writes: "off",
        max_connections: "200"
      }
      const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
      const listen = `-p ${port} -k ${own} ${options.join(" ")}`
      const start = [join(bin, "pg_ctl"), "-D", data, "-l", join(own, "log"), "-s", "-w", "start", "-o", listen]
      // Where the first process was killed, those that it had started hold the memory that they share for a while.
      await until("A start of PostgreSQL that succeeds", () => succeeds(asOwner(own, start)))
    }
    await until("The start of PostgreSQL", () =>
      succeeds(run([join(bin, "pg_isready"), "-q", "-h", "127.0.0.1", "-p", port]))
    )
    return { STORAGE: "postgres", DATABASE_URL: `postgres://plinth@127.0.0.1:${port}/postgres` }
  },
  down: async (folder) => {
    const { data, own, pidFile } = paths(folder)
    if (isAlive(pidFile)) await asOwner(own, [join(await programs(), "pg_ctl"), "-D", data, "-s", "-m", "fast", "stop"])
  }
}
