import * as Bits from "../../table/Bits.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { areSame } from "../../table/SameBytes.ts"

/** Guids are found by binary search until one in 16 products has been looked up; then all guids are read into a map. */
const productsOfSearch = 16

/** The memory per remembered guid, in bytes. */
const bytesOfRow = 100

/** Finds the rows of a container's products by guid and remembers the rows that were found. */
class GuidRows {
  private readonly known = new Map<string, number>()
  private readonly rowOfCode: Uint32Array
  private isComplete = false

  constructor(private readonly table: ProductTable) {
    const { codes } = table.attribute("Guid")
    this.rowOfCode = new Uint32Array(table.count)
    for (let row = 0; row < table.count; row++) this.rowOfCode[codes![row]!] = row
    table.extra.bytes += this.rowOfCode.byteLength
  }

  of(guid: string): number {
    return this.known.get(guid) ?? (this.isComplete ? -1 : this.search(guid))
  }

  private search(guid: string): number {
    const guids = this.table.attribute("Guid")
    const code = guids.firstNotBelow(guid)
    if (code === guids.textCount || guids.texts.get(guids.textBase + code) !== guid) return -1
    const row = this.rowOfCode[code]!
    this.keep(guid, row)
    if (this.known.size * productsOfSearch > this.table.count) this.readAll()
    return row
  }

  private readAll(): void {
    for (let row = 0; row < this.table.count; row++) this.keep(this.table.guidOf(row), row)
    this.isComplete = true
  }

  private keep(guid: string, row: number): void {
    if (!this.known.has(guid)) this.table.extra.bytes += bytesOfRow
    this.known.set(guid, row)
  }
}

/** Caches by container, because all edited tables of one container have the same guids. */
const ofContainer = new WeakMap<Uint8Array, GuidRows>()

/** Returns a function that finds the row of a product by its guid, or -1 if it does not exist or is deleted. */
export const rowsByGuid = (table: ProductTable): ((guid: string) => number) => {
  const rows = ofContainer.getOrInsertComputed(table.container, () => new GuidRows(table))
  const { deleted } = table
  return (guid) => {
    const row = rows.of(guid)
    return row === -1 || (deleted !== null && Bits.has(deleted, row)) ? -1 : row
  }
}

/** Returns a function that tells whether a row of the container has the guid with these bytes. */
export const guidsAsBytes = (table: ProductTable) => {
  const { codes, textBase, texts } = table.attribute("Guid")
  return (row: number, bytes: Uint8Array, from: number, end: number): boolean => {
    if (row >= table.count) return false
    const text = textBase + codes![row]!
    return areSame(bytes, from, end, texts.blob, texts.offsets[text]!, texts.offsets[text + 1]!)
  }
}
