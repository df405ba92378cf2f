import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { freePort } from "../../src/testing/FreePort.ts"
import { install } from "../Debian.ts"
import type { Backend } from "./Backend.ts"
import { isAlive, remembered, run, until } from "./Server.ts"

const root = "/usr/lib/postgresql"

/**
 * Returns the folder of the newest programs of Debian's packages. If there are none, they are installed, which needs
 * root.
 */
export const programs = async (): Promise<string> => {
  const find = () =>
    (existsSync(root) ? readdirSync(root) : [])
      .filter((version) => existsSync(join(root, version, "bin/initdb")))
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)
  if (find() === undefined) await install("postgresql")
  return join(root, find()!, "bin")
}

/** The server refuses to run as root, so the command runs as the server's user, or as the caller. */
export const asOwner = async (folder: string, command: ReadonlyArray<string>): Promise<string> => {
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

/** Returns the folder of a server and the file with the number of its first process. */
export const paths = (own: string) => {
  const data = join(own, "data")
  return { data, pidFile: join(data, "postmaster.pid") }
}

const settings = { listen_addresses: "127.0.0.1", fsync: "off", full_page_writes: "off", max_connections: "200" }

/** Starts the server whose data lies in the folder, unless it runs; returns when it answers. */
export const start = async (own: string, port: string, more: Readonly<Record<string, string>> = {}): Promise<void> => {
  const { data, pidFile } = paths(own)
  const bin = await programs()
  if (!isAlive(pidFile)) {
    const options = Object.entries({ ...settings, ...more }).map(([name, value]) => `-c ${name}=${value}`)
    const listen = `-p ${port} -k ${own} ${options.join(" ")}`
    const command = [join(bin, "pg_ctl"), "-D", data, "-l", join(own, "log"), "-s", "-w", "start", "-o", listen]
    // If the first process was killed, its children keep the shared memory for a while.
    await until("A start of PostgreSQL that succeeds", () => succeeds(asOwner(own, command)))
  }
  await until("The start of PostgreSQL", () =>
    succeeds(run([join(bin, "pg_isready"), "-q", "-h", "127.0.0.1", "-p", port]))
  )
}

/** Stops the server of the folder if it is running, and disconnects its clients. */
export const stop = async (own: string): Promise<void> => {
  const { data, pidFile } = paths(own)
  if (isAlive(pidFile)) await asOwner(own, [join(await programs(), "pg_ctl"), "-D", data, "-s", "-m", "fast", "stop"])
}

/** Kills the first process of the folder's server and returns whether it was alive. Its children end by themselves. */
export const kill = (own: string): boolean => {
  const { pidFile } = paths(own)
  return isAlive(pidFile) && process.kill(Number(readFileSync(pidFile, "utf8").split("\n", 1)[0]), "SIGKILL")
}

export const urlOf = (port: number | string): string => `postgres://plinth@127.0.0.1:${port}/postgres`

/** The folder of the server. */
export const ownOf = (folder: string): string => join(folder, "postgres")

export const portOf = (folder: string): Promise<string> =>
  remembered(folder, "postgres.port", async () => String(await freePort()))

/**
 * PostgreSQL of Debian's packages. It does not wait for the disk, so commits survive a kill but not a power cut. It
 * allows 200 connections. The superuser is `plinth`, without a password.
 */
export const postgres: Backend = {
  up: async (folder) => {
    const own = ownOf(folder)
    const { data } = paths(own)
    mkdirSync(own, { recursive: true })
    const port = await portOf(folder)
    if (!existsSync(join(data, "PG_VERSION"))) {
      const bin = await programs()
      const who = ["-U", "plinth", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
      await asOwner(own, [join(bin, "initdb"), "-D", data, ...who])
    }
    await start(own, port)
    return { STORAGE: "postgres", DATABASE_URL: urlOf(port) }
  },
  down: (folder) => stop(ownOf(folder))
}
