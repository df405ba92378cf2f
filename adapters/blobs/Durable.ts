import { chmod, copyFile, link, lstat, mkdir, open, rename, rmdir, unlink, utimes } from "node:fs/promises"
import { dirname, sep } from "node:path"
import { codeOf, failure } from "./Disk.ts"

/** The mode of what is not written any more. */
export const READ_ONLY = 0o444

const RENAME_ATTEMPTS = 10

/** The folders from that of `path` up to `root`. */
const foldersOf = (path: string, root: string): ReadonlyArray<string> => {
  const folders = [dirname(path)]
  for (let last = folders[0]!; last !== root && last.startsWith(root + sep); last = dirname(last)) {
    folders.push(dirname(last))
  }
  return folders
}

/** Makes a file or a folder survive a power cut as it is now. */
export const sync = async (path: string): Promise<void> => {
  await using handle = await open(path, "r")
  await handle.sync()
}

/** Makes the names on the way from `root` to `path` survive a power cut. A folder that is gone needs no more. */
export const syncFolders = async (path: string, root: string): Promise<void> => {
  for (const folder of foldersOf(path, root)) {
    await sync(folder).catch((cause: unknown) => {
      if (codeOf(cause) !== "ENOENT") throw cause
    })
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
const renameInto = async (from: string, to: string): Promise<void> => {
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

/** What to do to `file` when replacing it fails: a second name is kept in `spare`, as far as there is something. */
const undoOf = async (file: string, spare: string): Promise<() => Promise<void>> => {
  try {
    await link(file, spare)
    return () => rename(spare, file)
  } catch (cause) {
    return codeOf(cause) === "ENOENT" ? () => unlink(file) : () => Promise.resolve()
  }
}

/** Makes `file` what `temporary` was, durably, below `root`; when that fails, it is what it was. */
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
  await sync(to)
  return size
}
