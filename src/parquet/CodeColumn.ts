/** The code of a row without value. */
export const none = -1

/** One column of a row group: which rows have a value, and the codes of those values. */
export class CodeColumn {
  readonly codes: Uint32Array
  /** One byte per row: 1 if it has a value. */
  readonly defined: Uint8Array
  /** The number of rows. */
  count = 0
  /** The number of rows that have a value. */
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
