import { exists, mkdir, mkdtemp, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { JobCrashed } from "../ports/Computation.ts"

/** The configured folder for the files of workers cannot be created or written to. */
export class ScratchUnavailable extends Schema.TaggedError<ScratchUnavailable>()("ScratchUnavailable", {
  directory: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The folder ${this.directory} cannot be used: ${this.reason}`
  }
}

export interface Scratch {
  /** Creates an empty folder that is removed with its contents when the scope closes. Returns its absolute path. */
  readonly folder: (prefix: string) => Effect.Effect<string, JobCrashed, Scope.Scope>
}

// Name of the folder of one process: its process id, then letters that `mkdtemp` picks.
const NAME = /^workers-(\d+)-\w+$/

const own = new Set<string>()

const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/**
 * Returns true if the process of the folder is gone. Process ids are reused, above all in containers: a folder with our
 * id that we did not make is a leftover too.
 */
const isLeftover = (name: string): boolean => {
  const pid = Number(NAME.exec(name)?.[1])
  if (Number.isNaN(pid)) return false
  return pid === process.pid ? !own.has(name) : !runs(pid)
}

const removeTree = (path: string) =>
  Effect.tryPromise(async () => {
    await rm(path, { recursive: true, force: true })
    // `rm` may end early, and report no error, if somebody else removes an entry at the same time.
    if (await exists(path)) throw new Error(`${path} is still there`)
  }).pipe(
    // A child that is ending may still write there.
    Effect.retry({ times: 5, schedule: Schedule.spaced("50 millis") }),
    Effect.catchAll((error) => Effect.logWarning("A folder of the workers could not be removed", error))
  )

const removeLeftovers = async (directory: string) => {
  for (const name of await readdir(directory)) {
    if (isLeftover(name)) await rm(join(directory, name), { recursive: true, force: true })
  }
}

/**
 * Creates a folder for this process in `directory`, which is created too, after removing the folders of processes that
 * are gone. Folders of running processes stay: several services may share the directory, if they share the machine too.
 *
 * Fails with `ScratchUnavailable` if the folder cannot be created.
 */
export const make = (directory: string): Effect.Effect<Scratch, ScratchUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    const root = yield* Effect.acquireRelease(
      Effect.tryPromise({
        try: async () => {
          await mkdir(directory, { recursive: true, mode: 0o700 })
          await removeLeftovers(directory)
          const path = await mkdtemp(join(directory, `workers-${process.pid}-`))
          own.add(path.slice(-`workers-${process.pid}-XXXXXX`.length))
          return path
        },
        catch: (error) => new ScratchUnavailable({ directory, reason: String(error) })
      }),
      removeTree
    )
    const fresh = (prefix: string) =>
      Effect.tryPromise(() => mkdtemp(join(root, `${prefix}-`))).pipe(
        Effect.tapError((error) => Effect.logError("No folder could be made for a worker", error)),
        Effect.mapError(() => new JobCrashed({ cause: "exit", reason: "No folder could be made for the work" }))
      )
    return { folder: (prefix) => Effect.acquireRelease(fresh(prefix), removeTree) }
  })
