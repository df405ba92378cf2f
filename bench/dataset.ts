/**
 * Compares DuckDB on the open dataset with DuckDB on a folder of the Parquet files that `GET M/parquet` returns: sums
 * by class and filtered counts over many models. The results must be equal. The two run in turns, and medians are
 * compared. Then compares the size of the dataset with that of the Parquet files.
 *
 * Usage:  bun run bench/dataset.ts [--ci] [--models 40] [--products 12000] [--runs 5] [--json FILE]
 *         A model of 12,000 products has more rows than fit into a row group. The full size is
 *         --models 200 --products 50000, which is 10⁷ products.
 *         --ci: exits with 1 if a figure is worse than twice its gate.
 */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { datasetOf } from "./DatasetData.ts"
import { datasetReaders } from "./DatasetReaders.ts"
import { ownNumber, projectOf } from "./ProjectData.ts"
import { pythonOf } from "./PythonEnvironment.ts"
import { holds, type Judged } from "./QueryGates.ts"
import { median } from "./QueryTimes.ts"

const { values } = parseArgs({
  options: {
    ci: { type: "boolean", default: false },
    models: { type: "string", default: "40" },
    products: { type: "string", default: "12000" },
    runs: { type: "string", default: "5" },
    json: { type: "string" }
  }
})
const [models, products] = [Number(values.models), Number(values.products)]

/** The most time and the most bytes, as multiples of those of the Parquet files. */
const gates = { time: 1, bytes: 1.5 }

const propertyOf = (name: string): string => `(SELECT model, product, text, number FROM p WHERE property = '${name}')`
const inParquet = `SELECT c.text, sum(v.number) FROM ${propertyOf("Class")} c JOIN ${propertyOf(ownNumber)} v USING (model, product)`
const inDataset = `SELECT class, sum(number) FROM properties WHERE property = '${ownNumber}'`

const questions = [
  {
    name: "sums by class, all models",
    parquet: `${inParquet} GROUP BY ALL`,
    dataset: `${inDataset} GROUP BY ALL`
  },
  {
    name: "sums by class, one model",
    parquet: `${inParquet} WHERE model = 'M0007' GROUP BY ALL`,
    dataset: `${inDataset} AND model_id = '8' GROUP BY ALL`
  },
  {
    name: "count of a range, all models",
    parquet: "SELECT count(*) FROM p WHERE property = 'Level' AND number > 11",
    dataset: "SELECT count(*) FROM properties WHERE property = 'Level' AND number > 11"
  }
]

type Rows = ReadonlyArray<ReadonlyArray<string | number>>
interface Measured {
  readonly seconds: Readonly<Record<"parquet" | "dataset", ReadonlyArray<number>>>
  readonly rows: Readonly<Record<"parquet" | "dataset", Rows>>
}

const agree = ({ rows }: Measured): boolean =>
  rows.parquet.length > 0 &&
  rows.parquet.length === rows.dataset.length &&
  rows.parquet.every((row, i) =>
    row.every((value, k) => {
      const other = rows.dataset[i]![k]!
      return typeof value === "number" ? Math.abs(value - Number(other)) <= 1e-9 * Math.abs(value) : value === other
    })
  )

const folder = mkdtempSync(join(tmpdir(), "plinth-dataset-"))
const judged: Array<Judged> = []
try {
  const python = await pythonOf(datasetReaders)
  const parquet = join(folder, "parquet")
  const project = projectOf(models, products, parquet)
  console.log(`${models} models, ${project.products} products, ${project.rows} property rows`)
  const tables = datasetOf(project.models, join(folder, "dataset"))
  const asked = { parquet, tables, questions, runs: Number(values.runs) }
  await Bun.write(join(folder, "asked.json"), JSON.stringify(asked))
  const child = Bun.spawn([python, join(import.meta.dir, "peers/dataset.py"), join(folder, "asked.json")], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const told = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error("DuckDB failed")
  const measured = JSON.parse(told) as ReadonlyArray<Measured>
  for (const [i, { name }] of questions.entries()) {
    if (!agree(measured[i]!)) throw new Error(`${name}: the two do not agree: ${JSON.stringify(measured[i]!.rows)}`)
    const [ours, theirs] = [median(measured[i]!.seconds.dataset), median(measured[i]!.seconds.parquet)]
    const ms = (seconds: number) => `${(seconds * 1000).toFixed(0).padStart(6)} ms`
    console.log(`${name.padEnd(30)} dataset ${ms(ours)}  Parquet files ${ms(theirs)}`)
    judged.push({ what: `${name}: times the Parquet files`, products, value: ours / theirs, most: gates.time })
  }
  const sizes = readdirSync(parquet).map((model) => statSync(join(parquet, model, "products.parquet")).size)
  const bytes = Object.values(tables).reduce((sum, table) => sum + table.bytes, 0)
  const value = bytes / sizes.reduce((sum, size) => sum + size, 0)
  judged.push({ what: "bytes, times the Parquet files", products, value, most: gates.bytes })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const figure of judged) {
  console.log(`${holds(figure, 1) ? "holds " : "MISSED"} ${figure.what}: ${figure.value.toFixed(2)}, at most ${figure.most}`) // prettier-ignore
}
const json = JSON.stringify({ bench: "dataset", models, judged })
console.log(json)
if (values.json !== undefined) writeFileSync(values.json, json)
if (values.ci && judged.some((figure) => !holds(figure, 2))) process.exitCode = 1
