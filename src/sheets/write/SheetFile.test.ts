import { expect, test } from "bun:test"
import { tableFromIPC } from "@uwdata/flechette"
import { parquetMetadata, parquetReadObjects } from "hyparquet"
import type { Scalar } from "../../domain/products/Filter.ts"
import { volume } from "../../testing/Volume.ts"
import { randomSheet } from "../testing/RandomSheet.ts"
import { formats, inField, options, sheetOf, stored, written } from "../testing/SheetFiles.ts"
import { type SheetOptions, write } from "./SheetFile.ts"

const bufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer
const readParquet = (bytes: Buffer) =>
  parquetReadObjects({ file: bufferOf(bytes), compressors: { ZSTD: (page) => Bun.zstdDecompressSync(page) } })

/**
 * Returns a value as readers in JavaScript return it: they remove U+FEFF at the beginning of a text, which they treat
 * as a byte order mark.
 */
const decoded = <A>(value: A): A =>
  typeof value === "string" ? (stored(value).replace(/^\uFEFF/, "") as A & string) : value

test("hyparquet, flechette and JSON.parse read the written files", async () => {
  for (let seed = 1000; seed < volume(1040, 1400); seed++) {
    const sheet = randomSheet(seed)
    const { columns, rows } = sheet
    const asObjects = (of: (value: Scalar, i: number) => unknown) =>
      rows.map((row) => Object.fromEntries(row.map((value, i) => [decoded(columns[i]!.name), of(value, i)])))
    const integers = (value: unknown, i: number): unknown => {
      if (value === null) return null
      return columns[i]!.type === "Integer" ? BigInt(value as string | number) : decoded(value)
    }
    const fields = asObjects((value, i) => integers(inField(sheet)(value, i), i))
    expect(await readParquet(written("parquet", sheet))).toEqual(fields)
    const table = tableFromIPC(new Uint8Array(written("arrow", sheet)), { useBigInt: true })
    expect(table.toArray()).toEqual(fields)
    expect(table.schema.fields.map(({ metadata }) => metadata?.get("unit") ?? null)).toEqual(
      columns.map(({ unit }) => unit)
    )
    const lines = written("ndjson", sheet).toString("utf8").split("\n")
    expect(lines.pop()).toBe("")
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      rows.map((row) => Object.fromEntries(row.map((value, i) => [columns[i]!.name, value === 0 ? 0 : value])))
    )
  }
})

const mixed = sheetOf(
  [
    { name: "-Name", unit: null, type: "Text" },
    { name: "Width", unit: "Millimetre", type: "Real" }
  ],
  [
    ["a;b", 1.5],
    ["=1", -2],
    ["", null],
    [null, true]
  ]
)

test("CSV uses the requested separator, decimal comma, byte order mark and units", () => {
  const of = (changed: Partial<SheetOptions>): string => written("csv", mixed, changed).toString("utf8")
  expect(of({})).toBe(`'-Name,Width\r\na;b,1.5\r\n'=1,-2\r\n"",\r\n,true\r\n`)
  expect(of({ separator: ";", decimal: ",", bom: true, unitsInHeader: true })).toBe(
    `\uFEFF'-Name;Width [Millimetre]\r\n"a;b";1,5\r\n'=1;-2\r\n"";\r\n;true\r\n`
  )
  expect(of({ decimal: "," })).toContain(`a;b,"1,5"\r\n`)
  expect(of({ separator: "\t" })).toContain(`a;b\t1.5\r\n`)
})

test("a value that does not fit the type of its column is an error in Parquet and Arrow", () => {
  for (const format of ["parquet", "arrow"] as const) {
    expect(() => written(format, mixed)).toThrow(`"Width" has the type Real, which cannot hold true`)
    const integer = (value: Scalar) => sheetOf([{ name: "N", unit: null, type: "Integer" }], [[value]])
    for (const value of [1.5, "x", "9223372036854775808", true]) {
      expect(() => written(format, integer(value))).toThrow(`"N" has the type Integer, which cannot hold`)
    }
  }
})

test("Parquet has row groups of 100,000 rows, whatever the blocks", async () => {
  const { blocks, columns, rows } = sheetOf(
    [{ name: "N", unit: null, type: "Integer" }],
    Array.from({ length: 70_000 }, (_, i) => [i % 7])
  )
  const file = written("parquet", { columns, rows, blocks: [...blocks, ...blocks, ...blocks] })
  expect(parquetMetadata(bufferOf(file)).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([
    100_000, 100_000, 10_000
  ])
  const read = await readParquet(file)
  expect(read.every(({ N }, i) => Number(N) === (i % 70_000) % 7)).toBe(true)
})

test("pieces have at most 1 MB, even if one text is longer", () => {
  const text = "é".repeat(3_000_000)
  const sheet = sheetOf([{ name: "T", unit: null, type: "Text" }], [[text], ["x"], [text]])
  for (const format of formats) {
    const pieces = [...write(format, sheet.columns, sheet.blocks, options)]
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(1024 * 1024)
  }
  expect(written("csv", sheet).toString("utf8")).toBe(`T\r\n${text}\r\nx\r\n${text}\r\n`)
})

test("a workbook with more rows or columns than a sheet allows is an error", () => {
  const { columns } = sheetOf(
    Array.from({ length: 16_385 }, () => ({ name: "C", unit: null, type: "Text" })),
    []
  )
  expect(() => written("xlsx", { columns, rows: [], blocks: [] })).toThrow("at most 16384 columns")
  const column = { keys: new Uint32Array(1_048_576), size: 1, valueOf: () => null }
  expect(() =>
    written("xlsx", { columns: columns.slice(0, 1), rows: [], blocks: [{ rows: 1_048_576, columns: [column] }] })
  ).toThrow("at most 1048576 rows")
})
