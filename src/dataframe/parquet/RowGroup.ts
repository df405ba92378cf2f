import { CodeColumn, none } from "../../parquet/CodeColumn.ts"
import { NumberDictionary } from "../../parquet/NumberDictionary.ts"
import { TextDictionary } from "../../parquet/TextDictionary.ts"
import type { ProductTable } from "../table/ProductTable.ts"

/**
 * The codes in a row group of a source's values, by position or key. An entry is valid if `group` is the current
 * group's number.
 */
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
 * Rows of the long form of a table, one for each value of a product, stored by column as codes into dictionaries.
 *
 * The columns:
 * - `product`: GlobalId.
 * - `propertySet`: empty for the attributes of the product itself: Class, Name, Description and the others.
 * - `property`.
 * - `text`: the value of a text or enumeration, `true` or `false` for a boolean, empty for a number and for no value.
 * - `number`: the number in the unit of the file, 1 or 0 for a boolean, empty for a text and for no value.
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

  /** The size of the distinct values and names in bytes. */
  get textBytes(): number {
    return this.text.byteLength + this.property.byteLength + this.propertySet.byteLength
  }

  /** Starts the values of a property, whose distinct values have keys below `keys`. */
  begin(set: string | null, name: string, keys: number): void {
    this.set = set
    this.name = name
    this.known = nothingKnown(keys)
  }

  /** Fills in set and property for the rows added since the last call. */
  end(): void {
    const { property, propertySet } = this.columns
    const rows = this.count - property.count
    if (rows === 0) return
    propertySet.repeat(this.set === null ? none : this.propertySet.once(this.set), rows)
    property.repeat(this.property.once(this.name), rows)
  }

  /** Returns whether the group's dictionaries contain a distinct value of the property. */
  knows(key: number): boolean {
    return this.known.group[key] === this.serial
  }

  learn(key: number, text: number, number: number): void {
    this.known.group[key] = this.serial
    this.known.text[key] = text
    this.known.number[key] = number
  }

  /** Adds a row for the product at a position among the GlobalIds, with a value that the group knows. */
  add(place: number, key: number): void {
    this.addProduct(place)
    this.columns.text.add(this.known.text[key]!)
    this.columns.number.add(this.known.number[key]!)
  }

  /** Adds a row with a number, or without value if it is NaN. */
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
