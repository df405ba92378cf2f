import { mkdir, open, readdir, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { codeOf } from "../blobs/Disk.ts"
import { pathIn } from "./KeyFile.ts"

const secondsOfDay = 86_400

/**
 * The name of a note, `issuer.KEY.DAY`: the key has signed a token that expires by the end of that day, counted from
 * 1970.
 */
const pattern = /^issuer\.([\w-]+)\.(\d+)$/

const folderIn = (directory: string) => dirname(pathIn(directory))

/**
 * Records durably that a key is about to sign a token with this `exp`. One note serves all tokens that expire on its
 * day.
 */
export const note = async (directory: string, keyId: string, exp: number): Promise<void> => {
  const folder = folderIn(directory)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `issuer.${keyId}.${Math.ceil(exp / secondsOfDay)}`)
  try {
    await using file = await open(path, "wx", 0o600)
    await file.sync()
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error
  }
}

/** Returns when the last recorded token of a key has expired, in seconds since 1970; 0 if there is no note. */
export const lastEnd = async (directory: string, keyId: string): Promise<number> => {
  const days = (await readdir(folderIn(directory))).map((name) => pattern.exec(name))
  return Math.max(0, ...days.map((found) => (found?.[1] === keyId ? Number(found[2]) * secondsOfDay : 0)))
}

/** Removes the notes of all other keys. */
export const forgetOthers = async (directory: string, keyId: string): Promise<void> => {
  for (const name of await readdir(folderIn(directory))) {
    const of = pattern.exec(name)?.[1]
    if (of !== undefined && of !== keyId) await rm(join(folderIn(directory), name), { force: true })
  }
}
