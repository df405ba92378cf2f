import { rm } from "node:fs/promises"

/** Parts of at least this length are written by themselves; shorter ones are buffered in the writer. */
const long = 1 << 16

/**
 * Writes the parts one after the other to a new file, replacing an existing one. Bytes are on their way to the disk
 * before many more are made (back pressure).
 */
export const write = async (path: string, parts: Iterable<string | Uint8Array>): Promise<void> => {
  // The writer does not truncate an existing file.
  await rm(path, { force: true })
  const sink = Bun.file(path).writer()
  for (const part of parts) {
    // The writer copies a part behind buffered data, so the buffer is flushed before a long one.
    if (part.length >= long) await sink.flush()
    await sink.write(part)
  }
  await sink.end()
}
