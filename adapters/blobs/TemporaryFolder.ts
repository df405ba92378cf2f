import { randomUUID } from "node:crypto"
import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { BlobStoreUnavailable } from "../../src/ports/BlobStore.ts"
import * as DirectoryLock from "../storage/sqlite/DirectoryLock.ts"
import { io } from "./Disk.ts"

export interface TemporaryFolder {
  /** A new path. Any file at the path is removed when the scope closes. */
  readonly path: Effect.Effect<string, never, Scope.Scope>
}

const remove = (path: string) => io(() => rm(path, { recursive: true, force: true }))

/** Creates and locks the folder. Returns null if a living process has locked it. */
const lock = (folder: string) =>
  DirectoryLock.acquire(folder).pipe(
    Effect.as(folder),
    Effect.catchTags({
      DirectoryInUse: () => Effect.succeed(null),
      StorageUnavailable: ({ reason }) => new BlobStoreUnavailable({ reason })
    })
  )

/**
 * Creates a folder below `parent` for temporary paths and keeps it locked while this process lives. Unlocked folders
 * are leftovers of dead processes and are removed here.
 */
export const make = (parent: string): Effect.Effect<TemporaryFolder, BlobStoreUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    // Another process that starts now may take the new folder for a leftover before it is locked, so this is repeated.
    const own = yield* Effect.suspend(() => lock(join(parent, randomUUID()))).pipe(
      Effect.repeat({ until: (locked) => locked !== null })
    )
    yield* Effect.addFinalizer(() => Effect.ignore(remove(own)))
    const folders = yield* io(() => readdir(parent))
    yield* Effect.forEach(folders, (name) =>
      Effect.scoped(
        Effect.flatMap(lock(join(parent, name)), (free) => (free === null ? Effect.void : Effect.ignore(remove(free))))
      )
    )
    let made = 0
    return {
      path: Effect.acquireRelease(
        Effect.sync(() => join(own, String(++made))),
        (path) => Effect.ignore(remove(path))
      )
    }
  })
