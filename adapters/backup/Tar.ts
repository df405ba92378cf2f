import { createHash } from "node:crypto"
import { mkdir, open } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Sink, Source } from "./Archive.ts"
import { BackupError, damaged } from "./BackupError.ts"

/** The block size of tar files, in bytes: POSIX.1-1988 ustar, with GNU's records for long names and large files. */
const block = 512
const slice = 1024 * 1024
const longName = "././@LongLink"
const encoder = new TextEncoder()
const decoder = new TextDecoder()

const padding = (size: number): number => (block - (size % block)) % block

const writeText = (header: Uint8Array, at: number, text: string) => void encoder.encodeInto(text, header.subarray(at))

/** Writes octal digits, or a big-endian number with its first bit set if they do not fit. */
const writeNumber = (header: Uint8Array, at: number, length: number, value: number) => {
  const digits = value.toString(8)
  if (digits.length < length) return writeText(header, at, digits.padStart(length - 1, "0"))
  header[at] = 0x80
  for (let i = at + length - 1, rest = value; i > at; i--, rest = Math.floor(rest / 256)) header[i] = rest % 256
}

const readNumber = (header: Uint8Array, at: number, length: number): number => {
  if (header[at] !== 0x80) return Number.parseInt(decoder.decode(header.subarray(at, at + length)), 8)
  return header.subarray(at + 1, at + length).reduce((value, byte) => value * 256 + byte, 0)
}

const sumOf = (header: Uint8Array): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)

const headerOf = (name: string, size: number, mode: number, type: "0" | "L"): Uint8Array => {
  const header = new Uint8Array(block)
  writeText(header, 0, name.slice(0, 100))
  writeNumber(header, 100, 8, mode)
  writeNumber(header, 108, 8, 0)
  writeNumber(header, 116, 8, 0)
  writeNumber(header, 124, 12, size)
  writeNumber(header, 136, 12, 0)
  writeText(header, 156, type)
  writeText(header, 257, "ustar\u000000")
  writeText(header, 148, sumOf(header).toString(8).padStart(6, "0"))
  header[155] = 32
  return header
}

/** Returns a writer that appends entries one after another. Names must be ASCII. */
export const writer = (archive: Sink) => {
  const digest = createHash("sha256")
  let entries = 0
  const begin = async (name: string, size: number, mode: number) => {
    if (name.length > 100) {
      await archive.write(headerOf(longName, name.length, 0o644, "L"))
      await archive.write(encoder.encode(name.padEnd(name.length + padding(name.length), "\0")))
    }
    await archive.write(headerOf(name, size, mode, "0"))
  }
  const finish = (size: number) => archive.write(new Uint8Array(padding(size)))

  return {
    /** Adds a file and returns its size in bytes. The file must not change meanwhile. */
    addFile: async (name: string, path: string) => {
      await using file = await open(path, "r")
      const { mode, size } = await file.stat()
      await begin(name, size, mode & 0o777)
      const hash = createHash("sha256")
      const buffer = new Uint8Array(slice)
      for (let at = 0; at < size;) {
        const { bytesRead } = await file.read(buffer, 0, Math.min(slice, size - at), at)
        if (bytesRead === 0) throw new BackupError({ message: `${path} became shorter` })
        hash.update(buffer.subarray(0, bytesRead))
        await archive.write(buffer.subarray(0, bytesRead))
        at += bytesRead
      }
      await finish(size)
      digest.update(`${name} ${size} ${hash.digest("hex")}\n`)
      entries += 1
      return size
    },
    /** Writes the last entry, which proves to the reader that the archive is complete, and the end of the archive. */
    end: async (name: string) => {
      const text = encoder.encode(JSON.stringify({ format: 1, entries, digest: digest.digest("hex") }))
      await begin(name, text.length, 0o644)
      await archive.write(text)
      await finish(text.length)
      await archive.write(new Uint8Array(2 * block))
    }
  }
}

/**
 * Writes the files of an archive below `directory`, syncs each, and returns their number.
 *
 * Throws `BackupError` if `accepts` rejects a name, or if the archive is incomplete or does not end with the entry
 * `last`.
 */
export const extract = async (
  archive: Source,
  directory: string,
  last: string,
  accepts: (name: string) => boolean
): Promise<number> => {
  const digest = createHash("sha256")
  let entries = 0
  const take = async (size: number): Promise<Uint8Array> => {
    const bytes = new Uint8Array(size)
    for (let have = 0; have < size;) {
      const some = await archive.read(bytes.subarray(have))
      if (some === 0) throw damaged()
      have += some
    }
    return bytes
  }
  for (let name: string | null = null; ;) {
    const header = await take(block)
    if (sumOf(header) !== readNumber(header, 148, 7)) throw damaged()
    const size = readNumber(header, 124, 12)
    const type = String.fromCharCode(header[156]!)
    if (type === "L") {
      if (size > 4096) throw damaged()
      name = decoder.decode(await take(size + padding(size))).slice(0, size)
      continue
    }
    const entry: string = name ?? decoder.decode(header.subarray(0, 100)).replace(/\0.*$/s, "")
    name = null
    if (type !== "0" || !Number.isSafeInteger(size) || size < 0) throw damaged()
    if (entry === last) {
      if (size > slice) throw damaged()
      const found = JSON.parse(decoder.decode(await take(size))) as Record<string, unknown>
      if (found["format"] !== 1) throw new BackupError({ message: "the backup is of a newer release" })
      if (found["entries"] !== entries || found["digest"] !== digest.digest("hex")) throw damaged()
      // Reading to the very end makes sure that all of an encrypted archive is authenticated.
      const rest = new Uint8Array(slice)
      while ((await archive.read(rest)) > 0);
      return entries
    }
    if (!accepts(entry))
      throw new BackupError({ message: `the backup holds ${JSON.stringify(entry)}, which is not ours` })
    const path = join(directory, entry)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await using file = await open(path, "wx", readNumber(header, 100, 8) & 0o777)
    const hash = createHash("sha256")
    for (let left = size; left > 0; left -= Math.min(left, slice)) {
      const bytes = await take(Math.min(left, slice))
      hash.update(bytes)
      await file.write(bytes)
    }
    await file.sync()
    await take(padding(size))
    digest.update(`${entry} ${size} ${hash.digest("hex")}\n`)
    entries += 1
  }
}
