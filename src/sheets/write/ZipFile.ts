import { constants, crc32, deflateRawSync } from "node:zlib"
import { Zip, type ZipInputFile } from "fflate"

/** The most bytes of one file in an archive, because archives here have no ZIP64 records. */
const mostBytes = 2 ** 32 - 1

/** The time of every file, so that equal contents give equal archives. */
const time = new Date(2000, 0, 1)

/** The end of a deflate stream: an empty last block. */
const end = new Uint8Array([3, 0])

/**
 * Level 2 compresses worksheets to about the size that openpyxl reaches, in about the time of level 1. Level 0 copies
 * files that are already compressed.
 */
export type Level = 0 | 2

type Pieces = Generator<Uint8Array<ArrayBuffer>, void, undefined>

/**
 * A ZIP archive that is written file by file.
 *
 * The container is written by fflate, the one library that writes it synchronously as a stream. The contents are
 * deflated by the runtime's zlib, several times as fast as fflate: each piece is deflated separately and ends with a
 * sync flush, so that the joined pieces are one deflate stream.
 */
export class ZipFile {
  private ready: Array<Uint8Array<ArrayBuffer>> = []
  private readonly zip = new Zip((error, bytes) => {
    if (error !== null) throw error
    // A copy has a separate buffer, which may be transferred to another thread.
    this.ready.push(new Uint8Array(bytes))
  })

  private taken(): Array<Uint8Array<ArrayBuffer>> {
    const pieces = this.ready
    this.ready = []
    return pieces
  }

  /** Generates the bytes of one more file. Throws a `RangeError` if it exceeds 4 GB. */
  *add(filename: string, content: Iterable<Uint8Array>, level: Level = 2): Pieces {
    const file: ZipInputFile = { filename, compression: 8, flag: 0, mtime: time, size: 0, crc: 0 }
    this.zip.add(file)
    for (const piece of content) {
      file.size += piece.length
      if (file.size > mostBytes) throw new RangeError(`${filename} exceeds 4 GB, the most of a file in an archive`)
      file.crc = crc32(piece, file.crc)
      file.ondata!(null, deflateRawSync(piece, { level, finishFlush: constants.Z_SYNC_FLUSH }), false)
      yield* this.taken()
    }
    file.ondata!(null, end, true)
    yield* this.taken()
  }

  /** Generates the end of the archive. */
  *end(): Pieces {
    this.zip.end()
    yield* this.taken()
  }
}

/** Generates a ZIP archive of files whose contents are generated one after another. Throws like `ZipFile.add`. */
export function* zipped(files: Iterable<readonly [name: string, content: Iterable<Uint8Array>]>): Pieces {
  const archive = new ZipFile()
  for (const [filename, content] of files) yield* archive.add(filename, content)
  yield* archive.end()
}
