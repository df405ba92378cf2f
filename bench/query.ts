/**
 * Compares pages and sums of the product table with DuckDB, SQLite jsonb, PostgreSQL jsonb and a scan of JS objects on
 * the same data. The results must be equal. All run in turns, and medians are compared. Then compares filter and count
 * with a scan of the codes, and the writing of a page with JSON.stringify, and measures the memory for each record and
 * the first query of a cold table.
 *
 * Usage:  bun run bench/query.ts [--ci] [--full] [--runs 15] [--json FILE] [PRODUCTS…]
 *         PRODUCTS: 10000 100000 by default; --full: also 1000000, for which JS objects do not fit into memory (12 GB).
 *         --ci: fewer runs; exits with 1 if a figure is worse than twice its gate.
 *         TEST_DATABASE_URL names a PostgreSQL server, which is left out if it is not set.
 */
import * as Either from "effect/Either"
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { calculators } from "../calculators/Calculators.ts"
import { encode } from "../src/dataframe/table/Container.ts"
import * as FieldNames from "../src/domain/products/FieldNames.ts"
import { noFilters } from "../src/domain/products/Filter.ts"
import * as Page from "../src/dataframe/query/answer/Page.ts"
import { open, type ProductTable } from "../src/dataframe/table/ProductTable.ts"
import * as Quantities from "../src/dataframe/query/quantities/Quantities.ts"
import * as View from "../src/dataframe/query/View.ts"
import { type BenchData, generate } from "./QueryData.ts"
import { duckDb } from "./QueryDuckDb.ts"
import * as Facts from "./QueryFacts.ts"
import * as Gates from "./QueryGates.ts"
import { objects, type Objects } from "./QueryObjects.ts"
import { postgres } from "./QueryPostgres.ts"
import { type PeerData, rowsOf } from "./QueryRows.ts"
import { sqlite } from "./QuerySqlite.ts"
import { interleave, type Times } from "./QueryTimes.ts"
import { contains, type Engine, measures, pages, type Sums } from "./QueryWorkloads.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    ci: { type: "boolean", default: false },
    full: { type: "boolean", default: false },
    runs: { type: "string" },
    json: { type: "string" }
  }
})
const runs = Number(values.runs ?? (values.ci ? 7 : 15))
const given = positionals.length === 0 ? [10_000, 100_000] : positionals.map(Number)
const counts = values.full ? [...new Set([...given, 1_000_000])] : given
const databaseUrl = process.env["TEST_DATABASE_URL"]
/** Larger numbers of products do not fit in memory as JS objects. */
const mostAsObjects = 100_000

interface Row {
  readonly workload: string
  readonly products: number
  readonly bytes: number
  readonly milliseconds: Readonly<Record<string, Times>>
}

interface Result {
  readonly rows: ReadonlyArray<Row>
  readonly judged: ReadonlyArray<Gates.Judged>
  readonly facts: Readonly<Record<string, number>>
}

const view = View.empty("1")
const ours = "Plinth"

const plinth = (table: ProductTable): Engine => {
  const asked = measures.map((name) => calculators.find((calculator) => calculator.name === name)!)
  return {
    name: ours,
    page: (workload) => Either.getOrThrow(Page.query(table, view, { ...workload, page: 1 })),
    sums: (filters) => {
      const request = { calculators: asked, filters, computed: null }
      const { byClass } = Either.getOrThrow(Quantities.calculate(table, view, request))
      return new Map(byClass.map(({ className, sums }) => [className, sums]))
    },
    close: () => {}
  }
}

const checkPages = (answers: ReadonlyArray<Uint8Array>, workload: string): void => {
  const [first, ...others] = answers.map((bytes) => JSON.stringify(JSON.parse(new TextDecoder().decode(bytes))))
  if (others.some((other) => other !== first)) throw new Error(`${workload}: the engines do not agree`)
}

const checkSums = ([first, ...others]: ReadonlyArray<Sums>, workload: string): void => {
  for (const [name, sums] of first!) {
    for (const other of others) {
      const near = sums.every((sum, i) => Math.abs(sum - other.get(name)![i]!) <= 1e-6 * Math.abs(sum))
      if (!near) throw new Error(`${workload}, ${name}: the engines do not agree`)
    }
  }
}

const compare = async (engines: ReadonlyArray<Engine>, data: BenchData): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  const turns = async (workload: string, bytes: number, work: (engine: Engine) => unknown): Promise<void> => {
    const works = Object.fromEntries(engines.map((engine) => [engine.name, () => work(engine)]))
    const products = data.content.products.count
    rows.push({ workload, products, bytes, milliseconds: await interleave(works, runs) })
  }
  for (const workload of pages(data)) {
    const answers: Array<Uint8Array> = []
    for (const engine of engines) answers.push(await engine.page(workload))
    checkPages(answers, workload.name)
    await turns(workload.name, answers[0]!.length, (engine) => engine.page(workload))
  }
  for (const [name, filters] of [
    ["Q5 sums, all", noFilters],
    ["Q5 sums under Q2", contains]
  ] as const) {
    const answers: Array<Sums> = []
    for (const engine of engines) answers.push(await engine.sums(filters))
    checkSums(answers, name)
    await turns(name, 0, (engine) => engine.sums(filters))
  }
  return rows
}

