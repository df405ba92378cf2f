import { existsSync } from "node:fs"
import { type FileHandle, mkdtempDisposable, open, readdir, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { codeOf } from "../blobs/Disk.ts"
import { sync } from "../blobs/Durable.ts"
import { plain, type Source } from "./Archive.ts"
import { BackupError } from "./BackupError.ts"
import { decrypting, isEncrypted } from "./Encryption.ts"
import { database, seal } from "./Snapshot.ts"
import * as Tar from "./Tar.ts"

/** There while the folder is neither what it was nor what it is to be. */
const marker = "plinth.restoring"

/** What the folder of the embedded adapters holds beside its lock. */
const contents = [database, `${database}-wal`, `${database}-shm`, `${database}-journal`, "blobs", "keys", "scratch"]

const isOurs = (name: string): boolean =>
  name === database || (/^(?:keys|blobs)\/[A-Za-z0-9_./-]+$/.test(name) && !name.split("/").includes(".."))

const isLock = (name: string): boolean => name.startsWith("plinth.lock")
const isLeftover = (name: string): boolean => /^(?:restore|backup)-/.test(name)

const syncTree = async (path: string): Promise<void> => {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncTree(join(path, entry.name))
  }
  await sync(path)
}

/** A backup that could have been put in the place of an encrypted one is taken for none. */
const opened = async (archive: FileHandle, passphrase: string | null): Promise<Source> => {
  const encrypted = await isEncrypted(archive)
  if (encrypted && passphrase === null) {
    throw new BackupError({ message: "the backup is encrypted: BACKUP_PASSPHRASE must say what it was made with" })
  }
  if (!encrypted && passphrase !== null) {
    throw new BackupError({
      message: "the backup is not encrypted, or damaged; without BACKUP_PASSPHRASE it can be tried"
    })
  }
  return passphrase === null ? plain(archive) : decrypting(archive, passphrase)
}

/**
 * Makes `directory` what it was when the backup was taken. To be called by who holds the folder's lock. Nothing changes
 * before the backup has been read to its end and found whole; killed after that, the folder is marked as unfinished.
 *
 * Throws `BackupError` where the backup is not there, damaged or of a newer release, where the passphrase is another
 * than it was made with, or one is given and it was made with none, or where the folder holds
 * something already and `force` is false.
 */
export const restore = async (
  directory: string,
  file: string,
  options: { readonly force: boolean; readonly passphrase: string | null }
): Promise<number> => {
  await using archive = await open(file, "r").catch((cause: unknown) => {
    throw codeOf(cause) === "ENOENT" ? new BackupError({ message: `${file} is not there` }) : cause
  })
  const inTheWay = (await readdir(directory)).filter((name) => !isLock(name) && !isLeftover(name))
  if (inTheWay.length > 0 && !options.force) {
    throw new BackupError({ message: `${directory} is not empty; --force replaces what is there` })
  }
  const source = await opened(archive, options.passphrase)
  for (const name of (await readdir(directory)).filter(isLeftover)) {
    await rm(join(directory, name), { recursive: true, force: true })
  }
  await using work = await mkdtempDisposable(join(directory, "restore-"))
  const files = await Tar.extract(source, work.path, seal, isOurs)
  if (!existsSync(join(work.path, database))) throw new BackupError({ message: "the backup holds no database" })
  await syncTree(work.path)
  await writeFile(join(directory, marker), "", { flush: true })
  await sync(directory)
  for (const name of contents) await rm(join(directory, name), { recursive: true, force: true })
  for (const name of await readdir(work.path)) await rename(join(work.path, name), join(directory, name))
  await sync(directory)
  await rm(join(directory, marker))
  await sync(directory)
  return files
}

/** Refuses a folder whose restoration was cut short. Fails with `BackupError`. */
export const layerFinished = (options: { readonly directory: string }): Layer.Layer<never, BackupError> =>
  Layer.effectDiscard(
    Effect.suspend(() =>
      existsSync(join(options.directory, marker))
        ? new BackupError({ message: `restoring ${options.directory} was cut short: run restore again with --force` })
        : Effect.void
    )
  )
