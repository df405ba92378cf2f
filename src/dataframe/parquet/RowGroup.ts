import type { ProductTable } from "../table/ProductTable.ts"
import { NumberDictionary } from "./NumberDictionary.ts"
import { TextDictionary } from "./TextDictionary.ts"

/** Stands for the code of a row without value. */
export const none = -1

/** One column of a row group: which rows have a value, and the codes of those that have one. */
export class CodeColumn {
  readonly codes: Uint32Array
  /** One byte a row, 1 where it has a value. */
  readonly defined: Uint8Array
  /** Rows. */
  count = 0
  /** Rows that have a value. */
  values = 0

  constructor(rows: number) {
    this.codes = new Uint32Array(rows)
    this.defined = new Uint8Array(rows)
  }

  add(code: number): void {
    if (code === none) this.defined[this.count++] = 0
    else {
      this.defined[this.count++] = 1
      this.codes[this.values++] = code
    }
  }

  repeat(code: number, rows: number): void {
    this.defined.fill(code === none ? 0 : 1, this.count, this.count + rows)
    this.count += rows
    if (code === none) return
    this.codes.fill(code, this.values, this.values + rows)
    this.values += rows
  }

  clear(): void {
    this.count = this.values = 0
  }
}

/** What of a source has a code in the group of this number, by place or key. */
interface Known {
  readonly group: Uint32Array
  readonly text: Int32Array
  readonly number: Int32Array
}

const nothingKnown = (keys: number): Known => ({
  group: new Uint32Array(keys),
  text: new Int32Array(keys),
  number: new Int32Array(keys)
})

/**
 * Rows of the long form of a table, one for each value of a product, column by column as codes into what stands once.
 *
 * The columns:
 * - `product`: GlobalId.
 * - `propertySet`: none for the attributes of the product itself: Class, Name, Description and the others.
 * - `property`.
 * - `text`: of texts and enumerations; `true` or `false` of a boolean; none of a number, and where there is no value.
 * - `number`: in the unit of the file; 1 or 0 of a boolean; none of a text, and where there is no value.
 */
export class RowGroup {
  readonly columns: Readonly<Record<"product" | "propertySet" | "property" | "text" | "number", CodeColumn>>
  readonly product = new TextDictionary()
  readonly propertySet = new TextDictionary()
  readonly property = new TextDictionary()
  readonly text = new TextDictionary()
  readonly number: NumberDictionary
  private serial = 1
  private known = nothingKnown(0)
  private readonly products: Known
  private set: string | null = null
  private name = ""

  constructor(
    rows: number,
    private readonly table: ProductTable
  ) {
    const column = () => new CodeColumn(rows)
    this.columns = { product: column(), propertySet: column(), property: column(), text: column(), number: column() }
    this.number = new NumberDictionary(rows)
    this.products = nothingKnown(table.count)
  }

  get count(): number {
    return this.columns.product.count
  }

  /** Of values and names. */
  get textBytes(): number {
    return this.text.byteLength + this.property.byteLength + this.propertySet.byteLength
  }

  /** What follows are values of this property, whose distinct ones have keys below `keys`. */
  begin(set: string | null, name: string, keys: number): void {
    this.set = set
    this.name = name
    this.known = nothingKnown(keys)
  }

  /** Says of the rows since it was called last which property they are of. */
  end(): void {
    const { property, propertySet } = this.columns
    const rows = this.count - property.count
    if (rows === 0) return
    propertySet.repeat(this.set === null ? none : this.propertySet.once(this.set), rows)
    property.repeat(this.property.once(this.name), rows)
  }

  /** Whether the group has been told of a distinct value of the property. */
  knows(key: number): boolean {
    return this.known.group[key] === this.serial
  }

  learn(key: number, text: number, number: number): void {
    this.known.group[key] = this.serial
    this.known.text[key] = text
    this.known.number[key] = number
  }

  /** A row of the product at a place among the GlobalIds, with a value that the group knows. */
  add(place: number, key: number): void {
    this.addProduct(place)
    this.columns.text.add(this.known.text[key]!)
    this.columns.number.add(this.known.number[key]!)
  }

  /** A row with a number, NaN for none. */
  addNumber(place: number, value: number): void {
    this.addProduct(place)
    this.columns.text.add(none)
    this.columns.number.add(Number.isNaN(value) ? none : this.number.once(value))
  }

  clear(): void {
    for (const column of Object.values(this.columns)) column.clear()
    for (const each of [this.product, this.propertySet, this.property, this.text, this.number]) each.clear()
    this.serial++
  }

  private addProduct(place: number): void {
    const { products, serial, table } = this
    if (products.group[place] !== serial) {
      const guids = table.attribute("Guid")
      products.group[place] = serial
      products.text[place] = this.product.add(guids.texts, guids.textBase + place)
    }
    this.columns.product.add(products.text[place]!)
  }
}
