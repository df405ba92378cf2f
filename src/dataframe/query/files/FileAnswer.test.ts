import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { parquetReadObjects } from "hyparquet"
import * as FieldNames from "../../../domain/products/FieldNames.ts"
import { noFilters } from "../../../domain/products/Filter.ts"
import type { SheetFormat } from "../../../sheets/write/SheetFile.ts"
import { volume } from "../../../testing/Volume.ts"
import * as ProjectReference from "../../testing/ProjectReference.ts"
import { Random } from "../../../testing/Random.ts"
import * as RandomQuery from "../../testing/RandomQuery.ts"
import { filtersOf, tableOf, type TestProduct } from "../../testing/TestContent.ts"
import { answer } from "../answer/QueryAnswer.ts"
import { answerProject, type SeenModel } from "../project/ProjectAnswer.ts"
import * as View from "../View.ts"
import { answerFile, type FileRequest } from "./FileAnswer.ts"
import { checkSize } from "./FileTable.ts"

const seed = Number(process.env["SEED"] ?? 20261128)
const options = {
  separator: ",",
  decimal: ".",
  bom: false,
  unitsInHeader: false,
  about: [["Service", "Plinth"]],
  sheet: "Products"
} as const

const bytesOf = (
  models: ReadonlyArray<SeenModel>,
  request: FileRequest,
  format: SheetFormat = "ndjson",
  isCompressed = false
): Buffer | string =>
  Either.match(answerFile(models, request, { format, options, isCompressed }), {
    onLeft: ({ _tag }) => _tag,
    onRight: (pieces) => Buffer.concat([...pieces])
  })

type Row = ProjectReference.Row

const rowsOf = (bytes: Buffer | string): ReadonlyArray<Row> | string =>
  typeof bytes === "string"
    ? bytes
    : bytes
        .toString()
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Row)

const compressors = { ZSTD: (page: Uint8Array) => Bun.zstdDecompressSync(page) }

/** Returns the rows of a page as a file has them. */
const flat = (rows: ReadonlyArray<Row>, fields: ReadonlyArray<string>): ReadonlyArray<Row> =>
  rows.map((row) =>
    Object.fromEntries(
      ["Guid", ...fields.filter((field) => field !== "Guid")].map((field) => [
        field,
        field === "Name" ? row["Name"] : ProjectReference.plain(row, field, "Layers")
      ])
    )
  )

/** An empty text of a property is without value in pages, and is one here only if the table has it. */
const shownAlike = (rows: ReadonlyArray<Row> | string): unknown =>
  typeof rows === "string"
    ? rows
    : rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([field, value]) => [field, value === "" && field !== "Name" ? null : value])
        )
      )

