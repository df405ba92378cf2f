import { describe, expect, test } from "bun:test"
import { DamagedMeasures, decode, encode, type MeasureColumns, measureNames, type MeasureName } from "./MeasureTable.ts"

const columnsOf = (count: number): MeasureColumns => ({
  count,
  flags: Uint8Array.from({ length: count }, (_, row) => row % 2),
  values: Object.fromEntries(
    measureNames.map((name, i) => [
      name,
      Float64Array.from({ length: count }, (_, row) => (row % 3 === 2 ? Number.NaN : i + row / 8))
    ])
  ) as Record<MeasureName, Float64Array>
})

/** Returns the numbers of every column as lists, in which NaN equals NaN. */
const listed = ({ count, flags, values }: MeasureColumns) => ({
  count,
  flags: [...flags],
  values: measureNames.map((name) => [...values[name]])
})

test.each([0, 1, 7, 8, 9, 1000])("%d rows are read back unchanged", (count) => {
  const expected = listed(columnsOf(count))
  const bytes = encode(columnsOf(count))
  expect(listed(decode(bytes))).toEqual(expected)
  const shifted = new Uint8Array(bytes.length + 3)
  shifted.set(bytes, 3)
  expect(listed(decode(shifted.subarray(3)))).toEqual(expected)
  expect(listed(decode(Buffer.from(bytes)))).toEqual(expected)
})

describe("damaged bytes are refused", () => {
  const bytes = encode(columnsOf(9))
  test.each([0, 7, 15, 16, bytes.length - 1])("if they are cut to %d", (length) => {
    expect(() => decode(bytes.subarray(0, length))).toThrow(DamagedMeasures)
  })
  test("if they are too long", () => {
    expect(() => decode(Buffer.concat([bytes, Buffer.alloc(8)]))).toThrow(DamagedMeasures)
  })
  test("if any byte is changed", () => {
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice()
      damaged[at]! ^= 1
      expect(() => decode(damaged)).toThrow(DamagedMeasures)
    }
  })
})
