import { expect, test } from "bun:test"
import * as Bits from "./Bits.ts"
import type { Column } from "./Column.ts"
import { PRESENCE_FULL } from "./ColumnRecord.ts"
import * as Kernel from "./Kernel.ts"
import { Random } from "./RandomContent.ts"

const random = new Random(11)

test.each([
  [0, 30],
  [100, 30],
  [65_535, 30],
  [65_536, 1],
  [65_536, 256],
  [65_567, 30],
  [70_001, 200]
])("%i rows of %i codes: the rows whose code is marked", (rows, distinct) => {
  for (const offset of [0, 1]) {
    const codes = new Uint8Array(rows + offset).map(() => random.below(distinct)).subarray(offset)
    const lut = Uint8Array.from({ length: distinct }, () => random.below(2))
    const found = Kernel.marked({ presence: PRESENCE_FULL, codes, rowCount: rows } as unknown as Column, lut)
    const expected = [...codes.keys()].filter((row) => lut[codes[row]!] === 1)
    expect([...Bits.rows(found, 0, rows)]).toEqual(expected)
    expect(Bits.count(found)).toBe(expected.length)
  }
})