const judgePeers = ({ workload, products, milliseconds }: Row): ReadonlyArray<Gates.Judged> =>
  Object.entries(milliseconds).flatMap(([peer, { p50 }]) => {
    const least = Gates.ofPeer(peer, workload)
    const value = p50 / milliseconds[ours]!.p50
    return least === null ? [] : [{ what: `${workload}: times as fast as ${peer}`, products, value, least }]
  })

const peersOf = async (rows: PeerData, plain: Objects | null): Promise<ReadonlyArray<Engine>> => [
  await duckDb(rows),
  ...(plain === null ? [] : [plain]),
  sqlite(rows),
  ...(databaseUrl === undefined ? [] : [await postgres(rows, databaseUrl)])
]

const measure = async (products: number): Promise<Result> => {
  const data = generate(products)
  const records = data.content.cells.count
  const start = performance.now()
  const encoded = encode(data.content, { modelGuid: "0bench0000000000000000" })
  const encodeMs = performance.now() - start
  const container = new Uint8Array(new SharedArrayBuffer(encoded.length))
  container.set(encoded)
  const table = open(container)
  const peerRows = rowsOf(data)
  const plain = products <= mostAsObjects ? objects(peerRows) : null
  const engines = [plinth(table), ...(await peersOf(peerRows, plain))]
  const rows = await compare(engines, data)
  const judged = rows.flatMap(judgePeers)
  const facts: Record<string, number> = { products, records, encodeMs, containerBytes: container.length }
  facts["containerBytesPerRecord"] = container.length / records
  facts["bytesPerRecord"] = table.byteLength / records
  judged.push({
    what: "bytes a record, all in",
    products,
    value: table.byteLength / records,
    most: Gates.bytesPerRecord(products)
  })
  const workloads = pages(data)
  judged.push(...(await Facts.scans(table, view, workloads, runs)))
  const wide = { ...workloads[4]!, fields: FieldNames.of(workloads[4]!.fields.slice(0, 10)) }
  if (plain !== null) {
    const serial = await Facts.serialisation(table, view, wide, plain.serialise, runs)
    judged.push(serial.judged)
    facts["serialisedGigabytesPerSecond"] = serial.gigabytesPerSecond
  }
  const cold = Facts.coldStart(container, view, workloads[1]!, runs)
  judged.push(cold.judged)
  Object.assign(facts, { loadMs: cold.loadMs, loadAndFirstQueryMs: cold.firstMs, warmQueryMs: cold.warmMs })
  for (const engine of engines) await engine.close()
  return { rows, judged, facts }
}

const fixed = (value: number): string => value.toFixed(value < 10 ? 2 : 1)

const print = ({ rows, judged, facts }: Result): void => {
  for (const { workload, products, milliseconds, bytes } of rows) {
    const own = milliseconds[ours]!
    const others = Object.entries(milliseconds)
      .filter(([name]) => name !== ours)
      .map(([name, { p50 }]) => `${name} ${fixed(p50)} (${fixed(p50 / own.p50)}x)`)
    console.log(
      `${workload.padEnd(24)}${String(products).padStart(8)}  p50 ${fixed(own.p50).padStart(6)}  p99 ${fixed(own.p99).padStart(6)}  ${fixed(bytes / 1e6).padStart(5)} MB  ${others.join("  ")}`
    )
  }
  console.log(facts)
  for (const figure of judged) {
    const bound = figure.least === undefined ? `at most ${figure.most}` : `at least ${figure.least}`
    const verdict = Gates.holds(figure, 1) ? "holds " : "MISSED"
    console.log(`${verdict} ${String(figure.products).padStart(8)}  ${figure.what}: ${fixed(figure.value)}, ${bound}`)
  }
}

const results: Array<Result> = []
for (const count of counts) {
  const result = await measure(count)
  print(result)
  results.push(result)
}
const all = results.flatMap(({ judged }) => judged)
const missed = all.filter((figure) => !Gates.holds(figure, 1))
const failed = all.filter((figure) => !Gates.holds(figure, 2))
console.log(`${all.length - missed.length} of ${all.length} gates hold, ${failed.length} are missed by more than twice`)
const json = JSON.stringify({ bench: "query", results })
console.log(json)
if (values.json !== undefined) writeFileSync(values.json, json)
if (values.ci && failed.length > 0) process.exitCode = 1
