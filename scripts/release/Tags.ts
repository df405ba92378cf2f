import { run } from "../export/Child.ts"

/** Returns whether a repository has the tag of a version. */
export const isTagged = async (repository: string, version: string): Promise<boolean> => {
  const { code, text } = await run(["git", "-C", repository, "tag", "--list", `v${version}`])
  if (code !== 0) throw new Error(text)
  return text !== ""
}

/** Fails if a version is tagged, because later changes are compared with its kept files. */
export const demandUntagged = async (repository: string, version: string): Promise<void> => {
  if (await isTagged(repository, version)) {
    throw new Error(`v${version} is tagged, and what is kept of it stays: put the next version into package.json`)
  }
}
