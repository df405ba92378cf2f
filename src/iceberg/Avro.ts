import { deflateRawSync, inflateRawSync } from "node:zlib"

/** The parts of Avro's schemas that Iceberg's files use. Unions are of null and one other type. */
export type AvroType =
  | "int"
  | "long"
  | "string"
  | "boolean"
  | "bytes"
  | AvroRecord
  | AvroArray
  | readonly ["null", AvroType]

export interface AvroRecord {
  readonly type: "record"
  readonly name: string
  readonly fields: ReadonlyArray<{
    readonly name: string
    readonly type: AvroType
    readonly "field-id": number
    readonly default?: null
  }>
}

interface AvroArray {
  readonly type: "array"
  readonly items: AvroType
  readonly "element-id"?: number
  readonly logicalType?: "map"
}

/** A value of a schema. Integers are below 2^53; records are objects. */
type AvroValue = null | number | string | boolean | Uint8Array | ReadonlyArray<AvroValue> | AvroFields
export interface AvroFields {
  readonly [name: string]: AvroValue
}

const magic = Uint8Array.of(0x4f, 0x62, 0x6a, 1)
const syncBytes = 16

/** Appends values to a growing buffer. */
class Writer {
  private buffer = Buffer.allocUnsafe(4096)
  private length = 0

  get bytes(): Buffer {
    return this.buffer.subarray(0, this.length)
  }

  raw(bytes: Uint8Array): void {
    const room = this.room(bytes.length)
    this.buffer.set(bytes, room)
  }

  /** Writes an integer that is not negative as a zigzag number with seven bits in each byte. */
  long(value: number): void {
    let left = value * 2
    for (; left >= 128; left = Math.floor(left / 128)) this.byte((left % 128) | 128)
    this.byte(left)
  }

  private byte(value: number): void {
    // Making room may replace the buffer.
    const at = this.room(1)
    this.buffer[at] = value
  }

  sized(bytes: Uint8Array): void {
    this.long(bytes.length)
    this.raw(bytes)
  }

  value(type: AvroType, value: AvroValue): void {
    if (type === "int" || type === "long") this.long(value as number)
    else if (type === "string") this.sized(Buffer.from(value as string))
    else if (type === "bytes") this.sized(value as Uint8Array)
    else if (type === "boolean") this.raw(Uint8Array.of(value === true ? 1 : 0))
    else if (isUnion(type)) {
      this.long(value === null ? 0 : 1)
      if (value !== null) this.value(type[1], value)
    } else if (type.type === "record") {
      for (const field of type.fields) this.value(field.type, (value as AvroFields)[field.name]!)
    } else {
      const items = value as ReadonlyArray<AvroValue>
      if (items.length > 0) this.long(items.length)
      for (const item of items) this.value(type.items, item)
      this.long(0)
    }
  }

  private room(length: number): number {
    const start = this.length
    this.length += length
    if (this.length > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.length, this.buffer.length * 2))
      this.buffer.copy(larger, 0, 0, start)
      this.buffer = larger
    }
    return start
  }
}

const isUnion = (type: AvroType): type is readonly ["null", AvroType] => Array.isArray(type)

/** Reads the bytes that a `Writer` wrote. */
class Reader {
  private at = 0
  constructor(private readonly bytes: Buffer) {}

  get isDone(): boolean {
    return this.at >= this.bytes.length
  }

  raw(length: number): Buffer {
    this.at += length
    if (this.at > this.bytes.length) throw new RangeError("the Avro file is too short")
    return this.bytes.subarray(this.at - length, this.at)
  }

  long(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.raw(1)[0]!
      value += (byte & 127) * factor
      if (byte < 128) return value / 2
    }
  }

  value(type: AvroType): AvroValue {
    if (type === "int" || type === "long") return this.long()
    if (type === "string") return this.raw(this.long()).toString()
    if (type === "bytes") return Uint8Array.from(this.raw(this.long()))
    if (type === "boolean") return this.raw(1)[0] === 1
    if (isUnion(type)) return this.long() === 0 ? null : this.value(type[1])
    if (type.type === "record")
      return Object.fromEntries(type.fields.map((field) => [field.name, this.value(field.type)]))
    const items: Array<AvroValue> = []
    for (let left = this.long(); left > 0; left = this.long()) {
      for (; left > 0; left--) items.push(this.value(type.items))
    }
    return items
  }
}

/**
 * Writes an object container file with the records in one deflated block. `metadata` are keys of the header besides
 * those of Avro.
 *
 * Source: Apache Avro 1.12 specification, Object Container Files and Binary Encoding.
 */
export const encode = (
  schema: AvroRecord,
  records: ReadonlyArray<AvroFields>,
  metadata: Readonly<Record<string, string>>
): Uint8Array<ArrayBuffer> => {
  const header = { "avro.schema": JSON.stringify(schema), "avro.codec": "deflate", ...metadata }
  const body = new Writer()
  for (const record of records) body.value(schema, record)
  // The marker separates blocks for readers that start in the middle. It is derived from the content, so that equal
  // records give equal bytes.
  const marker = new Bun.CryptoHasher("md5").update(body.bytes).digest()
  const file = new Writer()
  file.raw(magic)
  file.long(Object.keys(header).length)
  for (const [key, text] of Object.entries(header)) {
    file.sized(Buffer.from(key))
    file.sized(Buffer.from(text))
  }
  file.long(0)
  file.raw(marker)
  if (records.length > 0) {
    file.long(records.length)
    file.sized(deflateRawSync(body.bytes))
    file.raw(marker)
  }
  return Uint8Array.from(file.bytes)
}

/** Reads a file that `encode` wrote with this schema. */
export const decode = (schema: AvroRecord, bytes: Uint8Array): ReadonlyArray<AvroFields> => {
  const file = new Reader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  file.raw(magic.length)
  for (let left = file.long(); left > 0; left = file.long()) {
    for (; left > 0; left--) for (const _ of ["key", "value"]) file.raw(file.long())
  }
  file.raw(syncBytes)
  const records: Array<AvroFields> = []
  while (!file.isDone) {
    const count = file.long()
    const block = new Reader(inflateRawSync(file.raw(file.long())))
    for (let i = 0; i < count; i++) records.push(block.value(schema) as AvroFields)
    file.raw(syncBytes)
  }
  return records
}
