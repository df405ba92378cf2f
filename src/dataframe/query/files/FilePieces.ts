import { constants, crc32, deflateRawSync } from "node:zlib"
import type { Pieces } from "../../../runtime/ThreadJobs.ts"

/** The least size of a piece that is sent, in bytes, except for the last. */
const leastOfPiece = 256 * 1024

/** Joins pieces into larger ones, which have buffers of their own. */
export function* gathered(pieces: Iterable<Uint8Array>): Pieces {
  let [some, length]: [Array<Uint8Array>, number] = [[], 0]
  const joined = (): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(length)
    let at = 0
    for (const piece of some) {
      bytes.set(piece, at)
      at += piece.length
    }
    ;[some, length] = [[], 0]
    return bytes
  }
  for (const piece of pieces) {
    some.push(piece)
    length += piece.length
    if (length >= leastOfPiece) yield joined()
  }
  if (length > 0) yield joined()
}

/** The header of a gzip file without name and time, made by an unknown system. */
const head = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** The end of a deflate stream: an empty last block. */
const end = [3, 0]

/**
 * Compresses pieces into one gzip file. Each piece is deflated on its own and ends with a sync flush, so that the
 * pieces joined are one deflate stream: browsers ignore everything after the first of several files.
 *
 * Source: RFC 1952.
 */
export function* gzipped(pieces: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
  yield head
  let [crc, size] = [0, 0]
  for (const piece of pieces) {
    crc = crc32(piece, crc)
    size = (size + piece.length) % 2 ** 32
    yield deflateRawSync(piece, { level: 1, finishFlush: constants.Z_SYNC_FLUSH })
  }
  const tail = new Uint8Array([...end, 0, 0, 0, 0, 0, 0, 0, 0])
  const view = new DataView(tail.buffer)
  view.setUint32(end.length, crc, true)
  view.setUint32(end.length + 4, size, true)
  yield tail
}
