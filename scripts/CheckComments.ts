/**
 * Checks that comments are sentences: none begins with a word that only continues a sentence, such as "Of" or "What".
 * Prints each fault as `file:line: comment`. Takes folders or files; without one it checks all product code.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"

const root = join(import.meta.dir, "..")
const headless = /^(?:Of|That|Those|As|What|Who|Whose|Whom|Which|Where|With|Without|From|To|Than|And|Or|But)\b/
/** A participle alone, such as "Made once." or "Given by the caller.", has no subject. */
const participle =
  /^(?:Made|Kept|Told|Given|Taken|Said|Called|Held|Seen|Asked|Done|Set|Read|Sent|Left|Gone|Known|Shown|Written)\b/

const places = process.argv.slice(2)
const listed = Bun.spawnSync(
  ["git", "ls-files", ...(places.length > 0 ? places : ["src", "adapters", "calculators"])],
  {
    cwd: root
  }
)
const files = listed.stdout
  .toString()
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.contract\.ts$|\.browser\.ts$|\/testing\//.test(file))

/** The first lines of comments with their numbers: of blocks, and of runs of line comments. */
const comments = (text: string): ReadonlyArray<readonly [line: number, words: string]> => {
  const found: Array<readonly [number, string]> = []
  const lines = text.split("\n")
  for (const [i, line] of lines.entries()) {
    const block = /^\s*\/\*\*?\s*(.*)$/.exec(line)?.[1]
    if (block !== undefined) {
      const words = block === "" ? (lines[i + 1] ?? "").replace(/^\s*\*\s?/, "") : block
      found.push([i + 1, words])
      continue
    }
    const single = /^\s*\/\/\s?(.*)$/.exec(line)?.[1]
    if (single !== undefined && !/^\s*\/\//.test(lines[i - 1] ?? "")) found.push([i + 1, single])
  }
  return found
}

let faults = 0
for (const file of files) {
  for (const [line, words] of comments(readFileSync(join(root, file), "utf8"))) {
    if (!headless.test(words) && !participle.test(words)) continue
    faults++
    process.stdout.write(`${file}:${line}: ${words}\n`)
  }
}
process.stdout.write(`${faults} comments are no sentences\n`)
process.exitCode = faults === 0 ? 0 : 1
