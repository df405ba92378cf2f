import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Template from "../../../adapters/storage/testing/Template.ts"
import * as ServiceClient from "./ServiceClient.ts"

const root = join(import.meta.dir, "../../..")

/** The service as an operator runs it: a process of its own over a folder. */
export interface ServiceProcess {
  readonly url: string
  readonly port: number
  /** Its data folder. */
  readonly directory: string
  /** The process id of the service itself, even if another program started it. */
  readonly pid: number
  /** The child process: the service, or the program under which it runs. */
  readonly child: Bun.Subprocess
  /** Milliseconds from its start until it was ready. */
  readonly readyAfter: number
  /** Process ids of its workers that are alive. */
  readonly workers: () => ReadonlyArray<number>
  /** The whole output so far. */
  readonly log: () => string
  /** A token of the local issuer, good for a year. */
  readonly token: (user: string) => Promise<string>
  /** Makes a user who signs in with `userPassword`, if that user does not exist. */
  readonly user: (name: string) => Promise<void>
  /** Stops the service as a service manager does, and removes its folder if it was created for it. */
  readonly stop: () => Promise<void>
}

export interface ServiceOptions {
  /** The data folder, which is kept; by default a folder with the tables of this release that is removed at the end. */
  readonly directory?: string
  /** The file for its output, by default beside the data folder. */
  readonly logFile?: string
  readonly environment?: Readonly<Record<string, string>>
  /** The command that starts it, by default Bun itself. */
  readonly command?: ReadonlyArray<string>
  /** Words before the command. */
  readonly under?: ReadonlyArray<string>
  /** The probe that must return 200 before tests start. By default it includes all dependencies. */
  readonly asks?: "/healthz" | "/readyz"
}

const numbers = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name))

const attempt = <A>(read: () => A): A | null => {
  try {
    return read()
  } catch {
    return null
  }
}

/** The live processes that a process has started; Linux only. */
const childrenOf = (parent: number): ReadonlyArray<number> =>
  numbers()
    .filter((pid) => {
      // pid (name) state parent …; the name may contain any characters.
      const fields = attempt(() => readFileSync(`/proc/${pid}/stat`, "utf8"))
        ?.split(") ")
        .at(-1)
        ?.split(" ")
      return fields !== undefined && fields[0] !== "Z" && Number(fields[1]) === parent
    })
    .map(Number)

const commandOf = (pid: number): string => attempt(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? ""

/** Processes that work in or below a folder, or were started with it in their environment. */
export const processesAt = (directory: string): ReadonlyArray<number> =>
  numbers()
    .filter((pid) => {
      const place = attempt(() => readlinkSync(`/proc/${pid}/cwd`)) ?? ""
      const environment = attempt(() => readFileSync(`/proc/${pid}/environ`, "utf8")) ?? ""
      return place.startsWith(directory) || environment.includes(`DATA_DIR=${directory}\0`)
    })
    .map(Number)
    .filter((pid) => pid !== process.pid)

const serviceBelow = (pid: number): number | null => {
  if (/^[^\0]*bun[^\0]*\0.*Serve\.ts/.test(commandOf(pid))) return pid
  for (const child of childrenOf(pid)) {
    const found = serviceBelow(child)
    if (found !== null) return found
  }
  return null
}

/** The service ended before it served, or did not serve in time. The message has what it printed. */
export class NotServing extends Error {
  /** The exit code or the signal with which the process ended; null if it had to be stopped. */
  readonly end: number | string | null

  constructor(message: string, end: number | string | null) {
    super(message)
    this.end = end
  }
}

/** The password of users that tests make. */
export const userPassword = "correct horse battery"

const addUser = async (directory: string, name: string): Promise<void> => {
  const child = Bun.spawn([process.execPath, "--no-install", join(root, "src/main/User.ts"), "add", name], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "/tmp", DATA_DIR: directory },
    stdio: [Buffer.from(`${userPassword}\n`), "ignore", "pipe"]
  })
  const [code, told] = await Promise.all([child.exited, new Response(child.stderr).text()])
  if (code !== 0 && !told.includes("already")) throw new Error(`the user ${name} was not made: ${told}`)
}

/** Starts the service on a free port, or that of the environment, and waits until it answers. */
export const start = async (options: ServiceOptions = {}): Promise<ServiceProcess> => {
  const startedAt = performance.now()
  const made = options.directory === undefined ? mkdtempSync(join(tmpdir(), "plinth-service-")) : null
  const directory = options.directory ?? join(made!, "data")
  // A first start takes 0.5 s of processor time for the tables. Tests of the first start itself name a folder.
  if (made !== null && options.environment?.["STORAGE"] !== "postgres") {
    mkdirSync(directory, { mode: 0o700 })
    await Effect.runPromise(Template.copyTo(directory))
  }
  const logFile = options.logFile ?? `${directory}.log`
  const log = () => attempt(() => readFileSync(logFile, "utf8")) ?? ""
  const output = openSync(logFile, "w")
  const command = options.command ?? [process.execPath, "--no-install", join(root, "src/main/Serve.ts")]
  const child = Bun.spawn([...(options.under ?? []), ...command], {
    cwd: root,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "/tmp",
      PORT: "0",
      HOST: "127.0.0.1",
      METRICS_PORT: "0",
      LOG_FORMAT: "json",
      RATE_LIMIT_PER_MINUTE: "0",
      // Warm workers take as long to start as the service, and most tests have no work for them.
      WARM_WORKERS: "0",
      ...options.environment,
      DATA_DIR: directory
    },
    stdio: ["ignore", output, output]
  })
  closeSync(output)
  const chosen = Number(options.environment?.["PORT"] ?? 0)
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  for (;;) {
    // A service that only logs warnings does not report its port.
    const port = chosen || Number(/serves on http:\/\/[^"\s]+:(\d+)/.exec(log())?.[1])
    const url = `http://127.0.0.1:${port}`
    if (port > 0 && (await answers(`${url}${options.asks ?? "/readyz"}`))) {
      const pid = serviceBelow(child.pid) ?? child.pid
      const workers = () => childrenOf(pid).filter((worker) => commandOf(worker).includes("Worker.ts"))
      const readyAfter = performance.now() - startedAt
      const token = (user: string) => ServiceClient.tokenOf(directory, user)
      const user = (name: string) => addUser(directory, name)
      const stop = async () => {
        kill(pid, "SIGTERM")
        await child.exited
        if (made !== null) rmSync(made, { recursive: true, force: true })
      }
      return { url, port, directory, pid, child, readyAfter, workers, log, token, user, stop }
    }
    if (isOver()) {
      const end = child.exitCode ?? child.signalCode
      throw new NotServing(`the service ended with ${end}: ${log()}`, end)
    }
    if (performance.now() - startedAt > 240_000) {
      child.kill("SIGKILL")
      throw new NotServing(`the service did not serve: ${log()}`, null)
    }
    await Bun.sleep(10)
  }
}

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).status === 200
  } catch {
    return false
  }
}

/** Sends a signal to a process, by default SIGKILL. Returns whether the process existed. */
export const kill = (pid: number, signal: NodeJS.Signals = "SIGKILL"): boolean =>
  attempt(() => process.kill(pid, signal)) ?? false
