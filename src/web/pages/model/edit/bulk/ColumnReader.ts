import type { Failure } from "../../../../api/Failure.ts"
import type { Row } from "../../../../api/Views.ts"
import { textOf, typeableTextOf, valueOf } from "../../table/Cells.ts"
import type { Fields } from "../../Fields.ts"
import { referencesOf } from "../Choices.ts"
import { setOf } from "../Modify.ts"
import type { BulkCell } from "./BulkCells.ts"
import { texts } from "./BulkTexts.ts"
import { areDates, notation, pointOf, type Read, typedText } from "./TypedText.ts"

const isReference = (column: string): boolean => column === "SpatialLocation" || column === "MaterialLayerSet"

/** Rows by GlobalId. */
export type RowsByGuid = ReadonlyMap<string, Row>

export const byGuid = (rows: ReadonlyArray<Row>): RowsByGuid => new Map(rows.map((row) => [String(row["Guid"]), row]))

/** Reads texts and copies values for the cells of one column. */
export interface ColumnReader {
  readonly column: string
  /** Returns the new value of a product's cell; null if the cell is empty and stays so. */
  readonly cell: (guid: string, text: string) => BulkCell | null
  /** Returns a product's cell with the value of another product; null if both are empty. */
  readonly copy: (guid: string, from: Row) => BulkCell | null
  /** Returns the value of a product as a user types it. */
  readonly text: (guid: string) => string
}

/** Returns the id that a cell refers to; null for none, undefined for layers, which no id stands for. */
const referredIn = (cell: unknown): string | null | undefined => {
  const { Layers, MaterialId, SpatialLocationId } = (cell ?? {}) as Readonly<Record<string, unknown>>
  if (typeof SpatialLocationId === "string") return SpatialLocationId || null
  if (typeof MaterialId === "string") return MaterialId
  return Layers === "" || Layers === undefined ? null : undefined
}

/**
 * Returns readers for columns. `rows` are the products whose cells change; they tell where values are and whether they
 * are dates. Fails if the places or materials that a column refers to cannot be read.
 */
export const columnReaders = async (
  base: string,
  columns: ReadonlyArray<string>,
  rows: RowsByGuid,
  fields: Fields | null,
  signal: AbortSignal
): Promise<ReadonlyArray<ColumnReader> | Failure> => {
  const now = notation()
  const readers: Array<ColumnReader> = []
  for (const column of columns) {
    const referred = await referencesOf(base, column, signal)
    if ("failure" in referred) return referred.failure
    const names = Map.groupBy(referred.value, ({ name }) => name)
    const ids = new Set(referred.value.map(({ value }) => value))
    const detail = fields?.details.get(column)
    const hasDates = areDates(rows.values().map((row) => valueOf(row[column])))
    const read = (text: string): Read => {
      if (!isReference(column)) return typedText(text, detail, now, hasDates)
      if (text.trim() === "") return { value: null }
      if (ids.has(text)) return { value: text }
      const [found, other] = names.get(text) ?? []
      if (found === undefined) return { wrong: texts.noReference(text) }
      return other === undefined ? { value: found.value } : { wrong: texts.severalReferences(text) }
    }
    const made = (guid: string, text: string, result: Read): BulkCell | null => {
      const present = rows.get(guid)?.[column]
      const wrong = column === "Code" ? texts.codesApart : "wrong" in result ? result.wrong : null
      const value = "wrong" in result ? null : result.value
      if (wrong === null && value === null && (valueOf(present) ?? "") === "") return null
      return { guid, field: column, set: setOf(present), text, value, wrong }
    }
    readers.push({
      column,
      cell: (guid, text) => made(guid, text, read(text)),
      copy: (guid, from) => {
        const cell = from[column]
        if (!isReference(column)) return made(guid, textOf(cell), { value: valueOf(cell) })
        const id = referredIn(cell)
        return made(guid, textOf(cell), id === undefined ? { wrong: texts.layersApart } : { value: id })
      },
      text: (guid) => typeableTextOf(rows.get(guid)?.[column], pointOf(detail, now.decimal))
    })
  }
  return readers
}
