import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { open, rm } from "node:fs/promises"
import { basename, join } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { BlobStoreUnavailable } from "../../../src/ports/BlobStore.ts"
import * as Disk from "../Disk.ts"
import * as Durable from "../Durable.ts"
import { checked } from "../Key.ts"

const pieceBytes = 256 * 1024

/**
 * Streams the bytes of a local file. Fails if the path is no regular file. Symbolic links are refused, because their
 * owner may point them anywhere.
 */
export const read = (path: string): Stream.Stream<Uint8Array, BlobStoreUnavailable> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const handle = yield* Disk.opened(Disk.io(() => open(path, constants.O_RDONLY | constants.O_NOFOLLOW)))
      const size = yield* Disk.io(async () => {
        const entry = await handle.stat()
        if (!entry.isFile()) throw Disk.failure("not a file", "EINVAL")
        return entry.size
      })
      return Stream.unfoldEffect(0, (position) => {
        if (position === size) return Effect.succeedNone
        const bytes = new Uint8Array(Math.min(pieceBytes, size - position))
        return Effect.as(
          Disk.io(() => Disk.readAll(handle, bytes, position)),
          Option.some([bytes, position + bytes.length] as const)
        )
      })
    })
  )

/**
 * Creates a read-only file in `directory`, named after the key, with the content that `write` appends, and returns its
 * path. Removes the file if that fails.
 */
export const written = <E>(
  directory: string,
  key: string,
  write: (append: (bytes: Uint8Array) => Effect.Effect<void, BlobStoreUnavailable>) => Effect.Effect<void, E>
): Effect.Effect<string, E | BlobStoreUnavailable> =>
  Effect.suspend(() => {
    const path = join(directory, `${randomUUID()}-${basename(checked(key))}`)
    return Effect.scoped(
      Effect.gen(function* () {
        const handle = yield* Disk.opened(Disk.io(() => open(path, "wx", Durable.READ_ONLY)))
        yield* write((bytes) => Disk.io(() => Disk.writeAll(handle, bytes)))
        return path
      })
    ).pipe(Effect.onError(() => Effect.ignore(Disk.io(() => rm(path, { force: true })))))
  })