const json = (found: Either.Either<Uint8Array, { readonly _tag: string }>) =>
  Either.match(found, {
    onLeft: ({ _tag }) => _tag,
    onRight: (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as { readonly result: ReadonlyArray<Row> }
  })

describe(`files agree with pages of the same questions, seed ${seed}`, () => {
  test("rows of one or several models have the plain values and the order of the pages", () => {
    const random = new Random(seed)
    let [read, refused] = [0, 0]
    for (let i = 0; i < volume(25, 200); i++) {
      const models = ProjectReference.models(random, 4).map(({ seen }) => seen)
      const contents = ProjectReference.models(random, 1)
      for (let q = 0; q < 15; q++) {
        const { content } = random.pick(contents)
        const wanted = RandomQuery.fields(random, content).filter((field) => field !== "MaterialLayers")
        const sort = random.chance(0.5)
          ? wanted.slice(0, 2).map((property) => ({ property, descending: random.chance(0.5) }))
          : []
        const filters = filtersOf(RandomQuery.filters(random, content))
        const units = random.pick(["SI", "Model"] as const)
        const part = { page: 1 + random.below(3), pageSize: random.pick([1, 7, 5000]), all: random.chance(0.5) }
        const page = part.all ? { page: 1, pageSize: 5000 } : part
        const isProject = random.chance(0.5)
        const names = isProject && random.chance(0.5) ? ["Model", ...wanted] : wanted
        const fields = FieldNames.of(names)
        const question = { filters, sort, units, fields: FieldNames.of(["Guid", ...fields]) }
        const [seen] = models as [SeenModel]
        const expected = json(
          isProject
            ? answerProject(models, { kind: "ProjectRows", ...question, ...page }, 1e9)
            : answer(seen.table, seen.view, { kind: "Rows", encoding: null, ...question, ...page, all: false }, 1e9)
        )
        const kind = isProject ? "ProjectRows" : "Rows"
        const found = rowsOf(bytesOf(models, { kind, ...question, fields, ...part }))
        if (typeof expected === "string") {
          expect(found).toBe(expected)
          refused++
        } else {
          expect(shownAlike(found)).toEqual(flat(expected.result, fields))
          if (typeof found !== "string" && found.length > 0) read++
        }
      }
    }
    expect(Math.min(read, refused)).toBeGreaterThan(20)
  })

  test("Parquet has the values of NDJSON in typed columns, and mixed values as texts", async () => {
    const random = new Random(seed + 1)
    for (let i = 0; i < volume(15, 100); i++) {
      const models = ProjectReference.models(random, 3)
      const fields = FieldNames.of(RandomQuery.fields(random, random.pick(models).content))
      const question = { kind: "ProjectRows", filters: noFilters, fields, page: 1, pageSize: 1, all: true } as const
      const seen = models.map((model) => model.seen)
      const expected = rowsOf(bytesOf(seen, question)) as ReadonlyArray<Row>
      const file = new Uint8Array(bytesOf(seen, question, "parquet") as Buffer).buffer
      const found = await parquetReadObjects({ file, compressors })
      expect(found.length).toBe(expected.length)
      for (const [r, row] of found.entries()) {
        for (const [field, value] of Object.entries(row)) {
          const shown = typeof value === "bigint" ? Number(value) : value
          const wanted = expected[r]![field]
          expect(shown).toEqual(typeof shown === "string" ? String(wanted) : wanted)
        }
      }
    }
  })
})

const product = (...cells: NonNullable<TestProduct["cells"]>): TestProduct => ({ cells })

const made = (...products: ReadonlyArray<TestProduct>): ReadonlyArray<SeenModel> => [
  {
    model: { id: "1", name: "House" },
    table: tableOf({ products }),
    view: View.empty("1"),
    computed: null
  }
]

test("the type of a column depends only on the rows of the file", async () => {
  const models = made(product(["S|A", 1.5], ["S|B", "x"]), product(["S|A", "text"], ["S|B", "y"]))
  const typesOf = async (sent: ReadonlyArray<object>) => {
    const fields = FieldNames.of(["A"])
    const question = { kind: "Rows", filters: filtersOf(sent), fields, page: 1, pageSize: 1, all: true } as const
    const file = new Uint8Array(bytesOf(models, question, "parquet") as Buffer).buffer
    return (await parquetReadObjects({ file, compressors })).map(({ A }) => A as unknown)
  }
  expect(await typesOf([])).toEqual(["1.5", "text"])
  expect(await typesOf([{ property: "B", operator: "Equals", value: "x" }])).toEqual([1.5])
})

test("a compressed file is one gzip member of the same bytes", () => {
  const models = made(...Array.from({ length: 30_000 }, (_, i) => product(["S|A", `text ${i}`])))
  const question = {
    kind: "Rows",
    filters: noFilters,
    fields: FieldNames.of([]),
    page: 1,
    pageSize: 1,
    all: true
  } as const
  const [plain, packed] = [bytesOf(models, question, "csv"), bytesOf(models, question, "csv", true)] as [Buffer, Buffer]
  expect(plain.length).toBeGreaterThan(1_000_000)
  expect(packed.length).toBeLessThan(plain.length / 2)
  expect(Buffer.from(Bun.gunzipSync(new Uint8Array(packed))).equals(plain)).toBe(true)
})

test("the columns of groups are the keys, the count, and each measure with its count; repeated names get a number", () => {
  const models = made(product(["S|A", 1]), product(["S|A", 2]), product(["S|A", null]))
  const request = {
    kind: "Groups",
    filters: noFilters,
    groupBy: ["Model", "Model"],
    measures: [
      { property: "A", function: "Sum" },
      { property: "A", function: "Count" }
    ],
    sort: [],
    calculators: [],
    page: 1,
    pageSize: 1,
    all: true
  } as const
  expect(rowsOf(bytesOf(models, request))).toEqual([
    {
      Model: "House",
      "Model (2)": "House",
      count: 3,
      "Sum(A)": 3,
      "Sum(A) measured": 2,
      "Count(A)": 2,
      "Count(A) measured": 2
    }
  ])
})

test("a file has at most 1,000,000 rows, XLSX 1,048,575, and 20,000,000 cells", () => {
  const fits = (format: SheetFormat, rows: number, columns: number) => Either.isRight(checkSize(format, rows, columns))
  expect([fits("csv", 1_000_000, 20), fits("csv", 1_000_001, 1)]).toEqual([true, false])
  expect([fits("xlsx", 1_048_575, 19), fits("xlsx", 1_048_576, 1)]).toEqual([true, false])
  expect([fits("parquet", 2000, 10_000), fits("parquet", 2001, 10_000)]).toEqual([true, false])
})
