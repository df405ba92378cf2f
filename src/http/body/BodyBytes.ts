import { free } from "../../runtime/Freed.ts"

/** The bytes of a body in the pieces in which they are kept; each has its buffer to itself. */
export interface BodyBytes {
  readonly pieces: ReadonlyArray<Uint8Array<ArrayBuffer>>
  readonly length: number
}

export const none: BodyBytes = { pieces: [], length: 0 }

/** They are let go as they are copied: of what is large it is there once. */
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

/** Pieces of this size are kept as they come. */
const largePiece = 16 * 1024
/** Smaller ones are put together in blocks of up to this size. */
const blockBytes = 64 * 1024

const ownsBuffer = (piece: Uint8Array): piece is Uint8Array<ArrayBuffer> =>
  piece.buffer instanceof ArrayBuffer && piece.length === piece.buffer.byteLength

/** Gathers pieces as they come: a body of many megabytes is not copied on the thread that serves. */
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
    /** All of it; there is no more. */
    end: (): BodyBytes => {
      endBlock()
      return { pieces, length }
    },
    /** Lets go of all that has come. */
    drop: (): void => {
      for (const piece of pieces) free(piece)
      free(block)
    }
  }
}
