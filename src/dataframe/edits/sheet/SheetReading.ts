import * as Either from "effect/Either"
import type { Scalar } from "../../../domain/products/Filter.ts"
import type { Units } from "../../../domain/products/Units.ts"
import { quoted } from "../../../domain/Quoted.ts"
import { limits } from "../../../domain/Limits.ts"
import { readSheet } from "../../../sheets/read/ReadSheet.ts"
import type { SheetCell, SheetRow } from "../../../sheets/read/Sheet.ts"
import { beyond, invalid } from "../../../sheets/read/SheetFault.ts"
import * as Names from "../../query/Names.ts"
import * as Bits from "../../table/Bits.ts"
import type { Seen } from "../overlay/Layers.ts"
import { rowsByGuid } from "../overlay/ProductRows.ts"
import { type ComparedColumn, columnsOf } from "./ComparedColumn.ts"
import { Covered } from "./Covered.ts"
import { CollectedCells, type SheetCells } from "./SheetCells.ts"
import { SheetErrors } from "./SheetErrors.ts"
import { fieldsOf } from "./SheetField.ts"
import { originOf } from "./SheetOrigin.ts"
import { type DecimalSeparator, isBlank, isCut, isEqual } from "./SheetValue.ts"
import { takenBack } from "./TakenBack.ts"

/** How a sheet is read (contract section 14). */
export interface SheetOptions {
  /** The name of an uploaded file; empty if there is none. */
  readonly fileName: string
  readonly modelId: string
  /** The latest public version. */
  readonly latest: string
  /** The version that the sheet was made of. Null: that of its sheet `About`, else the latest one. */
  readonly version: string | null
  readonly units: Units | null
  readonly decimal: DecimalSeparator
  readonly isStrict: boolean
  readonly create: boolean
  readonly ignoresEmpty: boolean
  readonly isForced: boolean
}

/** The model as the caller sees it, as everybody sees it, and as it was in the version that the sheet was made of. */
export interface SheetLayers {
  readonly present: Seen
  readonly published: Seen
  readonly version: { readonly id: string; readonly seen: Seen } | null
}

/** The changed cells of a sheet. */
export interface SheetChanges {
  readonly groups: ReadonlyArray<SheetCells>
  readonly errors: SheetErrors
  readonly unchanged: number
  readonly ignored: ReadonlyArray<string>
  readonly decimal: DecimalSeparator
  /** Whether numbers of columns without a named unit are in SI. */
  readonly isSi: boolean
}

/** The number of rows that are compared at once. */
const blockRows = 512

/** A row of the sheet with the rows of its product in the caller's view and in the version of the sheet, -1 for none. */
interface FoundRow extends SheetRow {
  readonly guid: string
  readonly present: number
  readonly before: number
}

const lengthOf = (value: Scalar): number => (typeof value === "string" ? value.length : 0)

class Reading {
  readonly cells = new CollectedCells()
  readonly errors = new SheetErrors()
  unchanged = 0
  private edits = 0
  private characters = 0
  private readonly rowOf: (guid: string) => number
  private readonly beforeRowOf: (guid: string) => number
  private readonly met: Bits.Bits
  private readonly metElsewhere = new Set<string>()

  constructor(
    private readonly layers: SheetLayers,
    private readonly before: Seen,
    private readonly headers: ReadonlyArray<string>,
    private readonly guid: number,
    private readonly columns: ReadonlyArray<ComparedColumn>,
    private readonly options: Pick<SheetOptions, "ignoresEmpty" | "isForced"> & {
      readonly decimal: DecimalSeparator
      readonly isWorkbook: boolean
    }
  ) {
    this.rowOf = rowsByGuid(layers.present.table)
    this.beforeRowOf = rowsByGuid(before.table)
    this.met = Bits.none(layers.present.table.count)
  }

  /** Returns the product of a row, or null if there is none. */
  find({ cells, row }: SheetRow): FoundRow | null {
    const cell = cells[this.guid]!
    const wrong = (guid: string, error: "ProductNotFound" | "DuplicateModification" | "InvalidValue", why: string) => {
      this.errors.add({ guid, row, column: "Guid" }, error, why)
      return null
    }
    if (cell === null) {
      const isEmpty = cells.every((value, i) => value === null || this.headers[i] === "")
      return isEmpty ? null : wrong("", "InvalidValue", "The row has no Guid.")
    }
    if (typeof cell === "object") return wrong("", "InvalidValue", cell.fault)
    const guid = String(cell)
    const [present, before] = [this.rowOf(guid), this.beforeRowOf(guid)]
    if (this.isMet(guid, present)) return wrong(guid, "DuplicateModification", "The sheet has this product twice.")
    if (present === -1 && before === -1) {
      return wrong(guid, "ProductNotFound", `The model has no product ${quoted(guid)}.`)
    }
    return { row, cells, guid, present, before }
  }

  compare(rows: ReadonlyArray<FoundRow>): void {
    const there = rows.filter(({ present }) => present !== -1)
    const places = Uint32Array.from(there, ({ present }) => present)
    for (const column of this.columns) {
      const values = column.present.valuesOf(places)
      for (const [i, row] of there.entries()) {
        const cell = row.cells[column.field.index]!
        if (this.isFault(cell, row, column)) continue
        const value = values(i)
        if (isEqual(cell, value, this.options.decimal)) this.unchanged++
        else this.differ(cell, value, row, column)
      }
      for (const row of rows) if (row.present === -1) this.compareGone(row, column)
    }
  }

