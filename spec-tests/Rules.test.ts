import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { all } from "./rules/All.ts"
import { edits } from "./rules/edits/Edits.ts"
import { exports } from "./rules/exports/Exports.ts"
import { libraries } from "./rules/libraries/Libraries.ts"

const root = join(import.meta.dir, "..")
const read = (file: string): string => readFileSync(join(root, file), "utf8")
const areas = new Set([
  "custom-properties",
  "materials",
  "locations",
  "codifications",
  "shared-data",
  "edits",
  "exports",
  "project-questions",
  "tables",
  "requirements",
  "topics",
  "dataset",
  "programs"
])
const ids = new Set(all.map(({ id }) => id))
const open = new Set(
  read("spec-tests/open.txt")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(" — ")[0]!)
)

const [head, ...lines] = read("spec-tests/rules.tsv").trimEnd().split("\n")
const rules = lines.map((line) => {
  const [area, source, rule, tests, ...more] = line.split("\t")
  return { area, source, rule, tests: (tests ?? "").split(" | "), more }
})

/** Returns why a test named by a rule does not test it, or null if it does. Loops put `endpoint: ` before a title. */
const fault = (name: string): string | null => {
  const [file, title] = name.split(" > ", 2)
  if (title === undefined) {
    return ids.has(name) ? (open.has(name) ? `${name} does not pass yet` : null) : `${name} is no rule`
  }
  if (!existsSync(join(root, file!))) return `${file} does not exist`
  const text = read(file!)
  return text.includes(title) || text.includes(title.replace(/^\w+: /, "")) ? null : `${file} has no test "${title}"`
}

test("every line has an area, a source, a rule and tests", () => {
  expect(head).toBe("area\tsource\trule\ttests")
  const wrong = rules.filter(
    ({ area, source, rule, tests, more }) =>
      !areas.has(area ?? "") ||
      !/^(specification|contract) ./.test(source ?? "") ||
      (rule ?? "").length < 20 ||
      tests.includes("") ||
      more.length > 0
  )
  expect(wrong).toEqual([])
  expect(rules.length).toBeGreaterThan(500)
})

test("no rule is listed twice", () => {
  const sentences = rules.map(({ area, rule }) => `${area} ${rule}`)
  expect(sentences.filter((sentence, i) => sentences.indexOf(sentence) !== i)).toEqual([])
})

test("every test that a rule names exists and passes", () => {
  expect(rules.flatMap(({ tests }) => tests.map(fault)).filter((found) => found !== null)).toEqual([])
})

test("every conformance rule of the libraries, of edits, exports, questions to a project, tables, checks, topics and datasets is named", () => {
  const named = new Set(rules.flatMap(({ tests }) => tests))
  const ofSections = all.filter(({ id }) => /^1[34678]-/.test(id))
  const tried = [...libraries, ...edits, ...exports, ofSections].flat().map(({ id }) => id)
  expect(tried.filter((id) => !named.has(id) && !open.has(id))).toEqual([])
})
