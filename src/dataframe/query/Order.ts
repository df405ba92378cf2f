import * as Either from "effect/Either"
import { InvalidField } from "../../domain/Errors.ts"
import { quoted } from "../../domain/Quoted.ts"
import type { SortKey } from "../../domain/Sort.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import * as CellSource from "./CellSource.ts"
import * as Names from "./Names.ts"
import { ranked, sortedBy, unsorted } from "./RankedField.ts"
import { dynamicNames } from "./Selection.ts"
import type { View } from "./View.ts"

/**
 * Returns the rows sorted by the keys (contract section 6): numbers before texts before booleans; texts by their
 * lower-case form, then as they are; rows without value last in either direction. Rows that compare equal keep their
 * order.
 *
 * Fails with `InvalidField` for a property that cannot be filtered by.
 */
export const ordered = (
  table: ProductTable,
  view: View,
  rows: Uint32Array,
  sort: ReadonlyArray<SortKey>
): Either.Either<Uint32Array, InvalidField> => {
  const names = Names.of(table, view)
  const fields = sort.map(({ property }) => Names.resolve(names, property))
  const wrong = sort.find(({ property }, i) => fields[i]!.kind === "Unknown" || dynamicNames.has(property))
  if (wrong !== undefined) {
    return Either.left(new InvalidField({ details: `sort: products cannot be ordered by ${quoted(wrong.property)}.` }))
  }
  let order = unsorted(rows.length)
  // Sort by the last key first; each step is stable.
  for (const [i, { descending }] of sort.entries().toArray().reverse()) {
    const source = CellSource.make(table, view, names, fields[i]!, { head: "", tail: "" })
    order = sortedBy(order, ranked([{ source, rows }]), descending)
  }
  return Either.right(order.map((index) => rows[index]!))
}
