import { randomUUID } from "node:crypto"
import { chmod, readFile, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { type BlobInfo, BlobNotFound, BlobStore } from "../../../src/ports/BlobStore.ts"
import { io } from "../Disk.ts"
import { checked, checkedFolder, checkedPrefix, checkedRange } from "../Key.ts"

const CHUNK_BYTES = 256 * 1024

interface Stored {
  readonly bytes: Uint8Array
  readonly modifiedAt: number
}

const make = (): typeof BlobStore.Service => {
  const blobs = new Map<string, Stored>()

  const store = (key: string, bytes: Uint8Array) =>
    Effect.map(Clock.currentTimeMillis, (modifiedAt) => {
      blobs.set(key, { bytes, modifiedAt })
      return bytes.length
    })
  const find = (key: string) =>
    Effect.suspend(() => {
      const blob = blobs.get(checked(key))
      return blob === undefined ? new BlobNotFound({ key }) : Effect.succeed(blob)
    })
  const infoOf = (key: string, { bytes, modifiedAt }: Stored): BlobInfo => ({ key, size: bytes.length, modifiedAt })

  return BlobStore.of({
    put: (key, content) =>
      Effect.suspend(() => {
        checked(key)
        // Copied, for the sender may use its buffer again.
        const copies = Stream.map(content, (chunk) => chunk.slice())
        return Effect.flatMap(Stream.runCollect(copies), (chunks) => store(key, Buffer.concat(Chunk.toArray(chunks))))
      }),
    putFile: (key, path) =>
      Effect.suspend(() => {
        checked(key)
        return Effect.flatMap(
          io(() => readFile(path)),
          (bytes) => store(key, bytes)
        )
      }),
    read: (key, options) =>
      Effect.map(find(key), ({ bytes }) => {
        const copy = options?.shared
          ? new Uint8Array(new SharedArrayBuffer(bytes.length))
          : new Uint8Array(bytes.length)
        copy.set(bytes)
        return copy
      }),
    stream: (key, range) =>
      Effect.map(find(key), ({ bytes }) => {
        const { start, end } = checkedRange(bytes.length, range)
        let position = start
        return new ReadableStream<Uint8Array>(
          {
            pull(controller) {
              const next = Math.min(position + CHUNK_BYTES, end)
              if (next > position) controller.enqueue(new Uint8Array(bytes.subarray(position, next)))
              position = next
              if (position === end) controller.close()
            }
          },
          { highWaterMark: 0 }
        )
      }),
    body: (key, range) =>
      Effect.map(find(key), ({ bytes }) => {
        const { start, end } = checkedRange(bytes.length, range)
        return new Blob([new Uint8Array(bytes.subarray(start, end))])
      }),
    info: (key) =>
      Effect.sync(() => Option.map(Option.fromNullable(blobs.get(checked(key))), (blob) => infoOf(key, blob))),
    localCopy: (key, directory) =>
      Effect.flatMap(find(key), ({ bytes }) =>
        io(async () => {
          const path = join(directory, `${randomUUID()}-${basename(key)}`)
          await writeFile(path, bytes)
          await chmod(path, 0o444)
          return path
        })
      ),
    copy: (from, to) =>
      Effect.suspend(() => {
        checked(to)
        return Effect.asVoid(Effect.flatMap(find(from), ({ bytes }) => store(to, bytes)))
      }),
    remove: (key) => Effect.sync(() => void blobs.delete(checked(key))),
    removeAll: (prefix) =>
      Effect.sync(() => {
        checkedFolder(prefix)
        for (const key of blobs.keys()) if (key.startsWith(prefix)) blobs.delete(key)
      }),
    list: (prefix) =>
      Stream.suspend(() => {
        checkedPrefix(prefix)
        return Stream.fromIterable(
          [...blobs].filter(([key]) => key.startsWith(prefix)).map((entry) => infoOf(...entry))
        )
      }),
    uploadUrl: () => Effect.succeedNone,
    downloadUrl: () => Effect.succeedNone,
    check: Effect.void
  })
}

/** Blobs in the memory of the process, for tests; each layer that is built has a separate store. */
export const layer: Layer.Layer<BlobStore> = Layer.sync(BlobStore, make)
