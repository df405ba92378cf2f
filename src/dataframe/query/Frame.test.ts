import { describe, expect, test } from "bun:test"
import { escape, op } from "arquero"
import * as Either from "effect/Either"
import type { Filters } from "../../domain/products/Filter.ts"
import type { Codes } from "../table/OtherValues.ts"
import { PRESENCE_BITS, PRESENCE_FULL, SEVERAL } from "../table/ColumnRecord.ts"
import { encode } from "../table/Container.ts"
import { type Condition, leavesOf } from "../../domain/products/Condition.ts"
import { ofLeaf } from "./Comparison.ts"
import * as Dictionary from "./Dictionary.ts"
import * as Frame from "./Frame.ts"
import { accepts, make } from "./Matcher.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import { open } from "../table/ProductTable.ts"
import * as RandomContent from "../testing/RandomContent.ts"
import { Random } from "../../testing/Random.ts"
import * as RandomQuery from "../testing/RandomQuery.ts"
import { select } from "./Selection.ts"
import { filtersOf } from "../testing/TestContent.ts"
import * as Names from "./Names.ts"
import * as View from "./View.ts"

const seed = Number(process.env["SEED"] ?? 20261122)

const tables = function* (
  random: Random,
  models: number,
  largeModels: number
): Generator<{ readonly table: ProductTable; readonly filters: () => Filters; readonly where: () => Condition }> {
  for (let m = 0; m < models + largeModels; m++) {
    const content = RandomContent.content(random, m >= models)
    const table = open(encode(content, { modelGuid: RandomContent.modelGuid }))
    const where = () => RandomQuery.condition(random, content)
    yield { table, filters: () => RandomQuery.filters(random, content), where }
  }
}

describe(`Arquero and the kernels agree, seed ${seed}`, () => {
  test("dictionaries agree value by value and on their bytes", () => {
    const random = new Random(seed)
    let marked = 0
    for (const { filters, table, where } of tables(random, 100, 3)) {
      const columns = [table.attribute("Name"), ...table.properties.map(({ column }) => column)]
      const leaves = [where(), where(), where()]
        .flatMap(leavesOf)
        .filter(({ operator }) => operator !== "IsA" && operator !== "Below")
      const comparisons = leaves.map((leaf) => ofLeaf(leaf).comparison)
      for (const matcher of [...[...filters(), ...filters(), ...filters()].map(make), ...comparisons]) {
        for (const column of columns) {
          const found = Dictionary.byArquero(column, matcher)
          expect(Dictionary.inBytes(column, matcher)).toEqual(found)
          marked += found.reduce((sum, mark) => sum + mark, 0)
        }
      }
    }
    expect(marked).toBeGreaterThan(1000)
  })

  test("rows agree cell by cell and 32 at a time", () => {
    const random = new Random(seed + 1)
    for (const [length, distinct] of [
      [0, 30],
      [100, 30],
      [65_535, 30],
      [65_536, 1],
      [65_536, 256],
      [65_567, 400],
      [70_001, 200]
    ] as const) {
      for (const isFull of [true, false]) {
        for (const absent of [true, false]) {
          const column = columnOf(random, length, distinct, isFull)
          const marks = Uint8Array.from({ length: distinct }, () => random.below(2))
          const found = Frame.rowsOf(length, [{ column, marks }], absent)
          const expected = Frame.byCells(length, [{ column, marks }], absent)
          expect(found).toEqual(expected)
        }
      }
    }
  })

  test("groups by class equal those of Arquero", () => {
    for (const { table } of tables(new Random(seed + 2), 50, 1)) {
      const frame = Frame.of(table)
      const grouped = frame.groupby("Class").count().objects() as Array<{ Class: string; count: number }>
      const values = new Float64Array(table.count).fill(1)
      const found = Frame.byClass(table, frame, [values])
      const expected = grouped.map(({ Class, count }) => ({ className: Class, count, sums: [count] }))
      const byName = (a: { className: string }, b: { className: string }): number =>
        a.className < b.className ? -1 : 1
      expect(found.toSorted(byName)).toEqual(expected.toSorted(byName))
    }
  })

  test("sums by class equal Arquero's rollup", () => {
    const random = new Random(seed + 4)
    let sums = 0
    for (const { filters, table } of tables(random, 50, 1)) {
      const measure = () =>
        Float64Array.from({ length: table.count }, () => (random.chance(0.2) ? Number.NaN : random.below(2000) - 1000))
      const measures = [measure(), measure()]
      const selected = select(table, View.empty("1"), { filters: filters() })
      if (Either.isLeft(selected)) continue
      const found = Frame.byClass(table, selected.right, measures)
      const [a, b] = measures.map((values) => ({ length: table.count, at: (row: number) => values[row]! }))
      const rolled = selected.right
        .create({ data: { ...selected.right.data(), a, b } as never })
        .groupby("Class")
        .rollup({ count: op.count(), a: op.sum("a"), b: op.sum("b") })
        .objects() as Array<{ Class: string; count: number; a?: number; b?: number }>
      const expected = rolled.map(({ Class, a = 0, b = 0, count }) => ({ className: Class, count, sums: [a, b] }))
      const byName = (a: { className: string }, b: { className: string }): number =>
        a.className < b.className ? -1 : 1
      expect(found.toSorted(byName)).toEqual(expected.toSorted(byName))
      sums += found.length
    }
    expect(sums).toBeGreaterThan(50)
  })

  test("a selection equals the rows that Arquero's own filter keeps", () => {
    const random = new Random(seed + 3)
    const view = View.empty("1")
    let selections = 0
    for (const { filters, table } of tables(random, 150, 0)) {
      for (const filter of [...filters(), ...filters()].filter(({ operator }) => operator !== "Contains")) {
        const property = table.properties.find(({ name, set }) => `${set}.${name}` === filter.property)
        const selected = select(table, view, { filters: filtersOf([filter]) })
        if (property === undefined || property.column.has(SEVERAL) || Either.isLeft(selected)) continue
        const field = Names.resolve(Names.of(table, view), filter.property)
        if (field.kind !== "Property" || field.properties[0] !== property) continue
        const matcher = make(filter)
        const kept = Frame.of(table)
          .create({ data: { value: property.column } as never })
          .filter(
            escape(({ value }: { readonly value: Frame.Value | null }) => {
              return (value === null ? matcher.nothing : accepts(matcher, value)) !== matcher.negated
            })
          )
        expect([...selected.right.indices()]).toEqual([...kept.indices()])
        selections++
      }
    }
    expect(selections).toBeGreaterThan(50)
  })
})

const columnOf = (random: Random, length: number, distinct: number, isFull: boolean) => {
  const rows = Array.from({ length }, (_, row) => row).filter(() => isFull || random.chance(0.7))
  const bits = new Uint32Array((length + 31) >>> 5)
  for (const row of rows) bits[row >>> 5]! |= 0x80000000 >>> (row & 31)
  const start = random.below(2)
  const all = Array.from({ length: rows.length + 1 + start }, () => random.below(distinct))
  const codes: Codes = (distinct > 256 ? Uint16Array.from(all) : Uint8Array.from(all)).subarray(start)
  return {
    length,
    codes,
    bits: isFull ? null : bits,
    presence: isFull ? PRESENCE_FULL : PRESENCE_BITS,
    forEachCell: (visit: (row: number, cell: number) => void) => {
      for (const [cell, row] of rows.entries()) visit(row, cell)
    }
  }
}
