/**
 * Compares writing the products of a model as Parquet with hyparquet-writer, which gets the same rows as columns of
 * JavaScript values and has to find repeated values itself. The two run in turns, and medians are compared. Before
 * that, both files are read and must have the same content.
 *
 * Usage: bun run bench/parquet.ts [--ci] [--runs 9] [PRODUCTS]
 *        PRODUCTS: 20000 by default. --ci: fewer runs; exits with 1 if a figure is worse than twice its gate.
 */
import { parseArgs } from "node:util"
import { ByteWriter, ParquetWriter } from "hyparquet-writer"
import { parquet, schema } from "../src/dataframe/parquet/Parquet.ts"
import { encode } from "../src/dataframe/table/Container.ts"
import { open } from "../src/dataframe/table/ProductTable.ts"
import { type LongRow, readLongRows } from "../src/dataframe/testing/LongRows.ts"
import { generate } from "./QueryData.ts"
import { holds, type Judged } from "./QueryGates.ts"
import { interleave } from "./QueryTimes.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { ci: { type: "boolean", default: false }, runs: { type: "string" } }
})
const runs = Number(values.runs ?? (values.ci ? 5 : 9))
const products = Number(positionals[0] ?? 20_000)
const groupRows = 100_000

/** The most time and the most bytes, as fractions of those of the library. */
const [mostTime, mostBytes] = [0.3, 1.1]

const table = open(encode(generate(products).content, { modelGuid: "0bench0000000000000000" }))
const ours = (): Uint8Array<ArrayBuffer> => Buffer.concat([...parquet(table)].map(({ bytes }) => bytes))

const read = ({ buffer, byteLength, byteOffset }: Uint8Array<ArrayBuffer>) =>
  readLongRows(buffer.slice(byteOffset, byteOffset + byteLength))
const rows = await read(ours())
const column = (name: keyof LongRow) => rows.map((row) => row[name])
const [product, propertySet, property, texts, numbers] = (
  ["product", "propertySet", "property", "text", "number"] as const
).map(column) as [Array<unknown>, Array<unknown>, Array<unknown>, Array<unknown>, Array<unknown>]

const theirs = (): Uint8Array<ArrayBuffer> => {
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    codec: "ZSTD",
    compressors: { ZSTD: (page) => Bun.zstdCompressSync(page, { level: 1 }) },
    schema: [...schema]
  })
  const columnData = [
    { name: "product", data: product, statistics: false },
    { name: "propertySet", data: propertySet },
    { name: "property", data: property },
    { name: "text", data: texts, statistics: false },
    { name: "number", data: numbers, statistics: false }
  ]
  void file.write({ columnData, rowGroupSize: groupRows })
  void file.finish()
  return new Uint8Array(writer.getBytes())
}
if (!Bun.deepEquals(await read(theirs()), rows)) throw new Error("the two files do not hold the same rows")

const times = await interleave({ ours, theirs }, runs)
const bytes = { ours: ours().length, theirs: theirs().length }
console.log(`${products} products, ${rows.length} rows, milliseconds and bytes:`)
console.log(`plinth           ${times.ours.p50.toFixed(0).padStart(6)} ${bytes.ours}`)
console.log(`hyparquet-writer ${times.theirs.p50.toFixed(0).padStart(6)} ${bytes.theirs}`)
const judged: ReadonlyArray<Judged> = [
  { what: "time of the library's", products, value: times.ours.p50 / times.theirs.p50, most: mostTime },
  { what: "bytes of the library's", products, value: bytes.ours / bytes.theirs, most: mostBytes }
]
for (const figure of judged) {
  const verdict = holds(figure, 1) ? "holds " : "MISSED"
  console.log(`${verdict} ${figure.what}: ${figure.value.toFixed(2)}, at most ${figure.most}`)
}
if (values.ci && judged.some((figure) => !holds(figure, 2))) process.exitCode = 1
