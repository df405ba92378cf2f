import { expect, test } from "bun:test"
import { mkdtempDisposable, open, readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { decrypting, encrypting, isEncrypted } from "./Encryption.ts"

/** The full cost would take a second for each file and test nothing more. */
const cheap = 2

const chunk = 64 * 1024
const header = 26 + 32 + 32
const sealed = chunk + 16

const folder = () => mkdtempDisposable(join(tmpdir(), "plinth-encryption-"))

/** Returns the bytes encrypted in pieces of this size. */
const encrypted = async (bytes: Uint8Array, piece: number): Promise<Buffer> => {
  await using work = await folder()
  const path = join(work.path, "file")
  await using file = await open(path, "wx")
  const sink = await encrypting(file, "passphrase", cheap)
  for (let at = 0; at < bytes.length; at += piece) await sink.write(bytes.subarray(at, at + piece))
  await sink.end()
  return await readFile(path)
}

const decrypted = async (bytes: Uint8Array, passphrase = "passphrase", piece = 100_000): Promise<Buffer> => {
  await using work = await folder()
  const path = join(work.path, "file")
  await writeFile(path, bytes)
  await using file = await open(path, "r")
  expect(await isEncrypted(file)).toBe(true)
  const source = await decrypting(file, passphrase, cheap)
  const found: Array<Buffer> = []
  for (const buffer = Buffer.alloc(piece); ;) {
    const some = await source.read(buffer)
    if (some === 0) return Buffer.concat(found)
    found.push(Buffer.from(buffer.subarray(0, some)))
  }
}

/** Returns the message with which opening fails. */
const toldOf = (opened: Promise<unknown>): Promise<string> =>
  opened.then(
    () => "opened",
    (cause: Error) => cause.message
  )

const random = (size: number) =>
  Buffer.concat(
    Array.from({ length: Math.ceil(size / chunk) }, () => crypto.getRandomValues(Buffer.alloc(chunk)))
  ).subarray(0, size)

test("encrypted bytes are decrypted unchanged, whatever their size and pieces", async () => {
  for (const size of [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 3 * chunk + 7]) {
    const bytes = random(size)
    const file = await encrypted(bytes, size % 2 === 0 ? 10_000 : 1_000_000)
    expect(file.length).toBe(header + size + 16 * Math.max(1, Math.ceil(size / chunk)))
    expect((await decrypted(file, "passphrase", size % 2 === 0 ? 512 : 100_000)).equals(bytes)).toBe(true)
  }
})

test("two files of the same bytes have only their beginning in common", async () => {
  const bytes = Buffer.alloc(1000)
  const [a, b] = [await encrypted(bytes, 1000), await encrypted(bytes, 1000)]
  expect(a.subarray(0, 26).equals(b.subarray(0, 26))).toBe(true)
  for (const at of [26, 58, header]) expect(a.subarray(at, at + 32).equals(b.subarray(at, at + 32))).toBe(false)
})

test("a wrong passphrase, changed bytes, and cut, missing, moved, repeated or added chunks are detected", async () => {
  const file = await encrypted(random(3 * chunk + 100), 1_000_000)
  expect(await toldOf(decrypted(file, "Passphrase"))).toContain("is not the one that the backup was made with")
  const at = (index: number) => header + index * sealed
  const parts = [0, 1, 2, 3].map((index) => file.subarray(at(index), Math.min(at(index + 1), file.length)))
  const [head, [a, b, c, last]] = [file.subarray(0, header), parts as [Buffer, Buffer, Buffer, Buffer]]
  const spoiled: Record<string, ReadonlyArray<Uint8Array>> = {
    "cut within a chunk": [head, a, b.subarray(0, 100)],
    "cut within a tag": [head, a, b, c, last.subarray(0, -1)],
    "cut after a chunk": [head, a, b, c],
    "cut after the header": [head],
    "cut within the header": [head.subarray(0, 60)],
    "a chunk left out": [head, a, c, last],
    "the first left out": [head, b, c, last],
    "two swapped": [head, b, a, c, last],
    "one repeated": [head, a, a, b, c, last],
    "the last repeated": [head, a, b, c, last, last],
    "something behind": [head, a, b, c, last, Buffer.alloc(20)],
    "one byte behind": [head, a, b, c, last, Buffer.alloc(1)]
  }
  for (const [name, some] of Object.entries(spoiled)) {
    expect(await toldOf(decrypted(Buffer.concat(some))), name).toContain("damaged or cut short")
  }
  for (const place of [header, at(1) + 5, at(2) - 1, file.length - 1]) {
    const changed = Buffer.from(file)
    changed[place]! ^= 1
    expect(await toldOf(decrypted(changed)), String(place)).toContain("damaged or cut short")
  }
  const other = Buffer.from(file)
  other[30]! ^= 1
  expect(await toldOf(decrypted(other))).toContain("is not the one that the backup was made with")
})
