import * as Either from "effect/Either"
import type { ProjectRequest } from "../src/dataframe/query/project/ProjectAnswer.ts"
import * as Condition from "../src/domain/products/Condition.ts"
import * as FieldNames from "../src/domain/products/FieldNames.ts"
import { noFilters } from "../src/domain/products/Filter.ts"
import { calculators } from "../calculators/Calculators.ts"
import { ownNumber, ownText } from "./ProjectData.ts"
import type { Cell } from "./QueryDuckDb.ts"

type Columns = ReadonlyArray<ReadonlyArray<Cell>>

/** The members of an answer that are compared. */
interface Answer {
  readonly totalCount: number
  readonly result?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly groups?: ReadonlyArray<{
    readonly keys: ReadonlyArray<Cell>
    readonly count: number
    readonly measures: ReadonlyArray<{ readonly value: number | null }>
  }>
}

/** A query, and the statements for the part of it that DuckDB answers. */
export interface ProjectWorkload {
  readonly name: string
  readonly request: ProjectRequest
  readonly statements: ReadonlyArray<string>
  /** Returns whether the answer and the columns of DuckDB agree. */
  readonly agree: (answer: Answer, found: ReadonlyArray<Columns>) => boolean
}

const pageSize = 100
const fields = FieldNames.of(["Model", "Guid", "Class", "Name", "Reference", "Level", ownNumber])
const where = (sent: unknown) => Either.getOrThrow(Condition.parse(sent))!

const rows = (asked: object): ProjectRequest => ({
  kind: "ProjectRows",
  fields,
  filters: noFilters,
  page: 1,
  pageSize,
  ...asked
})

const groups = (groupBy: ReadonlyArray<string>, measures: ReadonlyArray<object>): ProjectRequest =>
  ({
    kind: "Groups",
    groupBy,
    measures,
    sort: [],
    filters: noFilters,
    page: 1,
    pageSize: 5000,
    calculators
  }) as ProjectRequest

/**
 * Returns the statements for a page of products that meet a condition on the long form. DuckDB returns the products
 * without other fields.
 */
const matching = (condition: string): ReadonlyArray<string> => [
  `SELECT count(*)::DOUBLE FROM p WHERE ${condition}`,
  `SELECT product, model FROM p WHERE ${condition} LIMIT ${pageSize}`
]

const sameCount: ProjectWorkload["agree"] = ({ result, totalCount }, [count, page]) =>
  count![0]![0] === totalCount && result!.length === page![0]!.length

/** Compares the values of a property with those in the third column, in order. An empty result has no columns. */
const sameValues =
  (property: string): ProjectWorkload["agree"] =>
  ({ result }, [found]) =>
    result!.length === (found![2] ?? []).length &&
    result!.every((row, i) => (row[property] as { readonly Value: Cell }).Value === found![2]![i])

/** Compares groups with rows of keys and numbers: the keys, the counts, and the sums if there are any. */
const sameGroups =
  (keys: number, sums: number): ProjectWorkload["agree"] =>
  ({ groups }, [found]) => {
    const lines = (columns: Columns) => new Map(columns[0]!.map((_, i) => [JSON.stringify(columns.slice(0, keys).map((of) => of[i])), columns.slice(keys).map((of) => Number(of[i]))])) // prettier-ignore
    const expected = lines(found!)
    const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.abs(b)
    return (
      groups!.every(({ count, keys, measures }) => {
        const [wanted, sum] = expected.get(JSON.stringify(keys)) ?? []
        const all = measures.slice(0, sums).every(({ value }) => near(value!, sum!))
        return count === wanted && all
      }) && groups!.length === Math.min(5000, expected.size)
    )
  }

const property = (name: string): string => `(SELECT model, product, text, number FROM p WHERE property = '${name}')`

/** The first page without a condition, which is compared with that of one model. */
export const firstPage = rows({})

export const workloads: ReadonlyArray<ProjectWorkload> = [
  {
    name: "P1 first page, a number",
    request: rows({ where: where({ property: "Level", operator: "GreaterThan", value: 11 }) }),
    statements: matching("property = 'Level' AND number > 11"),
    agree: sameCount
  },
  {
    name: "P2 page 100 by a number",
    request: rows({ page: 100, sort: [{ property: ownNumber, descending: false }] }),
    statements: [
      `SELECT product, model, number FROM p WHERE property = '${ownNumber}' ORDER BY number LIMIT ${pageSize} OFFSET ${99 * pageSize}`
    ],
    agree: sameValues(ownNumber)
  },
  {
    name: "P3 Contains, 400 texts",
    request: rows({ where: where({ property: "Reference", operator: "Contains", value: "VALUE 12" }) }),
    statements: matching("property = 'Reference' AND contains(lower(text), 'value 12')"),
    agree: sameCount
  },
  {
    name: "P3u Contains, unique texts",
    request: rows({ where: where({ property: ownText, operator: "Contains", value: "VALUE 12" }) }),
    statements: matching(`property = '${ownText}' AND contains(lower(text), 'value 12')`),
    agree: sameCount
  },
  {
    name: "P4 groups by model, class",
    request: groups(["Model", "Class"], [{ calculator: "Count" }]),
    statements: ["SELECT model, text, count(*)::DOUBLE FROM p WHERE property = 'Class' GROUP BY ALL"],
    agree: sameGroups(2, 0)
  },
  {
    name: "P5 two keys, two sums",
    request: groups(["Class", "Level"], [{ property: ownNumber, function: "Sum" }, { calculator: "NetVolume" }]),
    statements: [
      `SELECT c.text, l.number, count(*)::DOUBLE, sum(v.number) FROM ${property("Class")} c LEFT JOIN ${property("Level")} l USING (model, product) LEFT JOIN ${property(ownNumber)} v USING (model, product) GROUP BY ALL`
    ],
    agree: sameGroups(2, 1)
  },
  {
    name: "P6 distinct values",
    request: groups(["Status"], [{ calculator: "Count" }]),
    statements: ["SELECT text, count(*)::DOUBLE FROM p WHERE property = 'Status' GROUP BY text"],
    agree: ({ groups }, [found]) => {
      const counts = new Map(found![0]!.map((text, i) => [text, found![1]![i]]))
      const withValue = groups!.filter(({ keys }) => keys[0] !== null)
      return withValue.length === counts.size && withValue.every(({ count, keys }) => counts.get(keys[0]!) === count)
    }
  },
  {
    name: "P7 page 1 by a unique text",
    request: rows({ fields: FieldNames.of(["Guid", ownText]), sort: [{ property: ownText, descending: false }] }),
    statements: [
      `SELECT product, model, text FROM p WHERE property = '${ownText}' ORDER BY lower(text), text LIMIT ${pageSize}`
    ],
    agree: sameValues(ownText)
  }
]
