import { call } from "../../../api/Call.ts"
import type { Answer, Failure } from "../../../api/Failure.ts"
import type { GroupsPage, ProductsPage, Row } from "../../../api/Views.ts"
import type { Fields } from "../Fields.ts"
import { conditionOf } from "../filter/Conditions.ts"
import { allRows, chosenBy } from "../table/Rows.ts"
import { unitOf } from "../Units.ts"
import { countedAs, linesOf, type SharedLine, type Spread, unreached } from "./Varies.ts"

/** Largest number of products whose values are compared: a filter has no more values (contract section 6). */
export const mostCompared = 10_000

/** Number of products whose sets are read. Properties that only others have are listed without their sets. */
const mostRead = 50

/** Largest number of measures of a question (contract section 13). */
const mostMeasures = 20

/** Several products: their number, their properties by set, and how the values of each spread. */
export interface Several {
  readonly count: number
  readonly lines: ReadonlyMap<string, ReadonlyArray<SharedLine>>
  /** Properties that none of the products has whose sets were read; their sets are unknown. */
  readonly elsewhere: ReadonlyArray<SharedLine>
  readonly spreads: ReadonlyMap<string, Spread>
  /** The products whose sets were read. */
  readonly read: ReadonlyArray<Row>
}

const among = (base: string, guids: ReadonlyArray<string>) => chosenBy(base, [conditionOf("Guid", "In", guids)])

/** Returns how the values of fields spread among products, and the number of products. */
export const spreadsOf = async (
  base: string,
  guids: ReadonlyArray<string>,
  fields: ReadonlyArray<string>,
  signal: AbortSignal
): Promise<Answer<Pick<Several, "count" | "spreads">>> => {
  const parts: Array<ReadonlyArray<string>> = []
  for (let from = 0; from < fields.length; from += mostMeasures) parts.push(fields.slice(from, from + mostMeasures))
  const spreads = new Map<string, Spread>()
  let count = 0
  for (const part of parts) {
    const measures = part.map((field) => ({ property: countedAs(field), function: "CountDistinct" }))
    const body = { groupBy: [], measures, ...among(base, guids) }
    const answer = await call<GroupsPage>("POST", `${base}/products/groups`, { body, signal })
    if ("failure" in answer) return answer
    const { totals } = answer.value
    count = totals.count
    for (const [n, field] of part.entries()) {
      const { measured, value } = totals.measures[n]!
      spreads.set(field, { distinct: Number(value), measured })
    }
  }
  return { value: { count, spreads } }
}

/** Compares the properties of several products. */
export const readSeveral = async (
  base: string,
  guids: ReadonlyArray<string>,
  fields: Fields,
  signal: AbortSignal
): Promise<Answer<Several>> => {
  const path = `${base}/products/properties/query?page=1&pageSize=${mostRead}`
  const body = { fields: fields.names, ...among(base, guids) }
  const answer = await call<ProductsPage>("POST", path, { body, signal })
  if ("failure" in answer) return answer
  const lines = linesOf(answer.value.result, fields)
  const known = [...lines.values()].flatMap((ofSet) => ofSet.map(({ field }) => field))
  const read = answer.value.result
  const others = answer.value.totalCount > read.length ? unreached(fields, lines) : []
  const spread = await spreadsOf(base, guids, [...known, ...others], signal)
  if ("failure" in spread) return spread
  const elsewhere = others
    .filter((name) => (spread.value.spreads.get(name)?.measured ?? 0) > 0)
    .map((name): SharedLine => ({
      name,
      field: name,
      cell: undefined,
      unit: unitOf(fields.details.get(name)?.unit ?? null)
    }))
  return { value: { ...spread.value, elsewhere, lines, read } }
}

/** A value of a property, and the number of products that have it. */
interface Counted {
  readonly value: unknown
  readonly count: number
}

/** Largest number of values that are listed. */
export const mostValues = 200

/** Returns the values of a property among products, the most frequent first, and their number. */
export const valuesOf = async (
  base: string,
  guids: ReadonlyArray<string>,
  field: string,
  signal: AbortSignal
): Promise<Answer<{ readonly values: ReadonlyArray<Counted>; readonly all: number }>> => {
  const body = {
    groupBy: [countedAs(field)],
    measures: [{ calculator: "Count" }],
    sort: [{ measure: 0, descending: true }],
    ...among(base, guids)
  }
  const path = `${base}/products/groups?page=1&pageSize=${mostValues}`
  const answer = await call<GroupsPage>("POST", path, { body, signal })
  if ("failure" in answer) return answer
  const { groups, totalCount } = answer.value
  return { value: { values: groups.map(({ count, keys }) => ({ count, value: keys[0] })), all: totalCount } }
}

/** Returns those of the products that have a value in a field. */
export const having = async (
  base: string,
  guids: ReadonlyArray<string>,
  field: string,
  signal: AbortSignal
): Promise<ReadonlyArray<string> | Failure> => {
  const filters = [conditionOf("Guid", "In", guids), conditionOf(field, "Exists")]
  const rows = await allRows(base, { filters, sort: null, columns: [] }, ["Guid"], signal)
  return "code" in rows ? rows : rows.map((row) => String(row["Guid"]))
}
