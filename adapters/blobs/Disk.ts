import { chmod, copyFile, type FileHandle, link, lstat, mkdir, open, rename, rmdir, utimes } from "node:fs/promises"
import { dirname, sep } from "node:path"
import { Effect, type Scope } from "effect"
import { BlobNotFound, BlobStoreUnavailable } from "../../src/ports/BlobStore.ts"

/** The mode of what is not written any more. */
export const READ_ONLY = 0o444

const RENAME_ATTEMPTS = 10

const codeOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return "unknown"
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name
}

const failure = (message: string, code: string): Error => Object.assign(new Error(message), { code })

const attempt = <A, E>(work: () => Promise<A>, or: (cause: unknown) => Effect.Effect<A, E>) =>
  Effect.tryPromise({ try: work, catch: (cause) => ({ cause }) }).pipe(
    Effect.catchAll(({ cause }) => or(cause)),
    Effect.uninterruptible
  )

const unavailable = (cause: unknown): Effect.Effect<never, BlobStoreUnavailable> =>
  Effect.zipRight(Effect.logWarning("Blob store failed", cause), new BlobStoreUnavailable({ reason: codeOf(cause) }))

/** Work on files, waited for even when interrupted: a handle must not be closed under a running call. */
export const io = <A>(work: () => Promise<A>): Effect.Effect<A, BlobStoreUnavailable> => attempt(work, unavailable)

/** The same on the file of a blob, which may not be there. */
export const ioOf = <A>(key: string, work: () => Promise<A>): Effect.Effect<A, BlobNotFound | BlobStoreUnavailable> =>
  attempt<A, BlobNotFound | BlobStoreUnavailable>(work, (cause) =>
    codeOf(cause) === "ENOENT" ? new BlobNotFound({ key }) : unavailable(cause)
  )

/** The open file, until the scope closes. */
export const opened = <E>(file: Effect.Effect<FileHandle, E>): Effect.Effect<FileHandle, E, Scope.Scope> =>
  Effect.acquireRelease(file, (handle) => Effect.ignore(io(() => handle.close())))

export const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let done = 0; done < bytes.length;) {
    done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten
  }
}

/** Fills `bytes` with what stands at `position`; fails where the file ends before. */
export const readAll = async (handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  for (let done = 0; done < bytes.length;) {
    const { bytesRead } = await handle.read(bytes, done, bytes.length - done, position + done)
    if (bytesRead === 0) throw failure("the file is too short", "EIO")
    done += bytesRead
  }
}

/** The folders from that of `path` up to `root`. */
const foldersOf = (path: string, root: string): ReadonlyArray<string> => {
  const folders = [dirname(path)]
  for (let last = folders[0]!; last !== root && last.startsWith(root + sep); last = dirname(last)) {
    folders.push(dirname(last))
  }
  return folders
}

/** Makes the names on the way from `root` to `path` survive a power cut. A folder that is gone needs no more. */
export const syncFolders = async (path: string, root: string): Promise<void> => {
  for (const folder of foldersOf(path, root)) {
    const handle = await open(folder, "r").catch((cause: unknown) => {
      if (codeOf(cause) !== "ENOENT") throw cause
    })
    await handle?.sync().finally(() => handle.close())
  }
}

/** Removes the folders from that of `path` up to, and without, `root`, as far as they are empty. */
export const pruneFolders = async (path: string, root: string): Promise<void> => {
  for (const folder of foldersOf(path, root)) {
    if (folder === root) return
    try {
      await rmdir(folder)
    } catch {
      return
    }
  }
}

/** Gives the file a new path, whose folders are made; others may be removing empty folders at the same time. */
export const renameInto = async (from: string, to: string): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(to), { recursive: true })
    try {
      return await rename(from, to)
    } catch (cause) {
      const pruned = codeOf(cause) === "ENOENT" && (await Bun.file(from).exists())
      if (!pruned || attempt === RENAME_ATTEMPTS) throw cause
    }
  }
}

const sizeOfFile = async (path: string): Promise<number> => {
  const entry = await lstat(path)
  if (entry.isFile()) return entry.size
  throw failure("not a file", "EINVAL")
}

/**
 * Gives the file a second name where the file system can, else copies it; read-only either way.
 * What was linked is looked at, too: the owner of `from` may have put a symbolic link there in between.
 */
export const linkOrCopy = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to)
  } catch (cause) {
    if (codeOf(cause) === "ENOENT" || codeOf(cause) === "EEXIST") throw cause
    await copyFile(from, to)
  }
  await sizeOfFile(to)
  await chmod(to, READ_ONLY)
}

/**
 * Gives the file a second, durable name with the time of now, so that nobody takes it for a forgotten one, and gives
 * its size.
 */
export const adopt = async (from: string, to: string, now: number): Promise<number> => {
  const size = await sizeOfFile(from)
  await linkOrCopy(from, to)
  await utimes(to, now / 1000, now / 1000)
  const handle = await open(to, "r")
  await handle.sync().finally(() => handle.close())
  return size
}
