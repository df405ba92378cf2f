import { Random } from "../../testing/Random.ts"
import type { Scalar } from "../../domain/products/Filter.ts"
import type { SheetColumn } from "../SheetColumn.ts"
import type { SheetBlock } from "../write/SheetBlock.ts"

/** Texts that formats, spreadsheets and parsers are known to mistake for something else. */
const texts = [
  ..."Wall|\"|\"\"|a\"b|,|;|a,b;c|\t|\tx| x |\r|\r\n|\n|a\nb|=cmd|=1+1|+1|-1|-|@a|'|'=1|''=1|'x|_x000D_|_x0041|_x005F_x0041_|_x0041_x0042_|x0041_".split(
    "|"
  ),
  ..."é|日本|😀|\uFEFFx|true|1e3|0012|12,5|#N/A|NA|null|None|nan|&amp;|<b>|]]>|a\\b|%s|{}|[1]|2026-01-02|/".split("|"),
  "",
  " ",
  "\u0001",
  "_x0041\u0001",
  "\uD83D",
  "\uDE00x",
  "a\uD83D_x0041_",
  "\uFFFE",
  "\u007F\u0085\u2028"
]
/** Texts of the longest length that a cell of a workbook can hold, and longer ones. */
const long = ["x".repeat(32_767), "y".repeat(40_000), `${"z".repeat(32_765)}😀😀`, `\u0001${"&".repeat(40_000)}`]
const reals = [0, -0, 1, -1, 1.5, -2.25, 0.1, 1 / 3, 1e21, -1e-7, 5e-324, 1.7976931348623157e308, 123456.789]
const integers = [0, 1, -1, 42, 2 ** 53 - 1, -(2 ** 53 - 1)]
const largeIntegers = ["9007199254740993", "-9007199254740993", "9223372036854775807"]

export interface RandomSheet {
  readonly columns: ReadonlyArray<SheetColumn>
  readonly blocks: ReadonlyArray<SheetBlock>
  /** The values of all rows. */
  readonly rows: ReadonlyArray<ReadonlyArray<Scalar>>
}

const types = ["Text", "Real", "Integer", "Boolean", "Mixed"] as const

const valueOf = (random: Random, type: SheetColumn["type"]): Scalar => {
  if (random.chance(0.2)) return null
  switch (type) {
    case "Text":
      return random.chance(0.02) ? random.pick(long) : random.pick(texts)
    case "Real":
      return random.pick(reals)
    case "Integer":
      return random.chance(0.2) ? random.pick(largeIntegers) : random.pick(integers)
    case "Boolean":
      return random.chance(0.5)
    case "Mixed":
      return valueOf(random, random.pick(types.slice(0, 4)))
  }
}

/**
 * Makes a table of hostile names and values, in blocks, some of which have few distinct values and some a different
 * value in each row.
 */
export const randomSheet = (seed: number): RandomSheet => {
  const random = new Random(seed)
  const columns = Array.from({ length: 1 + random.below(8) }, (_, i): SheetColumn => ({
    name: `${random.pick(texts)}${i}`,
    unit: random.chance(0.3) ? random.pick(["Millimetre", "m² & <3>", "Wärme"]) : null,
    type: random.pick(types)
  }))
  const blocks = Array.from({ length: random.below(4) }, (): SheetBlock => {
    const rows = random.below(60)
    return {
      rows,
      columns: columns.map(({ type }) => {
        const values = Array.from({ length: 1 + random.below(random.chance(0.5) ? 5 : 60) }, () =>
          valueOf(random, type)
        )
        const keys = Uint32Array.from({ length: rows }, () => random.below(values.length))
        return { keys, size: values.length, valueOf: (key) => values[key]! }
      })
    }
  })
  const rows = blocks.flatMap((block) =>
    Array.from({ length: block.rows }, (_, row) => block.columns.map(({ keys, valueOf }) => valueOf(keys[row]!)))
  )
  return { columns, blocks, rows }
}
