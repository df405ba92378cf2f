import { readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dir, "../../..")

/** The paths of all files that git tracks, from the root. */
export const files: ReadonlyArray<string> = Bun.spawnSync(["git", "ls-files", "-z"], { cwd: root })
  .stdout.toString()
  .split("\0")
  .filter((path) => path !== "")

/** The tracked Markdown files. */
export const documents = files.filter((path) => path.endsWith(".md"))

/** Returns the text of a file, by its path from the root. */
export const read = (path: string): string => readFileSync(join(root, path), "utf8")

/** Returns a text without its fenced blocks. */
export const prose = (text: string): string => text.replaceAll(/^```.*?^```$/gms, "")
