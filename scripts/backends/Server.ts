import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import process from "node:process"

/** The longest time until a server answers, in milliseconds. Java starts slowly while other programs run. */
const timeoutMillis = 240_000
/** The time that a server may take to end before it is killed, in milliseconds. */
const endTimeoutMillis = 30_000

/** Returns whether `ask` returned true within the time. */
const isSoon = async (ask: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> => {
  const end = performance.now() + milliseconds
  while (!(await ask())) {
    if (performance.now() > end) return false
    await Bun.sleep(100)
  }
  return true
}

/** Waits until `ask` returns true. Fails with the name `what` after four minutes. */
export const until = async (what: string, ask: () => boolean | Promise<boolean>): Promise<void> => {
  if (!(await isSoon(ask, timeoutMillis))) throw new Error(`${what} took longer than ${timeoutMillis / 1000} s`)
}

/** Runs a program to its end and returns its output. Fails with its error output. */
export const run = async (command: ReadonlyArray<string>, options: { readonly cwd?: string } = {}): Promise<string> => {
  const child = Bun.spawn([...command], { ...options, stdin: "ignore", stdout: "pipe", stderr: "pipe" })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited
  ])
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}: ${(err || out).trim().slice(-2000)}`)
  return out
}

/** Returns the folder of programs that were downloaded or built once (BACKENDS_CACHE, else below the home folder). */
const cache = (): string => process.env["BACKENDS_CACHE"] ?? join(homedir(), ".cache/plinth-backends")

/**
 * Returns a folder of the cache. If it is missing, `make` fills a new folder and returns the part of it that is kept.
 */
export const cached = async (name: string, make: (making: string) => Promise<string>): Promise<string> => {
  const folder = join(cache(), name)
  if (existsSync(folder)) return folder
  const making = `${folder}-${crypto.randomUUID()}`
  mkdirSync(making, { recursive: true })
  try {
    renameSync(await make(making), folder)
  } catch (error) {
    // Another process created the file first.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  return folder
}

/** Returns the value that the folder keeps under a name, such as a port or a key; `make` creates it the first time. */
export const remembered = async (folder: string, name: string, make: () => Promise<string>): Promise<string> => {
  const path = join(folder, name)
  if (!existsSync(path)) writeFileSync(path, await make())
  return readFileSync(path, "utf8")
}

/** Returns whether the process of a pid file is alive and not a zombie. */
export const isAlive = (pidFile: string): boolean => {
  if (!existsSync(pidFile)) return false
  const pid = Number(readFileSync(pidFile, "utf8").split("\n", 1)[0])
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2))
  } catch {
    return false
  }
}

/** Starts a program that outlives this process, with its output in `log` and its process id in `pidFile`. */
export const daemon = (
  command: ReadonlyArray<string>,
  options: {
    readonly log: string
    readonly pidFile: string
    readonly env?: Record<string, string>
    readonly cwd?: string
  }
): void => {
  const log = Bun.file(options.log)
  const child = Bun.spawn(["setsid", ...command], {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...process.env, ...options.env },
    stdin: "ignore",
    stdout: log,
    stderr: log
  })
  writeFileSync(options.pidFile, String(child.pid))
  child.unref()
}

/** Returns the process group of a process: the program that `daemon` started and its descendants. */
const groupOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2])
}

/** Stops the process of a pid file, kills it with its group if it does not end, and removes the file. */
export const stop = async (pidFile: string, signal: NodeJS.Signals = "SIGTERM"): Promise<void> => {
  if (isAlive(pidFile)) {
    const pid = Number(readFileSync(pidFile, "utf8").split("\n", 1)[0])
    const group = groupOf(pid)
    process.kill(pid, signal)
    if (!(await isSoon(() => !isAlive(pidFile), endTimeoutMillis))) {
      process.kill(-group, "SIGKILL")
      await until(`The end of ${pidFile}`, () => !isAlive(pidFile))
    }
  }
  rmSync(pidFile, { force: true })
}
