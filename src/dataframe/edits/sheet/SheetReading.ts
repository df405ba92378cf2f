import * as Either from "effect/Either"
import type { Scalar } from "../../../domain/products/Filter.ts"
import type { Units } from "../../../domain/products/Units.ts"
import { quoted } from "../../../domain/Quoted.ts"
import { limits } from "../../../domain/Limits.ts"
import { CsvRow } from "../../../sheets/read/Csv.ts"
import { readSheet } from "../../../sheets/read/ReadSheet.ts"
import type { SheetCell } from "../../../sheets/read/Sheet.ts"
import { beyond, invalid } from "../../../sheets/read/SheetFault.ts"
import * as Names from "../../query/Names.ts"
import type { Seen } from "../overlay/Layers.ts"
import { type ComparedColumn, columnsOf } from "./ComparedColumn.ts"
import { Covered } from "./Covered.ts"
import { KnownCells } from "./KnownCells.ts"
import { CollectedCells, type SheetCells } from "./SheetCells.ts"
import { SheetErrors } from "./SheetErrors.ts"
import { type FoundRow, FoundRows } from "./FoundRows.ts"
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

const lengthOf = (value: Scalar): number => (typeof value === "string" ? value.length : 0)

class Reading {
  readonly cells = new CollectedCells()
  readonly errors = new SheetErrors()
  unchanged = 0
  private edits = 0
  private characters = 0
  readonly found: FoundRows
  private readonly known: ReadonlyArray<KnownCells | null>

  constructor(
    private readonly layers: SheetLayers,
    private readonly before: Seen,
    headers: ReadonlyArray<string>,
    guid: number,
    private readonly columns: ReadonlyArray<ComparedColumn>,
    private readonly options: Pick<SheetOptions, "ignoresEmpty" | "isForced"> & {
      readonly decimal: DecimalSeparator
      /** The bytes of a CSV file, null for a workbook. */
      readonly csv: Uint8Array | null
    }
  ) {
    this.found = new FoundRows(layers.present.table, before.table, headers, guid, this.errors)
    const { csv } = options
    this.known = columns.map(({ field, present }) =>
      csv === null ? null : new KnownCells(csv, field.index, present, options.decimal)
    )
  }

  compare(rows: ReadonlyArray<FoundRow>): void {
    const there = rows.filter(({ present }) => present !== -1)
    const rowsOfTable = Uint32Array.from(there, ({ present }) => present)
    for (const [place, column] of this.columns.entries()) {
      const known = this.known[place]!
      const keys = column.present.keysOf(rowsOfTable)
      for (const [i, row] of there.entries()) {
        const key = keys[i]!
        if (known !== null && known.has((row.source as CsvRow).record, key)) {
          this.unchanged++
          continue
        }
        const value = column.present.valueOf(key, row.present)
        if (known !== null && typeof value === "number" && known.isNumber((row.source as CsvRow).record, value)) {
          this.unchanged++
          continue
        }
        const cell = row.source.at(column.field.index)
        if (this.isFault(cell, row, column)) continue
        if (isEqual(cell, value, this.options.decimal)) {
          this.unchanged++
          known?.add((row.source as CsvRow).record, key)
        } else this.differ(cell, value, row, column)
      }
      for (const row of rows) if (row.present === -1) this.compareGone(row, column)
    }
  }

  private placeOf(row: FoundRow, { field }: ComparedColumn) {
    return { guid: this.found.guidOf(row), row: row.source.row, column: field.header }
  }

  private isFault(cell: SheetCell, row: FoundRow, column: ComparedColumn): cell is { readonly fault: string } {
    if (cell === null || typeof cell !== "object") return false
    this.errors.add(this.placeOf(row, column), "InvalidValue", cell.fault)
    return true
  }

  /** Compares a cell of a product that was deleted since the version of the sheet. */
  private compareGone(row: FoundRow, column: ComparedColumn): void {
    const cell = row.source.at(column.field.index)
    if (this.isFault(cell, row, column)) return
    if (isEqual(cell, column.before.at(row.before), this.options.decimal)) this.unchanged++
    else {
      this.errors.add(
        this.placeOf(row, column),
        "ProductNotFound",
        "The product was deleted since the version of the sheet."
      )
    }
  }

  /** Takes a cell that differs from the caller's view. */
  private differ(cell: Scalar, value: Scalar, row: FoundRow, column: ComparedColumn): void {
    const { csv, decimal, ignoresEmpty, isForced } = this.options
    const { layers } = this
    const isKept = csv === null && (isCut(cell) || (cell === null && isBlank(value)))
    if ((ignoresEmpty && (cell === null || cell === "")) || isKept) {
      this.unchanged++
      return
    }
    const shown = layers.present.table === layers.published.table ? value : column.published.at(row.present)
    const was = this.before === layers.published ? shown : row.before === -1 ? null : column.before.at(row.before)
    const isPublic = isEqual(cell, shown, decimal)
    const isLeft = isEqual(cell, was, decimal)
    const isOwnChange = isPublic || !isEqual(value, shown, ".")
    // A field that follows from others changes back with them.
    if (column.isReadOnly ? isLeft || isPublic : isLeft && !isOwnChange) {
      this.unchanged++
      return
    }
    if (!isLeft && !isPublic && !isForced && !isEqual(was, shown, ".")) {
      const now = shown === null ? "without value" : quoted(String(shown))
      this.errors.add(
        this.placeOf(row, column),
        "Conflict",
        `Since the version of the sheet the public value has become ${now}.`
      )
      return
    }
    if ((isLeft || isPublic) && this.takeBack(row, column, shown)) {
      this.count(cell)
      return
    }
    // The value of the version would undo what others have published.
    if (isLeft && !isPublic) {
      this.unchanged++
      return
    }
    this.count(cell)
    const { header, key, newSet, unit } = column.field
    const how = { verb: key === "Code" ? "update" : "addOrUpdate", isExact: false } as const
    this.cells.add({ header, key, set: newSet, unit }, how, {
      guid: this.found.guidOf(row),
      row: row.source.row,
      value: cell === "" ? null : cell
    })
  }

  /** Takes back the caller's own change of a cell. Returns false if it has to be judged like any other. */
  private takeBack(row: FoundRow, { field }: ComparedColumn, shown: Scalar): boolean {
    const { present, published } = this.layers
    const found = takenBack(present, published, field.key, row.present, shown)
    const [guid, { header, key, unit }] = [this.found.guidOf(row), field]
    for (const { set, value, verb } of found ?? []) {
      const cell = { guid, row: row.source.row, value }
      this.cells.add({ header, key, set, unit }, { verb, isExact: true }, cell)
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
  const csv = sheet.format === "csv" ? bytes : null
  const isSi = (origin.units ?? options.units) === "SI"
  const decimal = csv === null ? "." : options.decimal
  const names = Names.of(layers.present.table, layers.present.view)
  const { fields, guid, ignored } = fieldsOf(sheet.headers, names, origin.unitOf, options.create)
  if (options.isStrict && ignored.length > 0) throw invalid(`No field is called ${quoted(ignored[0]!)}.`)
  const columns = columnsOf({ ...layers, before }, fields, isSi)
  const reading = new Reading(layers, before, sheet.headers, guid, columns, { ...options, decimal, csv })
  let block: Array<FoundRow> = []
  for (const row of sheet.rows) {
    const found = reading.found.find(row)
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
