/**
 * Exports the real models with random edits. The files are read back by the product itself and validated by
 * ifcopenshell, and their geometry is compared by web-ifc. Two tasks run at a time, the longest ones first.
 *
 * Usage: npm run test:export -- [--seeds N] [--only scripts|judge|geometry]
 */
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import * as IfcOpenShell from "../bench/IfcOpenShell.ts"
import { load } from "../bench/Peers.ts"
import * as RealModels from "../src/ifc/testing/RealModels.ts"
import * as Arguments from "./chaos/Arguments.ts"
import * as Report from "./chaos/Report.ts"
import { run } from "./export/Child.ts"
import * as Judge from "./export/Judge.ts"

const usage = "usage: npm run test:export -- [--seeds N] [--only scripts|judge|geometry]"
const { values } = parseArgs({ options: { seeds: { type: "string", default: "100" }, only: { type: "string" } } })
const seeds = Arguments.whole(values.seeds, usage)
const lanes = 2

interface Outcome {
  readonly holds: boolean
  readonly text: string
}

interface Task {
  readonly name: string
  /** Tasks with higher costs begin first. */
  readonly cost: number
  readonly run: () => Promise<Outcome>
}

const root = join(import.meta.dir, "..")
const house = join(root, "spec-tests/fixtures/house.ifc")
const scratch = mkdtempSync(join(tmpdir(), "plinth-export-"))
const report = Report.make()

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Runs the random scripts of PatchModel.test.ts on one model. */
const scripts = async (path: string): Promise<Outcome> => {
  const test = join(root, "src/ifc/patch/PatchModel.test.ts")
  const command = [process.execPath, "test", "--timeout", "1200000", "-t", `^${literal(basename(path))} `, test]
  const { code, text } = await run(command, { EXPORT_SEEDS: String(seeds), MODELS_DIR: RealModels.folder })
  const passed = /^ *(\d+) pass$/m.exec(text)?.[1]
  const holds = code === 0 && passed === "2"
  return { holds, text: holds ? `${seeds} scripts` : text }
}

const geometry = async (path: string): Promise<Outcome> => {
  const { code, text } = await run([process.execPath, join(root, "scripts/export/Geometry.ts"), path])
  return { holds: code === 0, text }
}

const parts: Readonly<Record<string, (paths: ReadonlyArray<string>) => Promise<ReadonlyArray<Task>>>> = {
  scripts: async (paths) =>
    [house, ...paths].map((path) => ({
      name: `scripts, ${basename(path)}`,
      cost: (5 * seeds * statSync(path).size) / 100,
      run: () => scripts(path)
    })),
  judge: async (paths) => {
    // The installation runs while the scripts, which do not need it, begin.
    const installed = IfcOpenShell.pythonOf()
    installed.catch(() => undefined)
    return [house, ...paths].map((path) => ({
      name: `judge, ${basename(path)}`,
      cost: 2 * statSync(path).size,
      run: async () => Judge.judged(await installed, path, scratch)
    }))
  },
  geometry: async (paths) => {
    await load("web-ifc/web-ifc-api-node.js")
    return paths.map((path) => ({
      name: `geometry, ${basename(path)}`,
      cost: statSync(path).size,
      run: () => geometry(path)
    }))
  }
}

if (values.only !== undefined && !Object.hasOwn(parts, values.only)) Arguments.refuse(usage)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Prints a line that does not count as a result. */
const tell = (text: string): void => {
  for (const line of text.split("\n")) console.log(`       | ${line}`)
}

const tasks: Array<Task> = []
const took = new Map<string, number>()

const lane = async (): Promise<void> => {
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
    const startedAt = performance.now()
    const { holds, text } = await task.run().catch((error) => ({ holds: false, text: messageOf(error) }))
    const millis = performance.now() - startedAt
    const [part] = task.name.split(",") as [string]
    took.set(part, (took.get(part) ?? 0) + millis)
    report.check(task.name, Report.seconds(millis), holds)
    tell(text)
  }
}

try {
  const paths = RealModels.names.map(RealModels.pathOf)
  for (const path of paths.filter((path) => !existsSync(path))) {
    report.check(basename(path), "absent from MODELS_DIR", false)
  }
  for (const [name, tasksOf] of Object.entries(parts)) {
    if (values.only !== undefined && values.only !== name) continue
    try {
      tasks.push(...(await tasksOf(paths.filter((path) => existsSync(path)))))
    } catch (error) {
      report.check(name, "could not start", false)
      tell(messageOf(error))
    }
  }
  tasks.sort((a, b) => b.cost - a.cost)
  await Promise.all(Array.from({ length: lanes }, lane))
  for (const [part, millis] of took) report.figure(`${part}, minutes of one process`, (millis / 60_000).toFixed(1))
} finally {
  rmSync(scratch, { recursive: true, force: true })
  report.end()
}
