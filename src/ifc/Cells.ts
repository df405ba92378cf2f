import type { ContentCells } from "../domain/ModelContent.ts"
import type { ObjectProperties } from "./ObjectProperties.ts"

/** The cells of the products so far, in four columns that grow together. */
export class Cells {
  private count = 0
  private product = new Uint32Array(512)
  private property = new Uint32Array(512)
  private value = new Uint32Array(512)
  private flags = new Uint8Array(512)

  /** Adds what was collected of a product. */
  add(product: number, collected: ObjectProperties): void {
    const { length } = collected.property
    if (this.count + length > this.product.length) this.grow(Math.max(this.product.length * 2, this.count + length))
    let at = this.count
    for (let i = 0; i < length; i++, at++) {
      this.product[at] = product
      this.property[at] = collected.property.at(i)
      this.value[at] = collected.value.at(i)
      this.flags[at] = collected.flags.at(i)
    }
    this.count = at
  }

  done(): ContentCells {
    const { count } = this
    this.grow(count)
    return { count, product: this.product, property: this.property, value: this.value, flags: this.flags }
  }

  private grow(capacity: number): void {
    const product = new Uint32Array(capacity)
    product.set(this.product.subarray(0, this.count))
    this.product = product
    const property = new Uint32Array(capacity)
    property.set(this.property.subarray(0, this.count))
    this.property = property
    const value = new Uint32Array(capacity)
    value.set(this.value.subarray(0, this.count))
    this.value = value
    const flags = new Uint8Array(capacity)
    flags.set(this.flags.subarray(0, this.count))
    this.flags = flags
  }
}
