import { type EditedField, nameOf } from "../../../domain/edits/EditedField.ts"
import { cellChange, type ModelChange } from "../../../domain/edits/ModelVersion.ts"
import type { View } from "../../query/View.ts"
import * as Bits from "../../table/Bits.ts"
import type { Column } from "../../table/Column.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import * as EditedTable from "../overlay/EditedTable.ts"
import { codesOf, type FieldCells, fieldsOf } from "../judgement/FieldCells.ts"
import { pair, type PairedRows } from "../overlay/PairedRows.ts"

/** The table of a file, and the view whose edits apply to it. */
interface Version {
  readonly table: ProductTable
  readonly view: View
}

interface Changes {
  /** The changes: deleted products by guid, then changed cells by guid and field. */
  readonly changes: ReadonlyArray<ModelChange>
  /** The guids of added products, ascending. */
  readonly added: ReadonlyArray<string>
}

const deletion: EditedField = { kind: "Deleted", set: "", name: "" }

/**
 * Compares two versions of a model and returns their differences: deleted and added products, and every changed cell of
 * the products that both versions have. A part that moves together with its whole is not a change of its own. The cost
 * depends only on the columns that are not the same object in both versions.
 */
export const changesBetween = (before: Version, after: Version): Changes => {
  const edited = ({ table, view }: Version): ProductTable => EditedTable.of(table, view.overlay)
  const [was, is] = [edited(before), edited(after)]
  const rows = pair(was, is)
  const [fieldsBefore, fieldsAfter] = [fieldsOf(was, before.view), fieldsOf(is, after.view)]
  const fields = [...fieldsBefore.keys().filter((key) => !fieldsAfter.has(key)), ...fieldsAfter.keys()]
    .map((key) => [fieldsBefore.get(key), fieldsAfter.get(key)] as const)
    .filter(([one, other]) => one?.column !== other?.column)
    .map(([one, other]) => ({ one, other, field: (one ?? other)!.field }))
    .map((pair) => ({ ...pair, name: nameOf(pair.field) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  const keys = new Uint32Array(is.count)
  const guids: Array<string | undefined> = []
  const cells = fields.flatMap(({ field, one, other }) => {
    const found = new Map<number, ModelChange>()
    forEachChange(one, other, rows, keys, (row, before, after) => {
      const guid = (guids[row] ??= is.guidOf(row))
      const change = cellChange(isThere(one, before, field), isThere(other, after, field))
      found.set(row, { guid, field, before: shown(one, before), after: shown(other, after), change })
    })
    if (field.kind === "Code") return found.values().flatMap(changesOfCodes).toArray()
    if (field.kind === "SpatialLocation") return ownMoves(found, is.wholes)
    return found.values().toArray()
  })
  const gone = rows.deleted.map((guid): ModelChange => ({
    guid,
    field: deletion,
    before: null,
    after: null,
    change: "Removed"
  }))
  return { changes: [...gone, ...byGuid(cells)], added: rows.added }
}

const shown = (cells: FieldCells | undefined, key: number): ModelChange["before"] =>
  key === -1 ? (cells?.absent ?? null) : cells!.shown(key)

/** Attributes are there even if a table has no cell of them. */
const isThere = (cells: FieldCells | undefined, key: number, { kind }: EditedField): boolean =>
  key === -1 ? kind === "Attribute" : cells!.isThere(key)

const identity = (cells: FieldCells | undefined, key: number): ModelChange["before"] | undefined =>
  key === -1 ? cells?.absent : cells!.identity(key)

/**
 * Calls `visit` for every cell that differs, with its row in the new version and its keys before and after, -1 for no
 * cell.
 *
 * @param keys zeros, by row of the new version; they are zeros again afterwards
 */
const forEachChange = (
  one: FieldCells | undefined,
  other: FieldCells | undefined,
  { paired, rows }: PairedRows,
  keys: Uint32Array,
  visit: (row: number, before: number, after: number) => void
): void => {
  /** `same[after]` = 2 + the last `before` key with an equal value; 0 = none yet. */
  const same = new Uint32Array(other?.column.keys ?? 0)
  const compare = (row: number, after: number): void => {
    const before = keys[row]! - 1
    keys[row] = 0
    if (after !== -1 && same[after] === before + 2) return
    if (identity(one, before) !== identity(other, after)) visit(row, before, after)
    else if (after !== -1) same[after] = before + 2
  }
  forEachKey(one?.column, (row, key) => {
    if (rows[row] !== -1) keys[rows[row]!] = key + 1
  })
  forEachKey(other?.column, (row, key) => {
    if (Bits.has(paired, row)) compare(row, key)
  })
  forEachKey(one?.column, (row) => {
    if (rows[row] !== -1 && keys[rows[row]!] !== 0) compare(rows[row]!, -1)
  })
}

const forEachKey = (column: Column | undefined, visit: (row: number, key: number) => void): void => {
  const codes = column?.codes ?? null
  column?.forEachCell((row, cell) => visit(row, codes === null ? cell : codes[cell]!))
}

/** Returns one change for each code that a product has gained or lost. */
const changesOfCodes = ({ after, before, guid }: ModelChange): ReadonlyArray<ModelChange> => {
  const [was, is] = [codesOf(before), codesOf(after)]
  return [...was.symmetricDifference(is)].sort().map((code) => ({
    guid,
    field: { kind: "Code", set: "", name: code },
    before: was.has(code) ? code : null,
    after: is.has(code) ? code : null,
    change: cellChange(was.has(code), is.has(code))
  }))
}

/** Removes the moves of parts that have the same origin and destination as the move of their whole. */
const ownMoves = (moves: ReadonlyMap<number, ModelChange>, wholes: Int32Array): ReadonlyArray<ModelChange> =>
  Array.from(moves)
    .filter(([row, { after, before }]) => {
      const ofWhole = moves.get(wholes[row]!)
      return ofWhole?.before !== before || ofWhole.after !== after
    })
    .map(([, move]) => move)

/** Sorts changes by guid. The changes of one product keep their order. */
const byGuid = (changes: ReadonlyArray<ModelChange>): ReadonlyArray<ModelChange> => {
  const products = Map.groupBy(changes, ({ guid }) => guid)
  return [...products.keys()].sort().flatMap((guid) => products.get(guid)!)
}
