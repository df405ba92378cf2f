import { statSync } from "node:fs"
import process from "node:process"
import * as Effect from "effect/Effect"

/** What this process makes is its user's alone: data, keys, logs. To be called before anything is made. */
export const keepPrivate = (): void => void process.umask(0o077)

const others = 0o077

/** Warns of what an operator may have left open: a folder that others can enter, a process that may do anything. */
export const warnOfOpenness = (directory: string): Effect.Effect<void> =>
  Effect.gen(function* () {
    const mode = yield* Effect.sync(() => statSync(directory, { throwIfNoEntry: false })?.mode ?? 0)
    if ((mode & others) !== 0) {
      yield* Effect.logWarning(`DATA_DIR: other users of this machine can enter ${directory}; chmod 700 closes it`)
    }
    if (process.getuid?.() === 0)
      yield* Effect.logWarning("The service runs as root; a user of its own is enough for it")
  })
