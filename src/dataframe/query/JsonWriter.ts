import { free } from "../../runtime/Freed.ts"

const small = 16

/** More was written than the writer was allowed. */
export class OverBudget extends Error {}

/** Writes JSON as UTF-8 bytes; what was written once can be written again without being made again. */
export class JsonWriter {
  private buffer: Buffer
  private bytesOfBuffer: Uint8Array
  private room: number
  length = 0

  /** Who writes more than `most` bytes is stopped: throws `OverBudget`. */
  constructor(
    capacity: number,
    private readonly most = Number.POSITIVE_INFINITY
  ) {
    this.room = Math.min(capacity, most)
    this.buffer = Buffer.allocUnsafeSlow(this.room)
    this.bytesOfBuffer = plainView(this.buffer)
  }

  /** What is about to be written may take less than `more`: only what stands there is held against the budget. */
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

  /** Text of ASCII characters that is JSON already. */
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

  /** A text as a JSON string. */
  string(text: string): void {
    this.raw(JSON.stringify(text))
  }

  /** Text that is JSON already. */
  raw(json: string): void {
    this.ensure(json.length * 3)
    this.length += this.buffer.write(json, this.length, "utf8")
  }

  scalar(value: string | number | boolean | null): void {
    if (typeof value === "string") this.string(value)
    else if (typeof value === "number") this.number(value)
    else this.ascii(String(value))
  }

  /** A finite number. Those of at most three decimals, the many, are written digit by digit. */
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

  /** As `number` does, in 32-bit integers. */
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

  /** Bytes that are JSON already. */
  bytes(source: Buffer, from: number, to: number): void {
    const count = to - from
    this.ensure(count)
    if (count > small) source.copy(this.buffer, this.length, from, to)
    else for (let i = 0; i < count; i++) this.bytesOfBuffer[this.length + i] = source[from + i]!
    this.length += count
  }

  /** The bytes of a text as a JSON string. */
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

  /** What stands from `from` on, `count` bytes, once more. */
  again(from: number, count: number): void {
    const at = this.length
    if (at + count > this.room) this.ensure(count)
    this.bytesOfBuffer.copyWithin(at, from, from + count)
    this.length = at + count
  }

  /** Takes the last `count` bytes back. */
  drop(count: number): void {
    this.length -= count
  }

  private check(): void {
    if (this.length > this.most) throw new OverBudget()
  }

  /** Everything written; the writer is not used again. */
  finish(): Uint8Array<ArrayBuffer> {
    this.check()
    if (this.length * 2 < this.room) {
      const taken = this.take()
      free(this.buffer)
      return taken
    }
    return new Uint8Array(this.buffer.buffer as ArrayBuffer, this.buffer.byteOffset, this.length)
  }

  /** Everything written, in bytes of its own. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = Buffer.allocUnsafeSlow(this.length)
    this.buffer.copy(taken, 0, 0, this.length)
    return new Uint8Array(taken.buffer, taken.byteOffset, taken.length)
  }

  /** Everything written is forgotten, the room is kept. */
  clear(): void {
    this.length = 0
  }
}

const plainView = (buffer: Buffer): Uint8Array => new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length)

/** The JSON text of a finite number. */
export const jsonNumber = (value: number): string => String(value === 0 ? 0 : value)
