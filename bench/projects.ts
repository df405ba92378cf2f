/**
 * Compares queries to a project of many models with DuckDB over Parquet files of the long form of the same models, one
 * for each model. The results must be equal. The two run in turns, and medians are compared. Then measures the memory
 * of the tables for each property row, and compares the first page of all models with that of one model.
 *
 * Usage:  bun run bench/projects.ts [--ci] [--models 200] [--products 50000] [--runs 3] [--json FILE]
 *         --ci: 40 models of 5,000 products by default; exits with 1 if a figure is worse than twice its gate.
 */
import * as Either from "effect/Either"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { answerBudget } from "../src/dataframe/query/AnswerBudget.ts"
import { answerProject, type ProjectRequest, type SeenModel } from "../src/dataframe/query/project/ProjectAnswer.ts"
import { projectOf } from "./ProjectData.ts"
import { parquetPeer } from "./ProjectDuckDb.ts"
import { firstPage, workloads } from "./ProjectWorkloads.ts"
import { holds, type Judged } from "./QueryGates.ts"
import { median } from "./QueryTimes.ts"
import { peakOfProcess } from "./ResidentMemory.ts"

const { values } = parseArgs({
  options: {
    ci: { type: "boolean", default: false },
    models: { type: "string" },
    products: { type: "string" },
    runs: { type: "string" },
    json: { type: "string" }
  }
})
const [models, products] = [
  Number(values.models ?? (values.ci ? 40 : 200)),
  Number(values.products ?? (values.ci ? 5000 : 50_000))
]
const runs = Number(values.runs ?? (values.ci ? 5 : 3))

/**
 * The least speed as a multiple of that of DuckDB; the most bytes of tables and their caches for each property row; the
 * most time as a multiple of that of one model's page.
 */
const gates = { faster: 3, bytesOfRow: 12, timesOneModel: 10 }

const ask = (of: ReadonlyArray<SeenModel>, request: ProjectRequest): Uint8Array =>
  Either.getOrThrow(answerProject(of, request, answerBudget))

const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const folder = mkdtempSync(join(tmpdir(), "plinth-projects-"))
const judged: Array<Judged> = []
try {
  const made = performance.now()
  const project = projectOf(models, products, folder)
  const made_s = ((performance.now() - made) / 1000).toFixed(0)
  console.log(`${models} models, ${project.products} products, ${project.rows} property rows, made in ${made_s} s`)
  const peer = await parquetPeer(folder)
  const bytesOfRow = (): number => project.models.reduce((sum, { table }) => sum + table.byteLength, 0) / project.rows
  const ofFile = bytesOfRow()
  for (const { agree, name, request, statements } of workloads) {
    const theirs = async () => {
      const found = []
      for (const statement of statements) found.push(await peer.columns(statement))
      return found
    }
    const answer = JSON.parse(new TextDecoder().decode(ask(project.models, request)))
    if (!agree(answer, await theirs())) throw new Error(`${name}: the engines do not agree`)
    const times = { ours: [] as Array<number>, theirs: [] as Array<number> }
    for (let run = 0; run < runs; run++) {
      times.ours.push(await timed(() => ask(project.models, request)))
      times.theirs.push(await timed(theirs))
    }
    const [own, other] = [median(times.ours), median(times.theirs)]
    console.log(`${name.padEnd(28)} ${own.toFixed(0).padStart(6)} ms  DuckDB ${other.toFixed(0).padStart(6)} ms`)
    judged.push({ what: `${name}: times as fast as DuckDB`, products, value: other / own, least: gates.faster })
  }
  peer.close()
  const few = 50
  const page = async (of: ReadonlyArray<SeenModel>): Promise<number> => {
    const times: Array<number> = []
    for (let run = 0; run < few; run++) times.push(await timed(() => ask(of, firstPage)))
    return median(times)
  }
  const [one, all] = [await page(project.models.slice(0, 1)), await page(project.models)]
  console.log(`first page: ${one.toFixed(2)} ms of one model, ${all.toFixed(2)} ms of all`)
  judged.push({ what: "first page, times that of one model", products, value: all / one, most: gates.timesOneModel })
  judged.push({ what: "bytes a property row", products, value: bytesOfRow(), most: gates.bytesOfRow })
  console.log(`${ofFile.toFixed(2)} bytes a property row before the first question`)
  console.log(`${(peakOfProcess() / 1e9).toFixed(1)} GB resident at most, DuckDB included`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const figure of judged) {
  const bound = figure.least === undefined ? `at most ${figure.most}` : `at least ${figure.least}`
  console.log(`${holds(figure, 1) ? "holds " : "MISSED"} ${figure.what}: ${figure.value.toFixed(2)}, ${bound}`)
}
const json = JSON.stringify({ bench: "projects", models, judged })
console.log(json)
if (values.json !== undefined) writeFileSync(values.json, json)
if (values.ci && judged.some((figure) => !holds(figure, 2))) process.exitCode = 1
