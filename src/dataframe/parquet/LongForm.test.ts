import { expect, test } from "bun:test"
import type { CodeColumn } from "../../parquet/CodeColumn.ts"
import { encode } from "../table/Container.ts"
import { open } from "../table/ProductTable.ts"
import type { LongRow as Row } from "../testing/LongRows.ts"
import { content, modelGuid } from "../testing/RandomContent.ts"
import { Random } from "../../testing/Random.ts"
import { longForm } from "./LongForm.ts"
import type { RowGroup } from "./RowGroup.ts"

/** The texts of a dictionary by their codes. */
const textsOf = ({ bytes, count }: { readonly bytes: Uint8Array<ArrayBuffer>; readonly count: number }) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  return Array.from({ length: count }, () => {
    const end = at + 4 + view.getUint32(at, true)
    const text = new TextDecoder().decode(bytes.subarray(at + 4, end))
    at = end
    return text
  })
}

const rowsOf = (group: RowGroup): ReadonlyArray<Row> => {
  const { columns } = group
  const valuesOf = <A>(column: CodeColumn, values: ReadonlyArray<A>): Array<A | null> => {
    let next = 0
    return Array.from({ length: column.count }, (_, row) =>
      column.defined[row] === 0 ? null : values[column.codes[next++]!]!
    )
  }
  const { buffer, byteLength } = group.number.bytes
  const [product, property] = [columns.product, columns.property].map((column, i) =>
    valuesOf(column, textsOf([group.product, group.property][i]!))
  )
  const propertySet = valuesOf(columns.propertySet, textsOf(group.propertySet))
  const text = valuesOf(columns.text, textsOf(group.text))
  const number = valuesOf(columns.number, [...new Float64Array(buffer, 0, byteLength / 8)])
  return Array.from({ length: group.count }, (_, i) => ({
    product: product![i]!,
    propertySet: propertySet[i]!,
    property: property![i]!,
    text: text[i]!,
    number: number[i]!
  }))
}

const unlimited = { rows: 1_000_000, textBytes: Infinity, columnBytes: Infinity }

test.each([
  ["of few rows", { rows: 7 }],
  ["of few bytes", { textBytes: 200, columnBytes: 0 }],
  ["of as many bytes as a property has", { textBytes: 200 }]
])("groups %s say what one group says", (_, few) => {
  let many = 0
  for (let seed = 1; seed <= 8; seed++) {
    const table = open(encode(content(new Random(seed), seed > 6), { modelGuid }))
    const [whole = []] = [...longForm(table, unlimited)].map(rowsOf)
    const limits = { ...unlimited, ...few }
    const groups: Array<ReadonlyArray<Row>> = []
    for (const group of longForm(table, limits)) {
      if (group.count < limits.rows && limits.columnBytes === 0 && group.textBytes < limits.textBytes)
        expect(groups.flat().length + group.count).toBe(whole.length)
      groups.push(rowsOf(group))
    }
    if (groups.length > 1) many++
    expect(groups.flat()).toEqual([...whole])
  }
  expect(many).toBeGreaterThan(4)
})

test("a property whose texts exceed the size of a row group is kept in one group", () => {
  const table = open(encode(content(new Random(7), true), { modelGuid }))
  const groupsOf = (columnBytes: number) => [...longForm(table, { ...unlimited, textBytes: 200, columnBytes })].length
  expect(groupsOf(Infinity)).toBeLessThan(groupsOf(0) / 2)
})
