import { rm } from "node:fs/promises"

/** Parts as long as this are written by themselves; shorter ones are gathered in the writer. */
const long = 1 << 16

/**
 * Writes the parts one after the other into a new file: bytes are on their way to the disk before many more are made.
 * What another job has left there is gone.
 */
export const write = async (path: string, parts: Iterable<string | Uint8Array>): Promise<void> => {
  // A writer does not shorten a file that is there.
  await rm(path, { force: true })
  const sink = Bun.file(path).writer()
  for (const part of parts) {
    // What comes to a writer that holds something is copied behind it.
    if (part.length >= long) await sink.flush()
    await sink.write(part)
  }
  await sink.end()
}
