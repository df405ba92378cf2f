import { randomUUID } from "node:crypto"
import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { BlobStoreUnavailable } from "../../src/ports/BlobStore.ts"
import * as DirectoryLock from "../storage/sqlite/DirectoryLock.ts"
import { io } from "./Disk.ts"

export interface TemporaryFolder {
  /** A path that is free, and free again, whatever was put there, when the scope closes. */
  readonly path: Effect.Effect<string, never, Scope.Scope>
}

const remove = (path: string) => io(() => rm(path, { recursive: true, force: true }))

/** Locks the folder, which is made; null when a living process has it. */
const lock = (folder: string) =>
  DirectoryLock.acquire(folder).pipe(
    Effect.as(folder),
    Effect.catchTags({
      DirectoryInUse: () => Effect.succeed(null),
      StorageUnavailable: ({ reason }) => new BlobStoreUnavailable({ reason })
    })
  )

/**
 * Temporary paths in a folder below `parent` that this process holds locked, so that the next start can tell what
 * dead processes have left: that is removed here.
 */
export const make = (parent: string): Effect.Effect<TemporaryFolder, BlobStoreUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    // Another process that starts may take a folder for a leftover that is not locked yet.
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
