import * as Effect from "effect/Effect"

/** Of one child, in bytes. */
export interface Limits {
  readonly memoryBytes: number
  /** Largest file that it may write. Default 32 GiB. */
  readonly fileBytes?: number
}

/** How children are started on this system. */
export interface Launcher {
  /** The programs that set the limits and then become the child. */
  readonly prefix: ReadonlyArray<string>
  /** False: nothing holds the limit of memory, so the resident size must be watched. */
  readonly memoryIsLimited: boolean
}

const OPEN_FILES = 256

/**
 * Bytes that a child may have beside its memory, because it hardly uses them: what Bun reserves, and the memories of the
 * libraries that mesh. A child that reads and meshes a small model holds 0.2 GiB and has 0.8 to 1.1 (VmRSS and VmData
 * of proc(5)).
 */
const RESERVED_BYTES = 768 * 1024 ** 2

/**
 * Children leave the processor to the process that answers requests, once they have started: who waits for one waits
 * long enough.
 */
export const NICENESS = 10
/**
 * The same of a child's session, where the kernel shares the processors among sessions (autogroup, sched(7)). A smaller
 * one: all that was started beside it, the service and whatever else, has one share together, each child its own.
 */
export const SESSION_NICENESS = 4

const PLACES = { PATH: "/usr/bin:/bin:/usr/local/bin:/usr/sbin:/sbin" }

/** The command with its program's full path, if the system has it and it works with these arguments. */
const usable = (name: string, args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const program = Bun.which(name, PLACES)
  const nothing = Bun.which("true", PLACES)
  if (program === null || nothing === null) return []
  const command = [program, ...args]
  return Bun.spawnSync([...command, nothing], { env: {}, stdio: ["ignore", "ignore", "ignore"] }).success ? command : []
}

/** The command, or a warning of what children are without it. */
const offered = (name: string, args: ReadonlyArray<string>, without: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.tap(
    Effect.sync(() => usable(name, args)),
    ({ length }) => (length > 0 ? Effect.void : Effect.logWarning(`${name} does not work here: ${without}`))
  )

/**
 * Finds out what the system offers: `prlimit` for the limits, `setpriv` to end children with their supervisor even
 * where they are stopped (both of util-linux). No limit of processor time: it adds up over
 * the jobs of a process. No core dumps: they would hold the data of users.
 */
export const launcher = ({ fileBytes = 32 * 1024 ** 3, memoryBytes }: Limits): Effect.Effect<Launcher> =>
  Effect.gen(function* () {
    const limits = [
      `--data=${memoryBytes + RESERVED_BYTES}`,
      `--fsize=${fileBytes}`,
      `--nofile=${OPEN_FILES}`,
      "--core=0",
      "--"
    ]
    const prlimit = yield* offered("prlimit", limits, "only the memory of workers is watched")
    const death = ["--pdeathsig", "KILL", "--"]
    const setpriv = yield* offered("setpriv", death, "workers that stand still outlive a service that is killed")
    const memoryIsLimited = prlimit.length > 0
    return { prefix: [...setpriv, ...prlimit], memoryIsLimited }
  })

/**
 * The whole environment of a child. Bun reserves address space that it hardly uses, and the limit of memory counts
 * reservations: without the first three settings 2.6 GiB are spent at the start, with them 0.4. To give a fast memory of
 * WebAssembly back, JavaScriptCore makes its 4 GiB writable first, which the limit refuses, and the process aborts: the
 * fourth setting leaves fast memories out, which costs the libraries that mesh a tenth of their speed. The fifth:
 * by itself the collector lets garbage grow as the memory of the machine allows, up to as much as is kept; told of half
 * the limit, it lets a model of 140,000 products have 2.2 to 3 GB where it had 4.
 */
export const environment = (home: string, memoryBytes: number): Record<string, string> => ({
  BUN_JSC_jitMemoryReservationSize: "67108864",
  BUN_JSC_structureHeapSizeInKB: "131072",
  MIMALLOC_ARENA_EAGER_COMMIT: "0",
  BUN_JSC_useWasmFastMemory: "0",
  BUN_JSC_forceRAMSize: String(Math.floor(memoryBytes / 2)),
  BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0",
  BUN_ENABLE_CRASH_REPORTING: "0",
  HOME: home,
  TMPDIR: home
})
