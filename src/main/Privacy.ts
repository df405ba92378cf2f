import { statSync } from "node:fs"
import process from "node:process"
import * as Effect from "effect/Effect"

/**
 * Makes everything that this process creates private to its user: data, keys, logs. It must be called before anything
 * is created.
 */
export const keepPrivate = (): void => void process.umask(0o077)

const others = 0o077

/** Warns if an operator has left something open: a folder that others can enter, or a process that may do anything. */
export const warnOfOpenness = (directory: string): Effect.Effect<void> =>
  Effect.gen(function* () {
    const mode = yield* Effect.sync(() => statSync(directory, { throwIfNoEntry: false })?.mode ?? 0)
    if ((mode & others) !== 0) {
      yield* Effect.logWarning(`DATA_DIR: other users of this machine can enter ${directory}; chmod 700 closes it`)
    }
    if (process.getuid?.() === 0)
      yield* Effect.logWarning("The service runs as root; a user of its own is enough for it")
  })
