import { free } from "./Freed.ts"

const small = 16

/** The error of a writer that exceeded its budget. */
export class OverBudget extends Error {}

/** Writes JSON as UTF-8 bytes. Bytes that were already written can be copied instead of being encoded again. */
export class JsonWriter {
  private buffer: Buffer
  private bytesOfBuffer: Uint8Array
  private room: number
  length = 0

  /** Limits the JSON to `most` bytes. A method that finds more written throws `OverBudget`. */
  constructor(
    capacity: number,
    private readonly most = Number.POSITIVE_INFINITY
  ) {
    this.room = Math.min(capacity, most)
    this.buffer = Buffer.allocUnsafeSlow(this.room)
    this.bytesOfBuffer = plainView(this.buffer)
  }

  /**
   * Makes room for `more` bytes, which is an upper estimate. The budget is therefore checked against the bytes already
   * written.
   */
  private ensure(more: number): void {
    if (this.length + more <= this.room) return
    this.check()
    const larger = Buffer.allocUnsafeSlow(Math.max(this.length + more, Math.min(this.room * 2, this.most)))
    this.buffer.copy(larger, 0, 0, this.length)
    free(this.buffer)
    this.buffer = larger
    this.bytesOfBuffer = plainView(larger)
    this.room = larger.length
  }

  /** Writes JSON text that consists of ASCII characters. */
  ascii(text: string): void {
    const { length } = text
    this.ensure(length)
    if (length > small) {
      this.length += this.buffer.write(text, this.length, "latin1")
      return
    }
    const bytes = this.bytesOfBuffer
    const at = this.length
    for (let i = 0; i < length; i++) bytes[at + i] = text.charCodeAt(i)
    this.length = at + length
  }

  /** Writes a text as a JSON string. */
  string(text: string): void {
    this.raw(JSON.stringify(text))
  }

  /** Writes text that is already JSON. */
  raw(json: string): void {
    this.ensure(json.length * 3)
    this.length += this.buffer.write(json, this.length, "utf8")
  }

  scalar(value: string | number | boolean | null): void {
    if (typeof value === "string") this.string(value)
    else if (typeof value === "number") this.number(value)
    else this.ascii(String(value))
  }

  /**
   * Writes a finite number. Numbers with at most three decimals, which are the majority, are written digit by digit.
   */
  number(value: number): void {
    const thousandths = Math.round(value * 1000)
    if (!(thousandths < 1e12 && thousandths > -1e12) || thousandths / 1000 !== value) {
      this.ascii(String(value))
      return
    }
    this.ensure(24)
    if (thousandths < 2 ** 31 && thousandths > -(2 ** 31)) return this.shortNumber(thousandths | 0)
    const bytes = this.bytesOfBuffer
    if (thousandths < 0) bytes[this.length++] = 0x2d
    let whole = Math.trunc(Math.abs(thousandths) / 1000)
    let decimals = Math.abs(thousandths) - whole * 1000
    let digits = 1
    for (let rest = whole; rest >= 10; rest = Math.trunc(rest / 10)) digits++
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const rest = Math.trunc(whole / 10)
      bytes[at] = 0x30 + whole - rest * 10
      whole = rest
    }
    this.length += digits
    if (decimals === 0) return
    bytes[this.length++] = 0x2e
    for (let scale = 100; decimals > 0; scale /= 10) {
      const digit = Math.trunc(decimals / scale)
      bytes[this.length++] = 0x30 + digit
      decimals -= digit * scale
    }
  }

  /** Writes a number like `number` does, in 32-bit integer arithmetic. */
  private shortNumber(thousandths: number): void {
    const bytes = this.bytesOfBuffer
    let at = this.length
    let rest = thousandths
    if (rest < 0) {
      bytes[at++] = 0x2d
      rest = -rest
    }
    let whole = (rest / 1000) | 0
    const decimals = (rest - whole * 1000) | 0
    let end = at + 1
    for (let power = 10; power <= whole; power *= 10) end++
    for (let place = end - 1; place >= at; place--) {
      const left = (whole / 10) | 0
      bytes[place] = 0x30 + whole - left * 10
      whole = left
    }
    if (decimals !== 0) {
      const tens = (decimals / 10) | 0
      const hundreds = (tens / 10) | 0
      bytes[end++] = 0x2e
      bytes[end++] = 0x30 + hundreds
      if (decimals !== hundreds * 100) bytes[end++] = 0x30 + tens - hundreds * 10
      if (decimals !== tens * 10) bytes[end++] = 0x30 + decimals - tens * 10
    }
    this.length = end
  }

  /** Writes bytes that are already JSON. */
  bytes(source: Buffer, from: number, to: number): void {
    const count = to - from
    this.ensure(count)
    if (count > small) source.copy(this.buffer, this.length, from, to)
    else for (let i = 0; i < count; i++) this.bytesOfBuffer[this.length + i] = source[from + i]!
    this.length += count
  }

  /** Writes UTF-8 bytes of a text as a JSON string. */
  quoted(source: Buffer, from: number, to: number): void {
    this.ensure((to - from) * 2 + 2)
    const bytes = this.bytesOfBuffer
    let at = this.length
    bytes[at++] = 0x22
    for (let i = from; i < to; i++) {
      const byte = source[i]!
      if (byte < 0x20) return this.string(source.toString("utf8", from, to))
      if (byte === 0x22 || byte === 0x5c) bytes[at++] = 0x5c
      bytes[at++] = byte
    }
    bytes[at++] = 0x22
    this.length = at
  }

  /** Appends a copy of the `count` bytes written at offset `from`. */
  again(from: number, count: number): void {
    const at = this.length
    if (at + count > this.room) this.ensure(count)
    this.bytesOfBuffer.copyWithin(at, from, from + count)
    this.length = at + count
  }

  /** Removes the last `count` bytes. */
  drop(count: number): void {
    this.length -= count
  }

  private check(): void {
    if (this.length > this.most) throw new OverBudget()
  }

  /**
   * Returns everything written. The writer must not be used afterwards. Throws `OverBudget` if it is over the limit.
   */
  finish(): Uint8Array<ArrayBuffer> {
    this.check()
    if (this.length * 2 < this.room) {
      const taken = this.take()
      free(this.buffer)
      return taken
    }
    return new Uint8Array(this.buffer.buffer as ArrayBuffer, this.buffer.byteOffset, this.length)
  }

  /** Returns a copy of everything written. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = Buffer.allocUnsafeSlow(this.length)
    this.buffer.copy(taken, 0, 0, this.length)
    return new Uint8Array(taken.buffer, taken.byteOffset, taken.length)
  }

  /** Discards everything written and keeps the buffer. */
  clear(): void {
    this.length = 0
  }
}

const plainView = (buffer: Buffer): Uint8Array => new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length)

/** Returns the JSON text of a finite number. */
export const jsonNumber = (value: number): string => String(value === 0 ? 0 : value)
