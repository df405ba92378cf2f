/**
 * Compares a product table with 1,000 edits with the same table without edits: filter and count, pages and sums. The
 * two run in turns, and medians are compared. The edits change the properties that are queried. Then measures the time
 * until the table can be queried after one more edit.
 *
 * Usage:  bun run bench/overlay.ts [--ci] [--runs 25] [PRODUCTS]
 *         PRODUCTS: 100000 by default. --ci: fewer runs; exits with 1 if a figure is worse than twice its gate.
 */
import * as Either from "effect/Either"
import { parseArgs } from "node:util"
import { calculators } from "../calculators/Calculators.ts"
import { of } from "../src/dataframe/edits/overlay/EditedTable.ts"
import * as Overlay from "../src/dataframe/query/Overlay.ts"
import * as Page from "../src/dataframe/query/answer/Page.ts"
import * as Quantities from "../src/dataframe/query/quantities/Quantities.ts"
import { select } from "../src/dataframe/query/Selection.ts"
import * as View from "../src/dataframe/query/View.ts"
import { encode } from "../src/dataframe/table/Container.ts"
import { open, type ProductTable } from "../src/dataframe/table/ProductTable.ts"
import type { Edit } from "../src/domain/edits/Edit.ts"
import { type BenchData, generate, measures } from "./QueryData.ts"
import { holds, type Judged } from "./QueryGates.ts"
import { interleave, median } from "./QueryTimes.ts"
import { contains, pages } from "./QueryWorkloads.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { ci: { type: "boolean", default: false }, runs: { type: "string" } }
})
const runs = Number(values.runs ?? (values.ci ? 9 : 25))
const products = Number(positionals[0] ?? 100_000)
const edits = 1000

/**
 * The most time as a multiple of that without edits, and the most milliseconds until the table with one more edit can
 * be queried.
 */
const mostRatio = 1.5
const mostToAdd = 10

const view = View.empty("1")

/**
 * Returns edit `i`. The edits change the properties that all products have in turn, and are spread over the products.
 */
const edit = ({ content, properties }: BenchData, i: number): Edit => {
  const { kind, name, set } = properties[i % 25]!
  const guid = content.products.guid[Math.floor(((i * 0.618_034) % 1) * products)]!
  const value = kind === "text" ? `${name} value 1 edited ${i % 50}` : kind === "number" ? i / 3 : i % 2 === 0
  const type = kind === "text" ? "String" : kind === "number" ? "Real" : "Boolean"
  return { kind: "Property", guid, set, name, now: { value, type, quantity: false, unit: null } }
}

const works = (table: ProductTable, data: BenchData): Readonly<Record<string, () => unknown>> => {
  const [, q2, , , q4] = pages(data)
  const asked = measures.map((name) => calculators.find((calculator) => calculator.name === name)!)
  const page = (workload: typeof q2) => Either.getOrThrow(Page.query(table, view, { ...workload!, page: 1 }))
  return {
    "mask of Q2": () => Either.getOrThrow(select(table, view, { filters: contains })).numRows(),
    "page of Q2": () => page(q2),
    "page of Q4": () => page(q4),
    "sums under Q2": () =>
      Either.getOrThrow(Quantities.calculate(table, view, { calculators: asked, filters: contains, computed: null }))
  }
}

const data = generate(products)
const base = open(encode(data.content, { modelGuid: "0bench0000000000000000" }))
const overlay = Overlay.add(
  Overlay.empty,
  Array.from({ length: edits }, (_, i) => edit(data, i))
)
const start = performance.now()
const edited = of(base, overlay)
console.log(`${products} products, ${edits} edits: laid over in ${(performance.now() - start).toFixed(1)} ms`)

const judged: Array<Judged> = []
const [without, withEdits] = [works(base, data), works(edited, data)]
for (const [what, work] of Object.entries(without)) {
  const times = await interleave({ without: work, withEdits: withEdits[what]! }, runs)
  const value = times.withEdits.p50 / times.without.p50
  console.log(`${what.padEnd(14)} ${times.without.p50.toFixed(2)} ms, with edits ${times.withEdits.p50.toFixed(2)} ms`)
  judged.push({ what: `${what}: times without edits`, products, value, most: mostRatio })
}

const added: Array<number> = []
let last = overlay
for (let i = 0; i < 100; i++) {
  const more = edit(data, edits + i)
  const begin = performance.now()
  last = Overlay.add(last, [more])
  const table = of(base, last)
  added.push(performance.now() - begin)
  if (table === base) throw new Error("the edit is not there")
}
judged.push({ what: "one more edit, ms", products, value: median(added), most: mostToAdd })
console.log(`one more edit  ${median(added).toFixed(2)} ms, at most ${Math.max(...added).toFixed(2)} ms`)

for (const figure of judged) {
  const verdict = holds(figure, 1) ? "holds " : "MISSED"
  console.log(`${verdict} ${figure.what}: ${figure.value.toFixed(2)}, at most ${figure.most}`)
}
if (values.ci && judged.some((figure) => !holds(figure, 2))) process.exitCode = 1
