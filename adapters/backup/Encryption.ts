import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from "node:crypto"
import type { FileHandle } from "node:fs/promises"
import { promisify } from "node:util"
import type { Sink, Source } from "./Archive.ts"
import { BackupError, damaged } from "./BackupError.ts"

// The format is described in README.md: AES-256-GCM in chunks whose nonces contain the number of the chunk and whether
// it is the last one (STREAM, Hoang, Reyhanitabar, Rogaway and Vizár 2015). If chunks are left out, moved or cut off,
// decryption fails.
const magic = Buffer.from("plinth-backup-encrypted-1\n")
const saltBytes = 32
const keyBytes = 32
const checkBytes = 32
const chunkBytes = 64 * 1024
const tagBytes = 16

/** The scrypt cost N: guessing takes 128 MiB and half a second for each passphrase. */
const guessing = 2 ** 17

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt)

const keysOf = async (passphrase: string, salt: Uint8Array, N: number) => {
  const derived = await derive(passphrase, salt, keyBytes + checkBytes, { N, r: 8, p: 1, maxmem: 256 * 1024 * 1024 })
  return { key: derived.subarray(0, keyBytes), check: derived.subarray(keyBytes) }
}

const nonceOf = (index: number, isLast: boolean): Uint8Array => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Encrypts what is written to it and writes it to the file. `end` must be called to complete the file. */
export const encrypting = async (
  file: FileHandle,
  passphrase: string,
  cost = guessing
): Promise<Sink & { readonly end: () => Promise<void> }> => {
  const salt = randomBytes(saltBytes)
  const { check, key } = await keysOf(passphrase, salt, cost)
  await file.write(Buffer.concat([magic, salt, check]))
  const chunk = new Uint8Array(chunkBytes)
  let used = 0
  let index = 0
  const writeChunk = async (isLast: boolean) => {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(index++, isLast))
    const sealed = [cipher.update(chunk.subarray(0, used)), cipher.final()]
    await file.write(Buffer.concat([...sealed, cipher.getAuthTag()]))
    used = 0
  }
  return {
    write: async (bytes) => {
      for (let at = 0; at < bytes.length;) {
        if (used === chunkBytes) await writeChunk(false)
        const some = bytes.subarray(at, at + chunkBytes - used)
        chunk.set(some, used)
        used += some.length
        at += some.length
      }
    },
    end: () => writeChunk(true)
  }
}

/** Returns whether the file begins like an encrypted backup. */
export const isEncrypted = async (file: FileHandle): Promise<boolean> => {
  const { buffer } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0)
  return magic.equals(buffer)
}

const readAt = async (file: FileHandle, length: number, at: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  for (let have = 0; have < length;) {
    const { bytesRead } = await file.read(bytes, have, length - have, at + have)
    if (bytesRead === 0) throw damaged()
    have += bytesRead
  }
  return bytes
}

/**
 * Decrypts an encrypted file as it is read. All bytes that it returns are authenticated.
 *
 * Throws `BackupError` if the passphrase is wrong, and when it reaches a part of the file that is damaged.
 */
export const decrypting = async (file: FileHandle, passphrase: string, cost = guessing): Promise<Source> => {
  const { size } = await file.stat()
  let at = magic.length
  const take = async (length: number) => {
    const bytes = await readAt(file, length, at)
    at += length
    return bytes
  }
  const { check, key } = await keysOf(passphrase, await take(saltBytes), cost)
  if (!timingSafeEqual(check, await take(checkBytes))) {
    throw new BackupError({ message: "BACKUP_PASSPHRASE is not the one that the backup was made with" })
  }
  let index = 0
  let chunk: Uint8Array = new Uint8Array(0)
  const open = async () => {
    const length = Math.min(chunkBytes, size - at - tagBytes)
    if (length < 0) throw damaged()
    const [sealed, tag] = [await take(length), await take(tagBytes)]
    const cipher = createDecipheriv("aes-256-gcm", key, nonceOf(index++, at === size), { authTagLength: tagBytes })
    cipher.setAuthTag(tag)
    try {
      return Buffer.concat([cipher.update(sealed), cipher.final()])
    } catch {
      throw damaged()
    }
  }
  return {
    read: async (buffer) => {
      if (chunk.length === 0 && (at < size || index === 0)) chunk = await open()
      const some = chunk.subarray(0, buffer.length)
      buffer.set(some)
      chunk = chunk.subarray(some.length)
      return some.length
    }
  }
}
