import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The folder with databases of releases, as SQL: `sqlite/VERSION.sql` and `postgres/VERSION.sql`. */
export const folder = join(import.meta.dir, "../../adapters/storage/released")

/**
 * Returns the databases of a version that are missing in a folder. There must be one for each engine, with all
 * migrations applied.
 */
export const faults = (folder: string, version: string, migrations: ReadonlyArray<string>): ReadonlyArray<string> =>
  ["sqlite", "postgres"].flatMap((engine) => {
    const file = join(folder, engine, `${version}.sql`)
    if (!existsSync(file)) return [`the ${engine} database of ${version} is not there`]
    const text = readFileSync(file, "utf8")
    const absent = migrations.filter((name) => !text.includes(`'${name}'`))
    return absent.map((name) => `the ${engine} database of ${version} lacks ${name}`)
  })