  private isMet(guid: string, row: number): boolean {
    if (row === -1) return this.metElsewhere.size === this.metElsewhere.add(guid).size
    if (Bits.has(this.met, row)) return true
    Bits.add(this.met, row)
    return false
  }

  private isFault(cell: SheetCell, row: FoundRow, { field }: ComparedColumn): cell is { readonly fault: string } {
    if (cell === null || typeof cell !== "object") return false
    this.errors.add({ guid: row.guid, row: row.row, column: field.header }, "InvalidValue", cell.fault)
    return true
  }

  /** Compares a cell of a product that was deleted since the version of the sheet. */
  private compareGone(row: FoundRow, column: ComparedColumn): void {
    const cell = row.cells[column.field.index]!
    if (this.isFault(cell, row, column)) return
    if (isEqual(cell, column.before.at(row.before), this.options.decimal)) this.unchanged++
    else {
      const place = { guid: row.guid, row: row.row, column: column.field.header }
      this.errors.add(place, "ProductNotFound", "The product was deleted since the version of the sheet.")
    }
  }

  /** Takes a cell that differs from the caller's view. */
  private differ(cell: Scalar, value: Scalar, row: FoundRow, column: ComparedColumn): void {
    const { decimal, ignoresEmpty, isForced, isWorkbook } = this.options
    const { layers } = this
    const isKept = isWorkbook && (isCut(cell) || (cell === null && isBlank(value)))
    if ((ignoresEmpty && (cell === null || cell === "")) || isKept) {
      this.unchanged++
      return
    }
    const shown = layers.present.table === layers.published.table ? value : column.published.at(row.present)
    const was = this.before === layers.published ? shown : row.before === -1 ? null : column.before.at(row.before)
    const isPublic = isEqual(cell, shown, decimal)
    const isLeft = isEqual(cell, was, decimal)
    // A field that follows from others changes back with them.
    if ((isLeft && !isPublic) || ((isLeft || isPublic) && column.isReadOnly)) {
      this.unchanged++
      return
    }
    if (!isPublic && !isForced && !isEqual(was, shown, ".")) {
      const place = { guid: row.guid, row: row.row, column: column.field.header }
      const now = shown === null ? "without value" : quoted(String(shown))
      this.errors.add(place, "Conflict", `Since the version of the sheet the public value has become ${now}.`)
      return
    }
    this.count(cell)
    if (isPublic && this.takeBack(row, column, shown)) return
    const { header, key, newSet, unit } = column.field
    const how = { verb: key === "Code" ? "update" : "addOrUpdate", isExact: false } as const
    this.cells.add({ header, key, set: newSet, unit }, how, {
      guid: row.guid,
      row: row.row,
      value: cell === "" ? null : cell
    })
  }

  /** Takes back the caller's own change of a cell. Returns false if it has to be judged like any other. */
  private takeBack(row: FoundRow, { field }: ComparedColumn, shown: Scalar): boolean {
    const { present, published } = this.layers
    const found = takenBack(present, published, field.key, row.present, shown)
    for (const { set, value, verb } of found ?? []) {
      const { header, key, unit } = field
      this.cells.add({ header, key, set, unit }, { verb, isExact: true }, { guid: row.guid, row: row.row, value })
    }
    return found !== null
  }

  private count(cell: Scalar): void {
    this.edits++
    this.characters += lengthOf(cell)
    if (this.edits > limits.unpublishedCells.most) throw beyond(limits.unpublishedCells)
    if (this.characters > limits.valuesOfRequest.most) throw beyond(limits.valuesOfRequest)
  }
}

/**
 * Compares a sheet with a model. Returns the id of the version that the sheet was made of if that is needed and not
 * among the layers. Throws `SheetFault`.
 */
export const readChanges = (
  bytes: Uint8Array,
  layers: SheetLayers,
  options: SheetOptions
): SheetChanges | { readonly needs: string } => {
  const sheet = Either.getOrThrowWith(readSheet(bytes, { fileName: options.fileName }), (fault) => fault)
  const origin = originOf(sheet.about, options.modelId)
  const version = options.version ?? origin.version ?? options.latest
  if (version !== options.latest && version !== layers.version?.id) return { needs: version }
  const before = version === options.latest ? layers.published : layers.version!.seen
  const isWorkbook = sheet.format === "xlsx"
  const isSi = (origin.units ?? options.units) === "SI"
  const decimal = isWorkbook ? "." : options.decimal
  const names = Names.of(layers.present.table, layers.present.view)
  const { fields, guid, ignored } = fieldsOf(sheet.headers, names, origin.unitOf, options.create)
  if (options.isStrict && ignored.length > 0) throw invalid(`No field is called ${quoted(ignored[0]!)}.`)
  const columns = columnsOf({ ...layers, before }, fields, isSi)
  const reading = new Reading(layers, before, sheet.headers, guid, columns, { ...options, decimal, isWorkbook })
  let block: Array<FoundRow> = []
  for (const row of sheet.rows) {
    const found = reading.find(row)
    if (reading.errors.isFull) break
    if (found !== null) block.push(found)
    if (block.length < blockRows) continue
    reading.compare(block)
    block = []
  }
  reading.compare(block)
  const covered = new Covered(sheet.merged, sheet.headers)
  const dropped = reading.cells.drop((header, { row, value }) => value === null && covered.has(header, row))
  return {
    groups: reading.cells.all(),
    errors: reading.errors,
    unchanged: reading.unchanged + dropped,
    ignored,
    decimal,
    isSi
  }
}
