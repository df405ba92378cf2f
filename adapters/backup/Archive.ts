import type { FileHandle } from "node:fs/promises"

/** Takes the bytes of an archive in their order. */
export interface Sink {
  readonly write: (bytes: Uint8Array) => Promise<unknown>
}

/** Gives the bytes of an archive in their order. */
export interface Source {
  /** Puts the next bytes at the start of the buffer; their number, 0 at the end. */
  readonly read: (buffer: Uint8Array) => Promise<number>
}

/** The bytes of a file as they are. */
export const plain = (file: FileHandle): Sink & Source => ({
  write: (bytes) => file.write(bytes),
  read: async (buffer) => (await file.read(buffer, 0, buffer.length, null)).bytesRead
})
