import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { BlobInfo, BlobStoreUnavailable } from "../../src/ports/BlobStore.ts"
import { ioOf } from "./Disk.ts"
import { checkedPrefix, fileOf, isKey, type Naming } from "./Key.ts"

const STATS_AT_ONCE = 16

/** Returns size and time of the blob, or none if it does not exist. */
export const info = (
  directory: string,
  key: string,
  naming: Naming = "_"
): Effect.Effect<Option.Option<BlobInfo>, BlobStoreUnavailable> =>
  Effect.suspend(() => {
    const file = fileOf(directory, key, naming)
    return ioOf(key, () => stat(file))
  }).pipe(
    Effect.map(({ size, mtimeMs }) => ({ key, size, modifiedAt: Math.floor(mtimeMs) })),
    Effect.asSome,
    Effect.catchTag("BlobNotFound", () => Effect.succeedNone)
  )

/** Returns the keys in one folder (`""` or ending in `/`) and its subfolders. Files that are not blobs are skipped. */
const entriesOf = (directory: string, folder: string, naming: Naming) =>
  ioOf(folder, () => readdir(join(directory, folder), { withFileTypes: true })).pipe(
    Effect.catchTag("BlobNotFound", () => Effect.succeed([])),
    Effect.map((entries) => ({
      keys: entries
        .filter((entry) => entry.isFile() && entry.name.startsWith(naming))
        .map(({ name }) => folder + name.slice(naming.length))
        .filter(isKey),
      folders: entries
        .filter((entry) => entry.isDirectory() && isKey(folder + entry.name))
        .map(({ name }) => `${folder}${name}/`)
    }))
  )

/** Lists the blobs in the directory whose key begins with `prefix`. It reads one folder at a time. */
export const list = (
  directory: string,
  prefix: string,
  naming: Naming = "_"
): Stream.Stream<BlobInfo, BlobStoreUnavailable> =>
  Stream.suspend(() => {
    const waiting = [checkedPrefix(prefix).slice(0, prefix.lastIndexOf("/") + 1)]
    const next = Effect.gen(function* () {
      const folder = waiting.pop()
      if (folder === undefined) return yield* Effect.fail(Option.none())
      const { keys, folders } = yield* Effect.mapError(entriesOf(directory, folder, naming), Option.some)
      for (const name of folders) if (name.startsWith(prefix)) waiting.push(name)
      const wanted = keys.filter((key) => key.startsWith(prefix))
      const blobs = yield* Effect.mapError(
        Effect.forEach(wanted, (key) => info(directory, key, naming), { concurrency: STATS_AT_ONCE }),
        Option.some
      )
      return Chunk.unsafeFromArray(blobs.flatMap(Option.toArray))
    })
    return Stream.repeatEffectChunkOption(next)
  })
