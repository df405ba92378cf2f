import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { StorageUnavailable } from "../../domain/StorageErrors.ts"
import { BlobStore, type BlobStoreUnavailable } from "../../ports/BlobStore.ts"
import { FreeSpace } from "../../ports/FreeSpace.ts"
import type { BodyBytes } from "./BodyBytes.ts"

export interface StoredBodies {
  /** Stores the bytes of a body while they arrive. Fails with `StorageUnavailable` if there is no room. */
  readonly store: <E>(
    bytes: Stream.Stream<Uint8Array, E>
  ) => Effect.Effect<BodyBytes, E | BlobStoreUnavailable | StorageUnavailable>
  /** Removes a body if it is stored. One that cannot be removed is left to the collector, which sweeps uploads. */
  readonly remove: (body: BodyBytes) => Effect.Effect<void>
}

/** Keeps large bodies as blobs until their request has been answered, so that they take no memory. */
export const make = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const space = yield* FreeSpace
  const store: StoredBodies["store"] = (bytes) =>
    Effect.suspend(() => {
      const key = `uploads/bodies/${crypto.randomUUID()}`
      const hash = createHash("sha256")
      const hashed = Stream.tap(bytes, (piece) => {
        hash.update(piece)
        return space.demand
      })
      return Effect.map(blobs.put(key, hashed), (length): BodyBytes => ({
        pieces: [],
        length,
        stored: { key, digest: hash.digest("hex") }
      }))
    })
  const remove: StoredBodies["remove"] = ({ stored }) =>
    stored === undefined
      ? Effect.void
      : Effect.catchAll(blobs.remove(stored.key), (error) => Effect.logWarning("A body could not be removed", error))
  return { store, remove } satisfies StoredBodies
})
