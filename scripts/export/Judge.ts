import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import * as Either from "effect/Either"
import * as IfcOpenShell from "../../bench/IfcOpenShell.ts"
import { readModel } from "../../src/ifc/ReadModel.ts"
import { run } from "./Child.ts"
import { exportedScripts } from "./ExportedScript.ts"

interface Verdict {
  readonly rules: boolean
  /** Null if no exported file has an issue yet, so that the source was not checked. */
  readonly source: number | null
  readonly exported: number
  readonly new: ReadonlyArray<{ readonly count: number; readonly issue: string }>
}

/**
 * Returns the issues that exports of a model have and the model itself does not, and the log of the actions, line by
 * line.
 */
export const judged = async (python: string, path: string, scratch: string) => {
  const bytes = readFileSync(path)
  const { content } = Either.getOrThrow(readModel(bytes))
  const scripts = [false, true].flatMap((isDeleting) => [...exportedScripts(bytes, content, { count: 1, isDeleting })])
  const folder = join(scratch, basename(path))
  mkdirSync(folder)
  const files = scripts.map(({ bytes }, i) => {
    const file = join(folder, `${i}.ifc`)
    writeFileSync(file, bytes)
    return file
  })
  const { code, text } = await run([python, join(import.meta.dir, "validate.py"), path, ...files])
  const lines = text.split("\n").filter((line) => line.startsWith("{"))
  if (code !== 0 || lines.length !== files.length)
    return { holds: false, text: `${IfcOpenShell.name} failed:\n${text}` }
  const verdicts = lines.map((line) => JSON.parse(line) as Verdict)
  const told = verdicts.flatMap(({ exported, new: fresh, rules, source }, i) => {
    const { edits, seed } = scripts[i]!
    const deleted = edits.filter(({ kind }) => kind === "Deleted").length
    const what = `script ${seed}: ${edits.length - deleted} edits, ${deleted} products deleted`
    const known = source === null ? "" : `, ${source} in the source, ${fresh.length} kinds new`
    const issues = `${exported} issues${known}`
    return [
      `${what}; ${issues}${rules ? "" : "; without express rules"}`,
      ...fresh.slice(0, 10).map(({ count, issue }) => `  ${count} × ${issue.replaceAll(/\s+/g, " ").slice(0, 600)}`)
    ]
  })
  return { holds: verdicts.every((verdict) => verdict.new.length === 0), text: told.join("\n") }
}
