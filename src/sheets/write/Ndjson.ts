import { JsonWriter } from "../../runtime/JsonWriter.ts"
import type { SheetColumn } from "../SheetColumn.ts"
import { type CellForm, cellWriter, lines } from "./CellBytes.ts"
import type { SheetBlock } from "./SheetBlock.ts"
import { pieceBytes, pieces } from "./TextPieces.ts"

/** Generates a table as a JSON object per line. Every object has every column, with null for empty cells. */
export function* ndjson(
  columns: ReadonlyArray<SheetColumn>,
  blocks: Iterable<SheetBlock>
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const forms = columns.map(({ name }, i): CellForm => {
    const before = `${i === 0 ? "{" : ","}${JSON.stringify(name)}:`
    // A name may contain characters other than ASCII.
    return { encode: (value) => before + JSON.stringify(value), beforeNumber: null }
  })
  const writer = new JsonWriter(pieceBytes)
  for (const block of blocks) {
    const cells = block.columns.map((column, i) => cellWriter(writer, column, block.rows, forms[i]!))
    yield* lines(writer, cells, block.rows, "}\n")
  }
  yield* pieces(writer.take())
}
