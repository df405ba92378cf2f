import { chmodSync, existsSync, mkdirSync, rmSync, statfsSync } from "node:fs"
import { join } from "node:path"
import { tmpdir } from "node:os"
import process from "node:process"
import { backends } from "./backends/All.ts"

const usage = `usage: npm run backends -- up|down [${Object.keys(backends).join("|")} …]
       npm run --silent backends -- with NAME… -- COMMAND…

up     starts the real servers on loopback, all or those named, in a folder (BACKENDS_DIR, else below the folder for
       temporary files), and prints the variables with which the service uses them
down   stops them; --wipe removes what they kept as well
with   starts them in a folder of their own, runs a command that finds the variables with TEST_ before their names, stops
       them and removes the folder, which lies in memory if there is room; ends as the command did`

const fail = (message: string): never => {
  process.stderr.write(`${message}\n\n${usage}\n`)
  process.exit(2)
}

/** Other users must be able to enter the folder, because servers that refuse to run as root run as another user. */
const made = (folder: string): string => {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  return folder
}

const upAll = async (names: ReadonlyArray<string>, folder: string): Promise<Readonly<Record<string, string>>> =>
  Object.assign({}, ...(await Promise.all(names.map((name) => backends[name]!.up(folder)))))

const downAll = async (names: ReadonlyArray<string>, folder: string): Promise<void> => {
  await Promise.all(names.map((name) => backends[name]!.down(folder)))
}

const memory = "/dev/shm"
const leastBytes = 4 * 1024 ** 3

/**
 * Returns the folder for data that is deleted after its run. It is in memory if there is room, because PostgreSQL takes
 * ten times as long, and 0.5 s of processor time, to create a database of 400 files on a disk.
 */
const placeOfRuns = (): string => {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize < leastBytes ? tmpdir() : memory
}

/** Runs the command and returns its exit code. */
const runWith = async (names: ReadonlyArray<string>, command: ReadonlyArray<string>): Promise<number> => {
  const folder = made(join(placeOfRuns(), `plinth-backends-${crypto.randomUUID()}`))
  try {
    const variables = await upAll(names, folder)
    const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [`TEST_${name}`, value]))
    const child = Bun.spawn([...command], { env: { ...process.env, ...env }, stdio: ["inherit", "inherit", "inherit"] })
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal))
    return await child.exited
  } finally {
    await downAll(names, folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

const [verb, ...rest] = process.argv.slice(2)
const dashes = rest.indexOf("--")
const given = dashes === -1 ? rest : rest.slice(0, dashes)
const wipe = given.includes("--wipe")
const named = given.filter((name) => name !== "--wipe")
for (const name of named) if (!(name in backends)) fail(`There is no backend called ${name}.`)
const names = named.length === 0 ? Object.keys(backends) : named
const folder = process.env["BACKENDS_DIR"] ?? join(tmpdir(), "plinth-backends")

if (verb === "up") {
  const variables = await upAll(names, made(folder))
  for (const [name, value] of Object.entries(variables)) process.stdout.write(`${name}=${value}\n`)
} else if (verb === "down") {
  await downAll(names, folder)
  if (wipe) rmSync(folder, { recursive: true, force: true })
} else if (verb === "with" && dashes !== -1 && dashes < rest.length - 1) {
  process.exit(await runWith(names, rest.slice(dashes + 1)))
} else {
  fail("What is to be done?")
}
