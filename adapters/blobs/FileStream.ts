import type { FileHandle } from "node:fs/promises"
import type { ByteRange } from "../../src/ports/BlobStore.ts"
import { readAll } from "./Disk.ts"

const CHUNK_BYTES = 256 * 1024

/** Closes the handles of streams that were garbage-collected without being read to the end or cancelled. */
const forgotten = new FinalizationRegistry((handle: FileHandle) => void handle.close().catch(() => undefined))

/**
 * Returns the bytes of the range as a web stream that reads a chunk only when one is requested. The handle is closed at
 * the end, when reading fails, and when the stream is cancelled or garbage-collected.
 */
export const make = (handle: FileHandle, range: ByteRange): ReadableStream<Uint8Array> => {
  let position = range.start
  let reading = Promise.resolve()
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    forgotten.unregister(handle)
    closing ??= reading.then(() => handle.close())
    return closing
  }
  const next = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const chunk = new Uint8Array(Math.min(CHUNK_BYTES, range.end - position))
      await readAll(handle, chunk, position)
      if (closing !== undefined) return
      position += chunk.length
      if (chunk.length > 0) controller.enqueue(chunk)
      if (position < range.end) return
      controller.close()
    } catch (cause) {
      controller.error(cause)
    }
    void close()
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        reading = next(controller)
        return reading
      },
      cancel: close
    },
    { highWaterMark: 0 }
  )
  forgotten.register(stream, handle, handle)
  return stream
}
