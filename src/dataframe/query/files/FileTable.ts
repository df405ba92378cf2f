import * as Either from "effect/Either"
import { AnswerTooLarge } from "../../../domain/Errors.ts"
import { sentenceOf } from "../../../domain/Limit.ts"
import { limits } from "../../../domain/Limits.ts"
import type { SheetColumn } from "../../../sheets/SheetColumn.ts"
import type { SheetBlock } from "../../../sheets/write/SheetBlock.ts"
import type { SheetFormat } from "../../../sheets/write/SheetFile.ts"

/** An answer as a flat table, whose blocks are made when they are read. */
export interface FileTable {
  readonly columns: ReadonlyArray<SheetColumn>
  readonly rows: number
  readonly blocks: Generator<SheetBlock, void, undefined>
}

/** The rows that a file has: a page, or all if `all` is set. */
export interface Part {
  readonly page: number
  readonly pageSize: number
  readonly all: boolean
}

/** Returns the first row of a part, and the one after its last. */
export const rangeOf = ({ all, page, pageSize }: Part, total: number): readonly [from: number, to: number] =>
  all ? [0, total] : [Math.min(total, (page - 1) * pageSize), Math.min(total, page * pageSize)]

/** Fails with `AnswerTooLarge` if a file of the format cannot have this many rows or cells. */
export const checkSize = (format: SheetFormat, rows: number, columns: number): Either.Either<void, AnswerTooLarge> => {
  const ofRows = format === "xlsx" ? limits.rowsOfXlsx : limits.rowsOfFile
  const limit = rows > ofRows.most ? ofRows : rows * columns > limits.cellsOfFile.most ? limits.cellsOfFile : null
  if (limit === null) return Either.right(undefined)
  const advice = "Filter the rows, or ask for fewer fields."
  return Either.left(new AnswerTooLarge({ details: `${sentenceOf(limit)} ${advice}` }))
}

/** The most cells of a block. The keys of its columns take four bytes each. */
const cellsOfBlock = 1_000_000
/** The most rows of a block: that of a record batch of Arrow. */
const rowsOfBlock = 65_536

/** Returns the most rows of a block with that many columns. */
export const mostOfBlock = (columns: number): number =>
  Math.max(1, Math.min(rowsOfBlock, Math.floor(cellsOfBlock / columns)))

/** Returns different names for columns: a number is appended to a name that is already used. */
export const different = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const taken = new Set<string>()
  return names.map((name) => {
    let free = name
    for (let i = 2; taken.has(free); i++) free = `${name} (${i})`
    taken.add(free)
    return free
  })
}
