import { chmod, copyFile, link, lstat, mkdir, open, rename, rmdir, unlink, utimes } from "node:fs/promises"
import { dirname, sep } from "node:path"
import { codeOf, failure } from "./Disk.ts"

/** The mode of a file that will not be written again. */
export const READ_ONLY = 0o444

const RENAME_ATTEMPTS = 10

/** Returns the folders from that of `path` up to `root`. */
const foldersOf = (path: string, root: string): ReadonlyArray<string> => {
  const folders = [dirname(path)]
  for (let last = folders[0]!; last !== root && last.startsWith(root + sep); last = dirname(last)) {
    folders.push(dirname(last))
  }
  return folders
}

/** Writes a file or a folder through to the disk, so that it survives a power cut. */
export const sync = async (path: string): Promise<void> => {
  await using handle = await open(path, "r")
  await handle.sync()
}

/**
 * Syncs the folders from that of `path` up to `root`, so that their entries survive a power cut. Skips missing folders.
 */
export const syncFolders = async (path: string, root: string): Promise<void> => {
  for (const folder of foldersOf(path, root)) {
    await sync(folder).catch((cause: unknown) => {
      if (codeOf(cause) !== "ENOENT") throw cause
    })
  }
}

/** Removes the empty folders from that of `path` up to `root`; `root` itself stays. */
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

/**
 * Renames the file and creates the folders of the new path. Retries if another process removed such a folder as empty
 * in between.
 */
const renameInto = async (from: string, to: string): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(dirname(to), { recursive: true })
      return await rename(from, to)
    } catch (cause) {
      // `mkdir` says EEXIST if another process removed the folder between the attempt and the check.
      const pruned = ["ENOENT", "EEXIST"].includes(codeOf(cause)) && (await Bun.file(from).exists())
      if (!pruned || attempt === RENAME_ATTEMPTS) throw cause
    }
  }
}

/**
 * Returns how to restore `file` if replacing it fails. A link to its present content is made at `spare`, if it exists.
 */
const undoOf = async (file: string, spare: string): Promise<() => Promise<void>> => {
  try {
    await link(file, spare)
    return () => rename(spare, file)
  } catch (cause) {
    return codeOf(cause) === "ENOENT" ? () => unlink(file) : () => Promise.resolve()
  }
}

/** Replaces `file`, below `root`, by `temporary` durably. If that fails, `file` is as before. */
export const replace = async (file: string, temporary: string, spare: string, root: string): Promise<void> => {
  const undo = await undoOf(file, spare)
  await renameInto(temporary, file)
  try {
    await syncFolders(file, root)
  } catch (cause) {
    await undo()
    throw cause
  }
}

const sizeOfFile = async (path: string): Promise<number> => {
  const entry = await lstat(path)
  if (entry.isFile()) return entry.size
  throw failure("not a file", "EINVAL")
}

/**
 * Hard-links the file if the file system can, else copies it; the result is read-only. The result is checked, too,
 * because the owner of `from` may have put a symbolic link there in the meantime.
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
 * Links or copies the file to a new path durably and returns its size. Sets its time to now, so that it is not removed
 * as an abandoned file.
 */
export const adopt = async (from: string, to: string, now: number): Promise<number> => {
  const size = await sizeOfFile(from)
  await linkOrCopy(from, to)
  await utimes(to, now / 1000, now / 1000)
  await sync(to)
  return size
}
