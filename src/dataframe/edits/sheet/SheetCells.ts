import type { Modification, ModificationVerb } from "../../../domain/edits/Modification.ts"
import type { Scalar } from "../../../domain/products/Filter.ts"

/** A changed cell of a sheet, still without its row and column. */
interface SheetCell {
  readonly guid: string
  /** The value in the units of the sheet, or the exact value of the model if `isExact`. */
  readonly value: Scalar | ReadonlyArray<string>
  readonly row: number
}

/** Changed cells of a column that are judged alike. */
export interface SheetCells extends Pick<Modification, "verb"> {
  readonly header: string
  /** The name of the field. */
  readonly key: string
  /** The set of the property, if the key alone does not name the one that is meant. */
  readonly set: string | null
  /** Whether the values are those of the model: references by guid, numbers in its units. */
  readonly isExact: boolean
  /** The unit that the sheet names for the column, null if it names none. */
  readonly unit: string | null
  readonly cells: Array<SheetCell>
}

/** Collects changed cells by column. */
export class CollectedCells {
  private readonly groups = new Map<string, SheetCells>()

  add(
    field: Pick<SheetCells, "header" | "key" | "set" | "unit">,
    how: { readonly verb: ModificationVerb; readonly isExact: boolean },
    cell: SheetCell
  ): void {
    const id = JSON.stringify([field.header, field.set, how.verb, how.isExact])
    const group = this.groups.getOrInsertComputed(id, () => ({
      header: field.header,
      key: field.key,
      set: field.set,
      unit: field.unit,
      ...how,
      cells: []
    }))
    group.cells.push(cell)
  }

  /** Removes cells, and returns how many. */
  drop(isDropped: (header: string, cell: SheetCell) => boolean): number {
    let dropped = 0
    for (const [id, group] of this.groups) {
      const cells = group.cells.filter((cell) => !isDropped(group.header, cell))
      dropped += group.cells.length - cells.length
      this.groups.set(id, { ...group, cells })
    }
    return dropped
  }

  all(): ReadonlyArray<SheetCells> {
    return [...this.groups.values()].filter(({ cells }) => cells.length > 0)
  }
}
