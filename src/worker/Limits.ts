import * as Effect from "effect/Effect"

/** Limits of one child, in bytes. */
export interface Limits {
  readonly memoryBytes: number
  /** Largest file that the child may write. Default 32 GiB. */
  readonly fileBytes?: number
}

/** Describes how children are started on this system. */
export interface Launcher {
  /** Programs that set the limits and then become the child. */
  readonly prefix: ReadonlyArray<string>
  /** False if nothing enforces the memory limit, so that the resident size must be watched. */
  readonly memoryIsLimited: boolean
}

const OPEN_FILES = 256

/**
 * Bytes that a child may reserve in addition to its memory, because it hardly uses them: what Bun reserves, and the
 * memories of the meshing libraries. A child that reads and meshes a small model uses 0.2 GiB and reserves 0.8 to 1.1
 * (VmRSS and VmData of proc(5)).
 */
const RESERVED_BYTES = 768 * 1024 ** 2

/**
 * Niceness of a child after its start: the process that answers requests goes first, because callers of a child wait
 * long anyway.
 */
export const NICENESS = 10
/**
 * Niceness of a child's session, if the kernel shares the processors among sessions (autogroup, sched(7)). It is
 * smaller because the service and everything started beside it share one session, while each child has its own.
 */
export const SESSION_NICENESS = 4

const PLACES = { PATH: "/usr/bin:/bin:/usr/local/bin:/usr/sbin:/sbin" }

/**
 * Returns the command with the full path of its program, or an empty one if it is missing or does not work with these
 * arguments.
 */
const usable = (name: string, args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const program = Bun.which(name, PLACES)
  const nothing = Bun.which("true", PLACES)
  if (program === null || nothing === null) return []
  const command = [program, ...args]
  return Bun.spawnSync([...command, nothing], { env: {}, stdio: ["ignore", "ignore", "ignore"] }).success ? command : []
}

/** Returns the command, or logs a warning that says what children are like without it. */
const offered = (name: string, args: ReadonlyArray<string>, without: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.tap(
    Effect.sync(() => usable(name, args)),
    ({ length }) => (length > 0 ? Effect.void : Effect.logWarning(`${name} does not work here: ${without}`))
  )

/**
 * Finds out what the system offers: `prlimit` for the limits, and `setpriv` to end children with their supervisor even
 * if they are stopped (both of util-linux). Processor time is not limited, because it adds up over the jobs of a
 * process. Core dumps are off, because they would hold data of users.
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
 * Returns the whole environment of a child. Bun reserves address space that it hardly uses, and the memory limit counts
 * reservations: without the first three settings 2.6 GiB are used at the start, with them 0.4. To free a fast memory of
 * WebAssembly, JavaScriptCore first makes its 4 GiB writable, which the limit refuses, and the process aborts: the
 * fourth setting turns fast memories off, which costs the meshing libraries a tenth of their speed. The fifth setting
 * limits garbage: by default the collector lets it grow as the memory of the machine allows, up to the size of the live
 * data; if it is told half the limit, a model of 140,000 products takes 2.2 to 3 GB instead of 4.
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
