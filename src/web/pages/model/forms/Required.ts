import type { Row } from "../../../api/Views.ts"
import { valueOf } from "../table/Cells.ts"
import { fullName } from "../properties/Sets.ts"
import type { FormLine } from "./Applicable.ts"

/** A property that a specification of the project's requirements demands of some products. */
export interface RequiredProperty {
  /** The property with its set, as `fullName` writes it. */
  readonly property: string
  /** The document and the specification. */
  readonly source: string
  /** Classes in capitals, as IDS writes them. A subclass is another class there. */
  readonly classes: ReadonlySet<string>
  /** Predefined types; null stands for all. */
  readonly types: ReadonlySet<string> | null
}

const isOf = ({ classes, types }: RequiredProperty, row: Row): boolean =>
  classes.has(String(row["Class"]).toUpperCase()) &&
  (types === null || types.has(String(valueOf(row["PredefinedType"]))))

/** Marks the properties that are required of at least one of the products. */
export const withRequired = (
  sets: ReadonlyMap<string, ReadonlyArray<FormLine>>,
  rows: ReadonlyArray<Row>,
  required: ReadonlyArray<RequiredProperty>
): ReadonlyMap<string, ReadonlyArray<FormLine>> => {
  const sources = new Map<string, string>()
  for (const one of required) {
    if (!sources.has(one.property) && rows.some((row) => isOf(one, row))) sources.set(one.property, one.source)
  }
  if (sources.size === 0) return sets
  const marked = (set: string) => (line: FormLine) => {
    const source = sources.get(fullName(set, line.name))
    return source === undefined ? line : { ...line, requiredBy: source }
  }
  return new Map(Array.from(sets, ([set, lines]) => [set, lines.map(marked(set))]))
}
