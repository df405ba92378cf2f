import { randomUUID } from "node:crypto"
import { mkdir, open, rename, rm, stat, unlink } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { BlobStore, type BlobStoreUnavailable } from "../../src/ports/BlobStore.ts"
import * as Disk from "./Disk.ts"
import * as Durable from "./Durable.ts"
import * as FileStream from "./FileStream.ts"
import { checked, checkedFolder, checkedRange, fileOf as fileNamed, type Naming } from "./Key.ts"
import * as Listing from "./Listing.ts"
import * as TemporaryFolder from "./TemporaryFolder.ts"

const { io, ioOf } = Disk

/**
 * Builds the blob store in a folder. With the naming `""` files have the names of their keys, for folders that other
 * programs read; then no key may be a folder of another.
 */
export const make = (
  directory: string,
  naming: Naming = "_"
): Effect.Effect<typeof BlobStore.Service, BlobStoreUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    const fileOf = (directory: string, key: string) => fileNamed(directory, key, naming)
    yield* io(async () => {
      const made = await mkdir(directory, { recursive: true, mode: 0o700 })
      if (made !== undefined) await Durable.syncFolders(directory, dirname(made))
    })
    const temporary = yield* TemporaryFolder.make(join(directory, ".tmp"))

    /** Runs work on the file of a blob. An invalid key is a defect. */
    const at = <A>(key: string, work: (file: string) => Promise<A>) =>
      Effect.suspend(() => {
        const file = fileOf(directory, key)
        return ioOf(key, () => work(file))
      })

    const publish = (path: string, key: string) =>
      Effect.flatMap(temporary.path, (spare) =>
        io(() => Durable.replace(fileOf(directory, key), path, spare, directory))
      )

    const writeTo = <E, R>(path: string, content: Stream.Stream<Uint8Array, E, R>) =>
      Effect.scoped(
        Effect.gen(function* () {
          const handle = yield* Disk.opened(io(() => open(path, "wx", Durable.READ_ONLY)))
          const size = yield* Stream.runFoldEffect(content, 0, (size, chunk) =>
            Effect.as(
              io(() => Disk.writeAll(handle, chunk)),
              size + chunk.length
            )
          )
          yield* io(() => handle.sync())
          return size
        })
      )

    /** Calls `write` with a temporary path and then moves the file there to the path of the blob. */
    const stored = <A, E, R>(key: string, write: (path: string, now: number) => Effect.Effect<A, E, R>) =>
      Effect.scoped(
        Effect.gen(function* () {
          checked(key)
          const path = yield* temporary.path
          const written = yield* write(path, yield* Clock.currentTimeMillis)
          yield* publish(path, key)
          return written
        })
      )

    const read = (key: string, options?: { readonly shared?: boolean }) =>
      Effect.scoped(
        Effect.flatMap(Disk.opened(at(key, (file) => open(file, "r"))), (handle) =>
          io(async () => {
            const { size } = await handle.stat()
            const bytes = options?.shared ? new Uint8Array(new SharedArrayBuffer(size)) : new Uint8Array(size)
            await Disk.readAll(handle, bytes, 0)
            return bytes
          })
        )
      )

    return BlobStore.of({
      put: (key, content) => stored(key, (path) => writeTo(path, content)),
      putFile: (key, file) =>
        stored(key, (path, now) => io(() => Durable.adopt(file, path, now))).pipe(
          Effect.zipLeft(Effect.ignore(io(() => unlink(file))))
        ),
      copy: (from, to) => Effect.asVoid(stored(to, (path, now) => at(from, (file) => Durable.adopt(file, path, now)))),
      read,
      stream: (key, range) =>
        Effect.uninterruptible(
          Effect.gen(function* () {
            const handle = yield* at(key, (file) => open(file, "r"))
            return yield* io(() => handle.stat()).pipe(
              Effect.map(({ size }) => FileStream.make(handle, checkedRange(size, range))),
              Effect.onError(() => Effect.ignore(io(() => handle.close())))
            )
          })
        ),
      body: (key, range) =>
        Effect.map(
          at(key, async (file) => ({ whole: Bun.file(file), size: (await stat(file)).size })),
          ({ size, whole }) => {
            const { end, start } = checkedRange(size, range)
            return end - start === size ? whole : whole.slice(start, end)
          }
        ),
      info: (key) => Listing.info(directory, key, naming),
      localCopy: (key, into) =>
        Effect.suspend(() => {
          const copy = join(into, `${randomUUID()}-${basename(checked(key))}`)
          return io(() => stat(into)).pipe(
            Effect.zipRight(
              at(key, async (file) => {
                await Durable.linkOrCopy(file, copy)
                return copy
              })
            ),
            Effect.onError(() => Effect.ignore(io(() => rm(copy, { force: true }))))
          )
        }),
      remove: (key) =>
        at(key, async (file) => {
          await unlink(file)
          await Durable.syncFolders(file, directory)
          await Durable.pruneFolders(file, directory)
        }).pipe(Effect.catchTag("BlobNotFound", () => Effect.void)),
      removeAll: (prefix) =>
        Effect.scoped(
          Effect.gen(function* () {
            const folder = join(directory, checkedFolder(prefix).slice(0, -1))
            const path = yield* temporary.path
            yield* ioOf(prefix, async () => {
              await rename(folder, path)
              await Durable.syncFolders(folder, directory)
              await Durable.pruneFolders(folder, directory)
            })
          })
        ).pipe(Effect.catchTag("BlobNotFound", () => Effect.void)),
      list: (prefix) => Listing.list(directory, prefix, naming),
      uploadUrl: () => Effect.succeedNone,
      downloadUrl: () => Effect.succeedNone,
      check: Effect.scoped(Effect.flatMap(temporary.path, (path) => writeTo(path, Stream.make(Uint8Array.of(1))))).pipe(
        Effect.asVoid
      )
    })
  })

/**
 * The blob store in a folder, which is created if it does not exist. Each blob is a file.
 *
 * A blob is written to a temporary file, synced and renamed, and its folders are synced, before `put` succeeds.
 * Unfinished files of dead processes are removed at the start. Keys and ranges that the service cannot have made are
 * defects. Fails with `BlobStoreUnavailable` if the folder cannot be written.
 */
export const layer = (options: { readonly directory: string }): Layer.Layer<BlobStore, BlobStoreUnavailable> =>
  Layer.scoped(BlobStore, make(resolve(options.directory)))
