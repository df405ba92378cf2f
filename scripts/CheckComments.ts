/**
 * Checks that comments are sentences: none begins with a word that only continues a sentence, such as "Of" or "What".
 * Prints each fault as `file:line: comment`. Takes folders or files; without one it checks all code. The descriptions of
 * the API's schemas are checked as comments of the generated client. `comments.tsv` lists how many older comments of a
 * file may stay as they are. `--lower` lowers its numbers to those that are left.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"

const root = join(import.meta.dir, "..")
const headless = /^(?:Of|That|Those|As|What|Who|Whose|Whom|Which|Where|With|Without|From|To|Than|And|Or|But)\b/
/** A participle alone, such as "Made once." or "Given by the caller.", has no subject. */
const participle =
  /^(?:Made|Kept|Told|Given|Taken|Said|Called|Held|Seen|Asked|Done|Set|Read|Sent|Left|Gone|Known|Shown|Written)\b/

const { positionals, values } = parseArgs({ options: { lower: { type: "boolean" } }, allowPositionals: true })
const listed = Bun.spawnSync(["git", "ls-files", "--", ...positionals], { cwd: root })
const files = listed.stdout
  .toString()
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file))

/** Returns whether words begin a comment that is no sentence. Summaries of endpoints may be "Read a project". */
const isFault = (file: string, words: string): boolean =>
  headless.test(words) || (file !== "sdk/plinth.ts" && participle.test(words))

const list = join(import.meta.dir, "comments.tsv")
const allowed = new Map(
  readFileSync(list, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"))
    .map(([file, count]) => [file!, Number(count)])
)

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
  const found = comments(readFileSync(join(root, file), "utf8")).filter(([, words]) => isFault(file, words))
  const most = allowed.get(file) ?? 0
  if (found.length < most) allowed.set(file, found.length)
  if (found.length <= most) continue
  faults += found.length - most
  for (const [line, words] of found) process.stdout.write(`${file}:${line}: ${words}\n`)
  if (most > 0) process.stdout.write(`${file} may have ${most} of these\n`)
}
if (values.lower === true) {
  const left = [...allowed].filter(([, count]) => count > 0)
  writeFileSync(list, left.map(([file, count]) => `${file}\t${count}\n`).join(""))
}
process.stdout.write(`${faults} comments are no sentences\n`)
process.exitCode = faults === 0 ? 0 : 1
