import { closeSync, fstatSync, openSync, readSync } from "node:fs"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** A file that is read in parts, never as a whole. */
export interface Ranges {
  /** The size in bytes. */
  readonly size: number
  /** Reads `length` bytes, or fewer if the file ends before. Throws a `RangeError` for more than `longestRead`. */
  readonly read: (offset: number, length: number) => Uint8Array
}

/** The most bytes of one read. Sizes that a file declares must not decide how much memory is reserved. */
const longestRead = 32 * 1024 ** 2

/** Opens a file until the scope closes. A missing file is a defect. */
export const open = (path: string): Effect.Effect<Ranges, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => openSync(path, "r")),
    (descriptor) => Effect.sync(() => closeSync(descriptor))
  ).pipe(
    Effect.map((descriptor) => {
      const { size } = fstatSync(descriptor)
      const read = (offset: number, length: number) => {
        const wanted = Math.max(0, Math.min(length, size - offset))
        if (wanted > longestRead) throw new RangeError(`${wanted} bytes at once`)
        const bytes = new Uint8Array(wanted)
        return wanted === 0 ? bytes : bytes.subarray(0, readSync(descriptor, bytes, 0, wanted, offset))
      }
      return { size, read }
    })
  )

/** Returns the rest of a file from an offset on, as a file of its own. */
export const from = ({ read, size }: Ranges, start: number): Ranges => ({
  size: size - start,
  read: (offset, length) => read(start + offset, length)
})

/** Returns the first position of the bytes within the first `within` bytes; null if they do not occur there. */
export const find = ({ read, size }: Ranges, bytes: Uint8Array, within: number): number | null => {
  const step = 1024 ** 2
  const end = Math.min(size, within)
  for (let offset = 0; offset < end; offset += step) {
    const part = read(offset, Math.min(step + bytes.length - 1, end - offset))
    const found = Buffer.from(part.buffer, part.byteOffset, part.length).indexOf(bytes)
    if (found !== -1) return offset + found
  }
  return null
}
