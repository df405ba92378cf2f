import type { FileHandle } from "node:fs/promises"

/** Writes the bytes of an archive in order. */
export interface Sink {
  readonly write: (bytes: Uint8Array) => Promise<unknown>
}

/** Reads the bytes of an archive in order. */
export interface Source {
  /** Reads the next bytes into the start of the buffer and returns their number, 0 at the end. */
  readonly read: (buffer: Uint8Array) => Promise<number>
}

/** Reads and writes the bytes of a file without encryption. */
export const plain = (file: FileHandle): Sink & Source => ({
  write: (bytes) => file.write(bytes),
  read: async (buffer) => (await file.read(buffer, 0, buffer.length, null)).bytesRead
})
