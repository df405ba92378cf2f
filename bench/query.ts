import { Either } from "effect"
import { calculators } from "../calculators/Calculators.ts"
import { encode } from "../src/dataframe/Container.ts"
import * as Page from "../src/dataframe/Page.ts"
import { open, type ProductTable } from "../src/dataframe/ProductTable.ts"
import * as Quantities from "../src/dataframe/Quantities.ts"
import { select } from "../src/dataframe/Selection.ts"
import * as View from "../src/dataframe/View.ts"
import { type BenchData, generate } from "./QueryData.ts"
import * as Peers from "./QueryPeers.ts"
import { contains, type Engine, measures, pages } from "./QueryWorkloads.ts"

/**
 * Pages and sums of the product table against a scan of JS objects and SQLite jsonb: the same data, the same answers
 * (checked), interleaved in one run. Prints a table and, as the last line, JSON.
 *
 * Arguments: numbers of products (10000 100000), `--runs N`, `--gate` to fail below the ratios of `gates`.
 */
interface Measured {
  readonly workload: string
  readonly products: number
  readonly milliseconds: Record<string, { readonly p50: number; readonly p99: number }>
  readonly bytes: number
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
    }
  }
}

const quantile = (sorted: ReadonlyArray<number>, at: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))]!

/** Each engine in turn, `runs` times after eight for warming up. */
const interleave = (engines: ReadonlyMap<string, () => unknown>, runs: number): Measured["milliseconds"] => {
  const times = new Map<string, Array<number>>([...engines.keys()].map((name) => [name, []]))
  for (let run = -8; run < runs; run++) {
    for (const [name, work] of engines) {
      const start = performance.now()
      work()
      if (run >= 0) times.get(name)!.push(performance.now() - start)
    }
  }
  return Object.fromEntries(
    [...times].map(([name, list]) => {
      const sorted = list.toSorted((a, b) => a - b)
      return [name, { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }]
    })
  )
}

const checkPages = (answers: ReadonlyArray<Uint8Array>, workload: string): void => {
  const [first, ...others] = answers.map((bytes) => JSON.stringify(JSON.parse(new TextDecoder().decode(bytes))))
  if (others.some((other) => other !== first)) throw new Error(`${workload}: the engines do not agree`)
}

const checkSums = (engines: ReadonlyArray<Engine>, filters: Parameters<Engine["sums"]>[0]): void => {
  const [first, ...others] = engines.map((engine) => engine.sums(filters))
  for (const [name, sums] of first!) {
    for (const other of others) {
      const near = sums.every((sum, i) => Math.abs(sum - other.get(name)![i]!) <= 1e-6 * Math.abs(sum))
      if (!near) throw new Error(`Sums of ${name}: the engines do not agree`)
    }
  }
}

const sizesOf = (table: ProductTable, bytes: Uint8Array, { content }: BenchData, encodeMs: number): object => {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  const start = performance.now()
  copy.set(bytes)
  const cold = open(copy)
  const opened = performance.now()
  Either.getOrThrow(select(cold, view, contains))
  return {
    products: table.count,
    records: content.cells.count,
    containerBytesPerRecord: bytes.length / content.cells.count,
    allBytesPerRecord: table.byteLength / content.cells.count,
    encodeMs,
    loadMs: opened - start,
    loadAndFirstQueryMs: performance.now() - start
  }
}

const measure = (products: number, runs: number): { readonly rows: ReadonlyArray<Measured>; readonly size: object } => {
  const data = generate(products)
  const start = performance.now()
  const bytes = encode(data.content, { modelGuid: "0bench0000000000000000" })
  const encodeMs = performance.now() - start
  const table = open(bytes)
  const engines = [plinth(table), Peers.objects(data), Peers.sqlite(data)]
  const rows: Array<Measured> = []
  for (const workload of pages(data)) {
    checkPages(
      engines.map((engine) => engine.page(workload)),
      workload.name
    )
    const work = new Map(engines.map((engine) => [engine.name, () => engine.page(workload)]))
    rows.push({
      workload: workload.name,
      products,
      milliseconds: interleave(work, runs),
      bytes: engines[0]!.page(workload).length
    })
  }
  for (const [name, filters] of [
    ["Q5 sums, all", []],
    ["Q5 sums under Q2", contains]
  ] as const) {
    checkSums(engines, filters)
    const work = new Map(engines.map((engine) => [engine.name, () => engine.sums(filters)]))
    rows.push({ workload: name, products, milliseconds: interleave(work, runs), bytes: 0 })
  }
  return { rows, size: sizesOf(table, bytes, data, encodeMs) }
}

/** How many times as fast as a peer we must be. */
const gates: ReadonlyArray<{ readonly peer: string; readonly workload: RegExp; readonly ratio: number }> = [
  { peer: "SQLite jsonb", workload: /^Q[14]/, ratio: 2 },
  { peer: "SQLite jsonb", workload: /^Q[23]/, ratio: 6 },
  { peer: "SQLite jsonb", workload: /^Q5/, ratio: 25 },
  { peer: "JS objects", workload: /^Q[14]/, ratio: 1.6 },
  { peer: "JS objects", workload: /^Q[23]/, ratio: 3 }
]

const fixed = (value: number): string => value.toFixed(value < 10 ? 2 : 1)

const print = (rows: ReadonlyArray<Measured>): ReadonlyArray<string> => {
  const missed: Array<string> = []
  for (const { workload, products, milliseconds, bytes } of rows) {
    const own = milliseconds[ours]!
    const others = Object.entries(milliseconds)
      .filter(([name]) => name !== ours)
      .map(([name, { p50 }]) => {
        const gate = gates.find((gate) => gate.peer === name && gate.workload.test(workload))
        const ratio = p50 / own.p50
        if (gate !== undefined && ratio < gate.ratio) {
          missed.push(`${workload}, ${products}: ${fixed(ratio)}x ${name}, wanted ${gate.ratio}x`)
        }
        return `${name} ${fixed(p50)} (${fixed(ratio)}x)`
      })
    const size = `${fixed(bytes / 1e6)} MB`
    console.log(
      `${workload.padEnd(26)}${String(products).padStart(8)}  p50 ${fixed(own.p50).padStart(6)}  p99 ${fixed(own.p99).padStart(6)}  ${size.padStart(8)}  ${others.join("  ")}`
    )
  }
  return missed
}

const args = process.argv.slice(2)
const runsAt = args.indexOf("--runs")
const runs = runsAt === -1 ? 15 : Number(args[runsAt + 1])
const counts = args.filter((arg, i) => /^\d+$/.test(arg) && i !== runsAt + 1).map(Number)
const results = (counts.length === 0 ? [10_000, 100_000] : counts).map((count) => measure(count, runs))
const missed = results.flatMap(({ rows }) => print(rows))
for (const { size } of results) console.log(size)
for (const line of missed) console.log(`Below the gate: ${line}`)
console.log(JSON.stringify({ bench: "query", results }))
if (args.includes("--gate") && missed.length > 0) process.exitCode = 1
