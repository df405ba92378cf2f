import * as Bits from "../table/Bits.ts"
import type { Column } from "../table/Column.ts"
import type { ProductTable } from "../table/ProductTable.ts"

/**
 * If at least one in 16 products has a cell in a column, its cells are put in order by a scan over all products;
 * otherwise only the products of the column are sorted.
 */
const dense = 16

/** Reads the cells of a column in the order of their products' GlobalIds. */
export class Cells {
  readonly places: Uint32Array
  private readonly placeOf: ArrayLike<number>
  private readonly at: Uint32Array
  private readonly deleted: Bits.Bits | null
  count = 0

  constructor(table: ProductTable) {
    // Dictionary codes follow the order of the texts, so the code of a GlobalId is its position among all GlobalIds.
    this.placeOf = table.attribute("Guid").codes!
    this.places = new Uint32Array(table.count)
    this.at = new Uint32Array(table.count)
    this.deleted = table.deleted
  }

  /** Loads a column: sets the first `count` elements of `places` to the positions of its products, ascending. */
  take(column: Column): void {
    const { at, deleted, placeOf, places } = this
    const isDense = column.count * dense >= places.length
    let count = 0
    column.forEachCell((row, cell) => {
      if (deleted !== null && Bits.has(deleted, row)) return
      const place = placeOf[row]!
      at[place] = cell + 1
      places[count++] = place
    })
    if (isDense) {
      for (let place = 0, next = 0; next < count; place++) if (at[place] !== 0) places[next++] = place
    } else places.subarray(0, count).sort()
    this.count = count
  }

  /** Returns the cell at a position in the current column. It can be read only once. */
  cellAt(place: number): number {
    const cell = this.at[place]! - 1
    this.at[place] = 0
    return cell
  }
}
