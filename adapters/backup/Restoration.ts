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

/** A file that exists while the folder contains neither all of its former content nor all of the restored content. */
const marker = "plinth.restoring"

/** The content of the embedded adapters' folder, except the lock. */
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

/**
 * Opens a backup for reading. If there is a passphrase, an unencrypted backup is refused, because somebody could have
 * put it in the place of an encrypted one.
 */
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
 * Restores `directory` to the state of the backup and returns the number of files. The caller must hold the folder's
 * lock. Nothing changes until the backup has been read to its end and found complete. If the process is killed after
 * that, the folder stays marked as unfinished.
 *
 * Throws `BackupError` if the backup is missing, damaged or of a newer release; if the passphrase is wrong, missing, or
 * given for a backup without one; or if the folder is not empty and `force` is false.
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

/** Fails with `BackupError` if the restoration of the folder was interrupted. */
export const layerFinished = (options: { readonly directory: string }): Layer.Layer<never, BackupError> =>
  Layer.effectDiscard(
    Effect.suspend(() =>
      existsSync(join(options.directory, marker))
        ? new BackupError({ message: `restoring ${options.directory} was cut short: run restore again with --force` })
        : Effect.void
    )
  )
