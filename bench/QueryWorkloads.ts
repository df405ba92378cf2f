import * as Either from "effect/Either"
import * as FieldNames from "../src/domain/products/FieldNames.ts"
import { type Filters, noFilters, parse } from "../src/domain/products/Filter.ts"
import { type BenchData, measures } from "./QueryData.ts"

/** One workload in a form that every engine can use. Its properties are among the 25 common ones. */
export interface Workload {
  readonly name: string
  readonly fields: FieldNames.FieldNames
  readonly filters: Filters
  readonly pageSize: number
}

const filtersOf = (sent: unknown): Filters => Either.getOrThrow(parse(sent))

const identity = ["Guid", "Class", "Name"]

/** Q1 to Q4: pages. Q5: sums of the five measures by class, over all products and with Q2's filter. */
export const pages = ({ content, properties }: BenchData): ReadonlyArray<Workload> => {
  const fields = (count: number): FieldNames.FieldNames =>
    FieldNames.of([...identity, ...properties.slice(0, count - identity.length).map(({ name }) => name)])
  const statuses = Array.from({ length: 100 }, (_, i) => `Status value ${i + 1}`)
  const [first, , third] = content.products.classes
  return [
    {
      name: "Q1 class =",
      fields: fields(5),
      filters: filtersOf([{ property: "Class", operator: "Equals", value: third }]),
      pageSize: 1000
    },
    { name: "Q2 Contains, 400 values", fields: fields(10), filters: contains, pageSize: 1000 },
    {
      name: "Q2hi Contains, unique",
      fields: fields(10),
      filters: filtersOf([{ property: "Unique", operator: "Contains", value: "VALUE 12" }]),
      pageSize: 100
    },
    {
      name: "Q3 In(100) and two more",
      fields: fields(10),
      filters: filtersOf([
        { property: "Status", operator: "In", value: statuses },
        { property: "Class", operator: "NotEquals", value: first },
        { property: "Level", operator: "Equals", value: 3 }
      ]),
      pageSize: 50
    },
    { name: "Q4 20 fields, 5,000 rows", fields: fields(20), filters: noFilters, pageSize: 5000 }
  ]
}

export const contains: Filters = filtersOf([{ property: "Reference", operator: "Contains", value: "VALUE 1" }])

/** An engine of the benchmark. It returns a page as UTF-8, and sums by class. */
export interface Engine {
  readonly name: string
  readonly page: (workload: Workload) => Uint8Array | Promise<Uint8Array>
  readonly sums: (filters: Filters) => Sums | Promise<Sums>
  readonly close: () => void | Promise<void>
}

export type Sums = ReadonlyMap<string, ReadonlyArray<number>>

export { measures }
