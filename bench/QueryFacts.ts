import * as Either from "effect/Either"
import { closeSync, openSync, readSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Column } from "../src/dataframe/table/Column.ts"
import * as Page from "../src/dataframe/query/answer/Page.ts"
import { open, type ProductTable } from "../src/dataframe/table/ProductTable.ts"
import { select } from "../src/dataframe/query/Selection.ts"
import type { View } from "../src/dataframe/query/View.ts"
import * as Gates from "./QueryGates.ts"
import { interleave, median } from "./QueryTimes.ts"
import type { Workload } from "./QueryWorkloads.ts"

const columnOf = (table: ProductTable, name: string): Column =>
  name === "Class"
    ? table.reference("class")
    : table.properties.find((property) => property.name === name && property.column.codes !== null)!.column

const sumOf = (columns: ReadonlyArray<Column>): number => {
  let sum = 0
  for (const { codes } of columns) for (let i = 0; i < codes!.length; i++) sum += codes![i]!
  return sum
}

/**
 * Compares filter and count with reading the codes of the filters' columns once, for columns whose dictionaries are not
 * huge.
 */
export const scans = async (
  table: ProductTable,
  view: View,
  workloads: ReadonlyArray<Workload>,
  runs: number
): Promise<ReadonlyArray<Gates.Judged>> => {
  const judged: Array<Gates.Judged> = []
  for (const { name, filters } of workloads) {
    const columns = filters.map(({ property }) => columnOf(table, property))
    if (columns.length === 0 || columns.some(({ size }) => size > 65_536)) continue
    const times = await interleave(
      { scan: () => sumOf(columns), filter: () => Either.getOrThrow(select(table, view, { filters })) },
      runs * 5
    )
    const what = `${name}: filter and count, times a scan of the codes`
    judged.push({ what, products: table.count, value: times.filter.p50 / times.scan.p50, most: Gates.overScan })
  }
  return judged
}

/** Compares a page of 10 fields and 5,000 rows with objects and JSON.stringify. */
export const serialisation = async (
  table: ProductTable,
  view: View,
  workload: Workload,
  stringify: (workload: Workload) => Uint8Array,
  runs: number
): Promise<{ readonly judged: Gates.Judged; readonly gigabytesPerSecond: number }> => {
  const page = (): Uint8Array => Either.getOrThrow(Page.query(table, view, { ...workload, page: 1 }))
  const bytes = page().length
  const times = await interleave({ page, stringify: () => stringify(workload) }, runs)
  const what = "5,000 rows of 10 fields, times as fast as objects and JSON.stringify"
  return {
    judged: {
      what,
      products: table.count,
      value: times.stringify.p50 / times.page.p50,
      least: Gates.overStringify
    },
    gigabytesPerSecond: bytes / times.page.p50 / 1e6
  }
}

/** Returns the bytes of a file in shared memory, as the service reads them. */
const shared = (file: string): Uint8Array => {
  const bytes = new Uint8Array(new SharedArrayBuffer(statSync(file).size))
  const descriptor = openSync(file, "r")
  for (let at = 0; at < bytes.length;) at += readSync(descriptor, bytes, at, bytes.length - at, at)
  closeSync(descriptor)
  return bytes
}

export interface Cold {
  readonly judged: Gates.Judged
  readonly loadMs: number
  readonly firstMs: number
  readonly warmMs: number
}

/**
 * Measures the first page of a table that is read from a file, compared with the load alone and with the same page of a
 * loaded table.
 */
export const coldStart = (bytes: Uint8Array, view: View, workload: Workload, runs: number): Cold => {
  const file = join(tmpdir(), `plinth-bench-${crypto.randomUUID()}.table`)
  writeFileSync(file, bytes)
  const loads: Array<number> = []
  const firsts: Array<number> = []
  const warm: Array<number> = []
  const request = { ...workload, page: 1 }
  const query = (table: ProductTable): unknown => Either.getOrThrow(Page.query(table, view, request))
  try {
    for (let run = -3; run < runs; run++) {
      const start = performance.now()
      const table = open(shared(file))
      const loaded = performance.now()
      query(table)
      const first = performance.now()
      for (let i = 0; i < 3; i++) query(table)
      const again = performance.now()
      query(table)
      if (run < 0) continue
      loads.push(loaded - start)
      firsts.push(first - start)
      warm.push(performance.now() - again)
    }
  } finally {
    rmSync(file)
  }
  const [loadMs, firstMs, warmMs] = [median(loads), median(firsts), median(warm)]
  const what = `${workload.name} of a cold table, times the whole load and ${Gates.warmQueries} warm ones`
  const value = firstMs / (loadMs + Gates.warmQueries * warmMs)
  return { judged: { what, products: open(bytes).count, value, most: 1 }, loadMs, firstMs, warmMs }
}
