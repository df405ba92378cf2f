import type { SheetColumn } from "../SheetColumn.ts"
import { cellTexts, lines, type SheetBlock } from "./SheetBlock.ts"

/** Generates a table as a JSON object per line. Every object has every column, with null for empty cells. */
export function* ndjson(
  columns: ReadonlyArray<SheetColumn>,
  blocks: Iterable<SheetBlock>
): Generator<string, void, undefined> {
  const heads = columns.map(({ name }, i) => `${i === 0 ? "{" : ","}${JSON.stringify(name)}:`)
  for (const block of blocks) {
    const cells = block.columns.map((column, i) =>
      cellTexts(column, block.rows, (value) => heads[i]! + JSON.stringify(value))
    )
    yield* lines(cells, block.rows, "}\n")
  }
}
