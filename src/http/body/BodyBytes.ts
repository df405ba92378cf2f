import { free } from "../../runtime/Freed.ts"

/** The bytes of a body, stored in pieces. No piece shares its buffer with anything else. */
export interface BodyBytes {
  readonly pieces: ReadonlyArray<Uint8Array<ArrayBuffer>>
  readonly length: number
  /** The key of the blob that has the bytes in place of the pieces, and their SHA-256. */
  readonly stored?: { readonly key: string; readonly digest: string }
}

export const none: BodyBytes = { pieces: [], length: 0 }

/** Returns the bytes in one array. Frees each piece once it is copied, so that a large body is in memory only once. */
export const joined = ({ length, pieces }: BodyBytes): Uint8Array<ArrayBuffer> => {
  if (pieces.length === 1) return pieces[0]!
  const all = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
    free(piece)
  }
  return all
}

/** Pieces of at least this many bytes are kept without copying. */
const largePiece = 16 * 1024
/** Smaller pieces are copied together into blocks of up to this many bytes. */
const blockBytes = 64 * 1024

const ownsBuffer = (piece: Uint8Array): piece is Uint8Array<ArrayBuffer> =>
  piece.buffer instanceof ArrayBuffer && piece.length === piece.buffer.byteLength

/** Gathers pieces as they arrive, without copying a body of many megabytes on the thread that serves requests. */
export const gather = () => {
  const pieces: Array<Uint8Array<ArrayBuffer>> = []
  let block = new Uint8Array(0)
  let used = 0
  let length = 0

  const endBlock = (): void => {
    if (used > 0) pieces.push(used === block.length ? block : block.slice(0, used))
    if (used === block.length) block = new Uint8Array(0)
    used = 0
  }

  const copy = (piece: Uint8Array): void => {
    for (let at = 0; at < piece.length;) {
      if (used === block.length) {
        const before = block.length
        endBlock()
        block = new Uint8Array(Math.min(blockBytes, Math.max(piece.length - at, 2 * before)))
      }
      const some = piece.subarray(at, at + block.length - used)
      block.set(some, used)
      used += some.length
      at += some.length
    }
  }

  return {
    add: (piece: Uint8Array): void => {
      length += piece.length
      if (piece.length >= largePiece && ownsBuffer(piece)) {
        endBlock()
        pieces.push(piece)
      } else {
        copy(piece)
        if (ownsBuffer(piece)) free(piece)
      }
    },
    length: (): number => length,
    /** Returns the whole body. Nothing may be added afterwards. */
    end: (): BodyBytes => {
      endBlock()
      return { pieces, length }
    },
    /** Frees everything that was added. */
    drop: (): void => {
      for (const piece of pieces) free(piece)
      free(block)
    }
  }
}
