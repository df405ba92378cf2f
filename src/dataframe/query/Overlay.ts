/** What an edit has put into a cell; null: the cell is there, without value. */
type CellNow = string | number | boolean | null

/**
 * What edits lay over a table for one caller. Plain data that survives `structuredClone`, a value: an edit makes a new
 * one, which shares with the last what it does not touch, and nothing that is kept for table and project is lost.
 */
export interface Overlay {
  /** By field, as `propertyKey` or a reserved name has it, then by the guid of the product. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<string, CellNow>>
  /** Guids of products that are gone. */
  readonly deleted: ReadonlySet<string>
}

/** Of a model as it was imported. */
export const empty: Overlay = { cells: new Map(), deleted: new Set() }
