/**
 * Checks that comments are sentences: none begins with a word that only continues a sentence, such as "Of" or "What",
 * and those of exported functions begin with a verb in the third person or a noun phrase. Prints each fault as
 * `file:line: comment`. Takes folders or files; without one it checks all code. The descriptions of the API's schemas
 * are checked as comments of the generated client. `comments.tsv` lists how many older comments of a file may stay as
 * they are. `--lower` lowers its numbers to those that are left.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { comments, isFault } from "./comments/Comments.ts"

const root = join(import.meta.dir, "..")
const { positionals, values } = parseArgs({ options: { lower: { type: "boolean" } }, allowPositionals: true })
const listed = Bun.spawnSync(["git", "ls-files", "--", ...positionals], { cwd: root })
const files = listed.stdout
  .toString()
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file))

const list = join(import.meta.dir, "comments.tsv")
const allowed = new Map(
  readFileSync(list, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"))
    .map(([file, count]) => [file!, Number(count)])
)

let faults = 0
for (const file of files) {
  const found = comments(readFileSync(join(root, file), "utf8")).filter((comment) => isFault(file, comment))
  const most = allowed.get(file) ?? 0
  if (found.length < most) allowed.set(file, found.length)
  if (found.length <= most) continue
  faults += found.length - most
  for (const { line, words } of found) process.stdout.write(`${file}:${line}: ${words}\n`)
  if (most > 0) process.stdout.write(`${file} may have ${most} of these\n`)
}
if (values.lower === true) {
  const left = [...allowed].filter(([, count]) => count > 0)
  writeFileSync(list, left.map(([file, count]) => `${file}\t${count}\n`).join(""))
}
process.stdout.write(`${faults} comments are no sentences\n`)
process.exitCode = faults === 0 ? 0 : 1
