import { Database } from "bun:sqlite"
import { existsSync } from "node:fs"
import { mkdir, mkdtempDisposable, open, readdir, rename, rm } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import process from "node:process"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { codeOf } from "../blobs/Disk.ts"
import { linkOrCopy, sync } from "../blobs/Durable.ts"
import { fileOf, isKey } from "../blobs/Key.ts"
import { list } from "../blobs/Listing.ts"
import { plain } from "./Archive.ts"
import { BackupError } from "./BackupError.ts"
import { encrypting } from "./Encryption.ts"
import * as Tar from "./Tar.ts"

export const database = "plinth.sqlite"
/** The name of the last entry of a backup. */
export const seal = "plinth-backup.json"

/** The most attempts to copy. A new one is needed if the service removed a blob during the copy. */
const attempts = 10

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return codeOf(cause) === "EPERM"
  }
}

/** Returns the folders of backups whose process has died. */
const leftovers = async (directory: string) =>
  (await readdir(directory)).filter((name) => {
    const pid = /^backup-(\d+)-/.exec(name)?.[1]
    return pid !== undefined && !runs(Number(pid))
  })

const keysOf = (blobs: string): Promise<ReadonlyArray<string>> =>
  Effect.runPromise(Effect.map(Stream.runCollect(list(blobs, "")), (all) => Chunk.toArray(all).map(({ key }) => key)))

/** Hard-links the blobs into another folder, so that the service cannot remove them during the backup. */
const linkBlobs = async (from: string, to: string) => {
  for (const key of await keysOf(from)) {
    const file = fileOf(to, key)
    if (existsSync(file)) continue
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await linkOrCopy(fileOf(from, key), file).catch((cause: unknown) => {
      if (codeOf(cause) !== "ENOENT") throw cause
    })
  }
}

const ofRemoved = `model_id IN (SELECT m.id FROM models m JOIN projects p ON p.id = m.project_id WHERE p.removed = 1)`

/**
 * The rows, by table, that still have to be purged with their removed project or model. The blobs that they refer to
 * may already be deleted, and nothing reads them.
 */
const removed: Readonly<Record<string, string>> = {
  operations: "project_id IN (SELECT id FROM projects WHERE removed = 1)",
  model_versions: ofRemoved,
  derived_files: ofRemoved,
  // Tables of the sample model belong to no project.
  measured_tables: `table_blob NOT LIKE 'sample/%'
    AND table_blob NOT IN (SELECT table_blob FROM model_versions WHERE NOT ${ofRemoved})`
}

/** Returns the keys of all blobs that rows of the database refer to, in the columns with names that end in `_blob`. */
const blobsOf = (file: string): ReadonlyArray<string> => {
  const db = new Database(file, { readonly: true })
  try {
    // The database of an earlier release does not have this column.
    const waits = db.query("SELECT 1 FROM pragma_table_info('projects') WHERE name = 'removed'").get() !== null
    const columns = db
      .query<{ table: string; column: string }, []>(
        `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c
        WHERE t.type = 'table' AND c.name LIKE '%\\_blob' ESCAPE '\\'`
      )
      .all()
    const statements = columns.map(
      ({ column, table }) =>
        `SELECT ${column} AS key FROM ${table} WHERE ${column} IS NOT NULL${
          column === "input_blob" ? " AND status IN ('Queued', 'InProgress')" : ""
        }${waits && table in removed ? ` AND NOT ${removed[table]}` : ""}`
    )
    if (statements.length === 0) return []
    return db
      .query<{ key: string }, []>(statements.join(" UNION "))
      .all()
      .map(({ key }) => key)
  } finally {
    db.close()
  }
}

const copyDatabase = (from: string, to: string) => {
  const db = new Database(from, { readwrite: true })
  try {
    db.run("PRAGMA busy_timeout = 10000")
    db.query("VACUUM INTO ?").run(to)
  } finally {
    db.close()
  }
}

/**
 * Copies the database and the blobs of one moment into a folder, so that no row refers to a missing blob. Throws
 * `BackupError` if ten attempts fail.
 */
const freeze = async (directory: string, work: string): Promise<void> => {
  const blobs = join(directory, "blobs")
  for (let attempt = 1; ; attempt++) {
    await linkBlobs(blobs, join(work, "blobs"))
    await rm(join(work, database), { force: true })
    copyDatabase(join(directory, database), join(work, database))
    await linkBlobs(blobs, join(work, "blobs"))
    const missing = blobsOf(join(work, database)).filter(
      (key) => !isKey(key) || !existsSync(fileOf(join(work, "blobs"), key))
    )
    if (missing.length === 0) return
    if (attempt === attempts)
      throw new BackupError({ message: `the data refers to a file that is not there: ${missing[0]}` })
    await rm(join(work, "blobs"), { recursive: true, force: true })
  }
}

/** The content of a backup. */
export interface Taken {
  readonly files: number
  readonly bytes: number
}

/**
 * Writes everything that the embedded adapters keep in `directory` to `file`, whether or not the service is running:
 * the database and the blobs as of one moment, and the keys. It is encrypted if there is a passphrase. The file appears
 * under its name only when it is complete.
 *
 * Throws `BackupError` if the folder holds no data, the file exists already, or something cannot be read.
 */
export const take = async (directory: string, file: string, passphrase: string | null): Promise<Taken> => {
  if (!existsSync(join(directory, database))) {
    throw new BackupError({ message: `${directory} holds no data: is DATA_DIR right?` })
  }
  if (existsSync(file)) throw new BackupError({ message: `${file} is there already` })
  for (const name of await leftovers(directory)) await rm(join(directory, name), { recursive: true, force: true })
  await using work = await mkdtempDisposable(join(directory, `backup-${process.pid}-`))
  const partial = `${file}.partial`
  await freeze(directory, work.path)
  await using cleaning = new AsyncDisposableStack()
  const taken = { files: 0, bytes: 0 }
  {
    await using archive = await open(partial, "wx", 0o600).catch((cause: unknown) => {
      throw codeOf(cause) === "EEXIST" ? new BackupError({ message: `${partial} is in the way: remove it` }) : cause
    })
    cleaning.defer(() => rm(partial, { force: true }))
    const encrypted = passphrase === null ? null : await encrypting(archive, passphrase)
    const tar = Tar.writer(encrypted ?? plain(archive))
    const add = async (name: string, path: string) => {
      taken.bytes += await tar.addFile(name, path)
      taken.files += 1
    }
    await add(database, join(work.path, database))
    const keys = existsSync(join(directory, "keys"))
      ? await readdir(join(directory, "keys"), { withFileTypes: true })
      : []
    for (const { name } of keys.filter((one) => one.isFile())) await add(`keys/${name}`, join(directory, "keys", name))
    const blobs = join(work.path, "blobs")
    for (const key of await keysOf(blobs)) {
      const path = fileOf(blobs, key)
      await add(`blobs/${path.slice(blobs.length + 1)}`, path)
    }
    await tar.end(seal)
    await encrypted?.end()
    await archive.sync()
  }
  await rename(partial, file)
  await sync(dirname(resolve(file)))
  return taken
}
