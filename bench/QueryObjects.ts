import type { Filter } from "../src/domain/products/Filter.ts"
import { pageOf, type PeerData, type Value } from "./QueryRows.ts"
import { type Engine, measures, type Workload } from "./QueryWorkloads.ts"

interface Row {
  readonly Guid: string
  readonly Class: string
  readonly Name: string
  readonly cells: ReadonlyMap<string, Value>
}

const test = ({ property, operator, value }: Filter): ((row: Row) => boolean) => {
  const of = (row: Row): Value | undefined => (property === "Class" ? row.Class : row.cells.get(property))
  switch (operator) {
    case "Equals":
      return (row) => of(row) === value
    case "NotEquals":
      return (row) => of(row) !== value
    case "In": {
      const set = new Set(value as ReadonlyArray<Value>)
      return (row) => set.has(of(row)!)
    }
    default: {
      const needle = String(value).toLowerCase()
      return (row) =>
        String(of(row) ?? "")
          .toLowerCase()
          .includes(needle)
    }
  }
}

export interface Objects extends Engine {
  readonly page: (workload: Workload) => Uint8Array
  /** Returns the first rows as a page, without filters, made by objects and JSON.stringify. */
  readonly serialise: (workload: Workload) => Uint8Array
}

/** Scans JS objects that contain a Map each. */
export const objects = (data: PeerData): Objects => {
  const rows = Array.from({ length: data.count }, (_, row): Row => ({
    Guid: data.guid[row]!,
    Class: data.className(row),
    Name: data.name(row),
    cells: data.valuesOf(row)
  }))
  const matching = (filters: ReadonlyArray<Filter>): ReadonlyArray<Row> => {
    const tests = filters.map(test)
    return rows.filter((row) => tests.every((of) => of(row)))
  }
  const write = (workload: Workload, found: ReadonlyArray<Row>): Uint8Array =>
    pageOf(data, workload, Math.min(found.length, workload.pageSize), found.length, (row, field) =>
      field === "Guid" || field === "Class" || field === "Name" ? found[row]![field] : found[row]!.cells.get(field)
    )
  return {
    name: "JS objects",
    page: (workload) => write(workload, matching(workload.filters)),
    serialise: (workload) => write(workload, rows),
    sums: (filters) => {
      const sums = new Map<string, Array<number>>()
      for (const row of matching(filters)) {
        let sum = sums.get(row.Class)
        if (sum === undefined) sums.set(row.Class, (sum = measures.map(() => 0)))
        for (const [i, name] of measures.entries()) sum[i]! += (row.cells.get(name) as number | undefined) ?? 0
      }
      return sums
    },
    close: () => {}
  }
}
