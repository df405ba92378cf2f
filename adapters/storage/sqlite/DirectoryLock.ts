import { Database } from "bun:sqlite"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { StorageUnavailable } from "../../../src/domain/StorageErrors.ts"

/** Another process uses the folder. */
export class DirectoryInUse extends Schema.TaggedError<DirectoryInUse>()("DirectoryInUse", {
  directory: Schema.String
}) {
  override get message() {
    return `DATA_DIR: ${this.directory} is in use by another process`
  }
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : String(cause)

/**
 * Locks the folder for this process until the scope closes or the process ends, however it ends: the operating system
 * holds the lock, on the file `plinth.lock`. Creates the folder if it does not exist.
 *
 * Fails with `DirectoryInUse` if another process holds the lock, and with `StorageUnavailable` if the folder cannot be
 * written.
 */
export const acquire = (directory: string): Effect.Effect<void, DirectoryInUse | StorageUnavailable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        mkdirSync(directory, { recursive: true, mode: 0o700 })
        const db = new Database(join(directory, "plinth.lock"), { create: true, readwrite: true })
        try {
          db.run("PRAGMA locking_mode = EXCLUSIVE")
          db.run("BEGIN EXCLUSIVE")
          return db
        } catch (cause) {
          db.close()
          throw cause
        }
      },
      catch: (cause) =>
        codeOf(cause).startsWith("SQLITE_BUSY")
          ? new DirectoryInUse({ directory })
          : new StorageUnavailable({ reason: codeOf(cause) })
    }),
    (db) => Effect.sync(() => db.close())
  ).pipe(Effect.asVoid)

/** Holds the lock on the folder while the layer lives; see `acquire`. */
export const layer = (options: {
  readonly directory: string
}): Layer.Layer<never, DirectoryInUse | StorageUnavailable> => Layer.scopedDiscard(acquire(options.directory))
