import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Commands from "./Commands.ts"
import { largeModel } from "./LargeModel.ts"
import * as ServiceClient from "./ServiceClient.ts"

/** Returns the hashes of the files that a backup of the data folder contains, by path. */
export const contentOf = (directory: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => join(parentPath, name).slice(directory.length + 1))
      .filter((path) => /^(?:plinth\.sqlite$|blobs\/[^.]|keys\/)/.test(path))
      .map((path) => [path, Bun.hash(readFileSync(join(directory, path))).toString(16)])
  )

/** Names in the data folder that a backup or restore leaves if it is killed. */
export const leftovers = (directory: string) =>
  readdirSync(directory).filter((name) => /^(?:backup|restore)-/.test(name) || name === "plinth.restoring")

/** Makes a data folder as a stopped service leaves it: a database with a client, keys, and an uploaded file. */
export const dataFolder = async (directory: string, walls = 20): Promise<string> => {
  const client = ["add", "--id", "excel", "--redirect", "https://addin.test/back"]
  const { err } = await Commands.run("client", client, { DATA_DIR: directory })
  if (err !== "") throw new Error(err)
  await ServiceClient.tokenOf(directory, "ada")
  mkdirSync(join(directory, "blobs/uploads"), { recursive: true })
  writeFileSync(join(directory, "blobs/uploads/_house"), largeModel(walls))
  return directory
}
