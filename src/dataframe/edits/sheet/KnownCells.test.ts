import { expect, test } from "bun:test"
import * as Either from "effect/Either"
import type { Scalar } from "../../../domain/products/Filter.ts"
import { unguarded } from "../../../sheets/read/Guard.ts"
import { inCsv } from "../../../sheets/testing/SheetFiles.ts"
import { volume } from "../../../testing/Volume.ts"
import * as Fields from "../../query/Fields.ts"
import * as Overlay from "../../query/Overlay.ts"
import * as View from "../../query/View.ts"
import * as Bits from "../../table/Bits.ts"
import { encode } from "../../table/Container.ts"
import { open } from "../../table/ProductTable.ts"
import * as RandomContent from "../../testing/RandomContent.ts"
import { Random } from "../../../testing/Random.ts"
import * as RandomEdits from "../../testing/RandomEdits.ts"
import * as RandomQuery from "../../testing/RandomQuery.ts"
import { numbers, words } from "../../testing/RandomWords.ts"
import { guidOf, tableOf } from "../../testing/TestContent.ts"
import * as EditedTable from "../overlay/EditedTable.ts"
import type { Seen } from "../overlay/Layers.ts"
import { sheetOptions } from "../../testing/SheetOptions.ts"
import { readChanges, type SheetOptions } from "./SheetReading.ts"
import * as SheetSource from "./SheetSource.ts"
import { KnownUnits } from "./SheetUnits.ts"
import { isEqual } from "./SheetValue.ts"

const options: SheetOptions = { ...sheetOptions, isForced: true }

/** A model as somebody with unpublished edits sees it. */
const seenOf = (random: Random, isLarge: boolean): Seen => {
  const content = RandomContent.content(random, isLarge)
  const table = open(encode(content, { modelGuid: RandomContent.modelGuid }))
  const view = RandomEdits.withExternal(RandomQuery.view(random, content))
  if (random.chance(0.4)) return { table, view }
  const overlay = Overlay.add(view.overlay, RandomEdits.edits(random, content, 20))
  return { table: EditedTable.of(table, overlay), view: { ...view, overlay } }
}

/** The names of fields, without those that a header cannot be or that stand twice. */
const fieldsOf = ({ table, view }: Seen): ReadonlyArray<string> => {
  const listed = Buffer.from(Either.getOrThrow(Fields.query(table, view, { page: 1, pageSize: 5000 }))).toString()
  const { fields } = JSON.parse(listed) as { readonly fields: ReadonlyArray<string> }
  return fields.filter((name) => name !== "" && name !== "Guid" && !name.startsWith("'"))
}

/** A cell as a spreadsheet program might write it: in quotes where it must be, and elsewhere sometimes. */
const writtenCell = (random: Random, text: string, quotes: number): string =>
  /["\r\n,;\t]/.test(text) || random.chance(quotes) ? `"${text.replaceAll(`"`, `""`)}"` : text

const count = volume(400, 4000)

test(`cells that are compared as bytes are equal to the same values as texts, in ${count} random sheets`, () => {
  let [equal, changed] = [0, 0]
  for (let seed = 0; seed < count; seed++) {
    const random = new Random(seed)
    const seen = seenOf(random, seed % 200 === 199)
    const { deleted } = seen.table
    const isThere = (row: number): boolean => deleted === null || !Bits.has(deleted, row)
    const rows = Array.from({ length: seen.table.count }, (_, row) => row).filter(isThere)
    if (random.chance(0.3)) random.shuffle(rows)
    if (random.chance(0.3)) rows.splice(random.below(rows.length + 1), random.below(5))
    const names = [...fieldsOf(seen).slice(0, 12), "an extra column", "Guid"]
    if (random.chance(0.5)) random.shuffle(names)
    const units = new KnownUnits(seen.table.units).of(null, false)
    const sources = new Map(names.map((name) => [name, SheetSource.make(seen, name, units, false)]))
    const decimal = random.pick([".", ","] as const)
    const textOf = (value: Scalar): string =>
      typeof value === "number" ? String(value).replace(".", decimal) : inCsv(value)
    const changes = random.pick([0, 0.02, 0.3])
    const another = (name: string): string =>
      random.pick<() => string>([
        () => random.pick(words),
        () => textOf(random.pick(numbers)),
        () => (rows.length === 0 ? "" : textOf(sources.get(name)!.at(random.pick(rows)))),
        () => `'${random.pick(["=", "'=", "a"])}`,
        () => ""
      ])()
    const texts = rows.map((row) =>
      names.map((name) => {
        if (name === "Guid") return seen.table.guidOf(row)
        return random.chance(changes) ? another(name) : textOf(sources.get(name)!.at(row))
      })
    )
    const [separator, newline] = [random.pick([",", ";", "\t"]), random.pick(["\n", "\r\n", "\r"])]
    const quotes = random.pick([0, 0.1, 1])
    const lines = [names.map(inCsv), ...texts].map((cells) =>
      cells.map((cell) => writtenCell(random, cell, quotes)).join(separator)
    )
    const file = new TextEncoder().encode(`${random.pick(["", "\ufeff"])}${lines.join(newline)}`)

    const layers = { present: seen, published: seen, version: null }
    const read = readChanges(file, layers, { ...options, decimal })
    if ("needs" in read) throw new Error("another version is needed")
    const expected: Array<string> = []
    let unchanged = 0
    for (const [i, row] of rows.entries()) {
      for (const [j, name] of names.entries()) {
        if (name === "Guid" || read.ignored.includes(name)) continue
        const cell = unguarded(texts[i]![j]!) || null
        if (isEqual(cell, sources.get(name)!.at(row), decimal)) unchanged += 1
        else expected.push(JSON.stringify([seen.table.guidOf(row), name, i + 2, cell]))
      }
    }
    const found = read.groups.flatMap(({ cells, header }) =>
      cells.map(({ guid, row, value }) => JSON.stringify([guid, header, row, value]))
    )
    expect(read.errors.listed()).toEqual([])
    // Cells of read-only fields that are as they were in the model do not count as changed. Here they never are.
    expect([seed, found.toSorted()]).toEqual([seed, expected.toSorted()])
    expect([seed, read.unchanged]).toEqual([seed, unchanged])
    equal += unchanged
    changed += found.length
  }
  expect(Math.min(equal, changed)).toBeGreaterThan(1000)
})

test("cells with the bytes of a value but another text are changed", () => {
  // The file writes both texts in another way: the first with a second apostrophe, the second in quotes.
  const names = ["'=1", `"a""b`]
  const seen = { table: tableOf({ products: names.map((name) => ({ name })) }), view: View.empty("1") }
  const read = (cells: ReadonlyArray<string>) => {
    const file = ["Guid,Name", ...cells.map((cell, row) => `${guidOf(row)},${cell}`)].join("\n")
    const layers = { present: seen, published: seen, version: null }
    const found = readChanges(new TextEncoder().encode(file), layers, options)
    if ("needs" in found) throw new Error("another version is needed")
    return [found.unchanged, ...found.groups.flatMap(({ cells }) => cells.map(({ value }) => value))]
  }
  expect(read(["'=1", `"a""b"`])).toEqual([0, "=1", `a"b`])
  expect(read(["''=1", `"""a""""b"`])).toEqual([2])
})
