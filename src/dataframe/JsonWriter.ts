const small = 16

/** Writes JSON as UTF-8 bytes; what was written once can be written again without being made again. */
export class JsonWriter {
  private buffer: Buffer
  length = 0

  constructor(capacity: number) {
    this.buffer = Buffer.allocUnsafeSlow(capacity)
  }

  private ensure(more: number): void {
    if (this.length + more <= this.buffer.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.length + more, this.buffer.length * 2))
    this.buffer.copy(larger, 0, 0, this.length)
    this.buffer = larger
  }

  /** Text of ASCII characters that is JSON already. */
  ascii(text: string): void {
    this.ensure(text.length)
    if (text.length > small) {
      this.length += this.buffer.write(text, this.length, "latin1")
      return
    }
    for (let i = 0; i < text.length; i++) this.buffer[this.length++] = text.charCodeAt(i)
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
    else this.ascii(typeof value === "number" ? jsonNumber(value) : String(value))
  }

  /** Bytes that are JSON already. */
  bytes(source: Buffer, from: number, to: number): void {
    const count = to - from
    this.ensure(count)
    if (count > small) {
      source.copy(this.buffer, this.length, from, to)
      this.length += count
      return
    }
    for (let i = from; i < to; i++) this.buffer[this.length++] = source[i]!
  }

  /** What stands from `from` to `to` once more. */
  again(from: number, to: number): void {
    this.ensure(to - from)
    this.buffer.copyWithin(this.length, from, to)
    this.length += to - from
  }

  /** Everything written, in bytes of its own. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.length)
    this.buffer.copy(taken, 0, 0, this.length)
    return taken
  }

  /** Everything written is forgotten, the room is kept. */
  clear(): void {
    this.length = 0
  }
}

/** The JSON text of a finite number. */
export const jsonNumber = (value: number): string => String(value === 0 ? 0 : value)
