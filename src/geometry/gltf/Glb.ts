import * as Schema from "effect/Schema"

/** A glTF file as parts that are written one after the other, and the number of triangles that it stores. */
export interface GltfFile {
  readonly parts: ReadonlyArray<Uint8Array>
  readonly triangles: number
}

/** The bytes are not a binary glTF file written by Plinth. */
class DamagedGltf extends Schema.TaggedError<DamagedGltf>()("DamagedGltf", { reason: Schema.String }) {}

const GLTF = 0x46_54_6c_67
const JSON_CHUNK = 0x4e_4f_53_4a
const BINARY_CHUNK = 0x00_4e_49_42

const padded = (length: number): number => Math.ceil(length / 4) * 4

/** A buffer that is filled part by part. Each part begins at a multiple of four bytes. */
export class BinaryBuffer {
  readonly parts: Array<Uint8Array> = []
  length = 0

  /** Appends the bytes and returns their offset. */
  add(bytes: ArrayBufferView): number {
    const at = this.length
    const part = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.parts.push(part)
    this.length += part.length
    const gap = padded(this.length) - this.length
    if (gap > 0) {
      this.parts.push(new Uint8Array(gap))
      this.length += gap
    }
    return at
  }
}

/** Assembles a binary glTF file from a JSON text and a buffer. Source: glTF 2.0, section 4. */
export const glb = (json: string, { length, parts }: BinaryBuffer): ReadonlyArray<Uint8Array> => {
  const text = Buffer.from(json)
  const gap = padded(text.length) - text.length
  const hasBuffer = length > 0
  const head = new DataView(new ArrayBuffer(20))
  head.setUint32(0, GLTF, true)
  head.setUint32(4, 2, true)
  head.setUint32(8, 20 + text.length + gap + (hasBuffer ? 8 + length : 0), true)
  head.setUint32(12, text.length + gap, true)
  head.setUint32(16, JSON_CHUNK, true)
  const begun = [new Uint8Array(head.buffer), text, new Uint8Array(gap).fill(32)]
  if (!hasBuffer) return begun
  const second = new DataView(new ArrayBuffer(8))
  second.setUint32(0, length, true)
  second.setUint32(4, BINARY_CHUNK, true)
  return [...begun, new Uint8Array(second.buffer), ...parts]
}

/** Returns the JSON and the buffer of a file that `glb` made. Throws `DamagedGltf` if it is not one. */
export const openGlb = (bytes: Uint8Array): { readonly json: unknown; readonly buffer: Uint8Array } => {
  const damaged = (reason: string) => new DamagedGltf({ reason })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 20 || view.getUint32(0, true) !== GLTF) throw damaged("It does not begin like one.")
  if (view.getUint32(8, true) !== bytes.length) throw damaged("It has another length.")
  const end = 20 + view.getUint32(12, true)
  if (end > bytes.length) throw damaged("Its JSON has no end.")
  const json: unknown = JSON.parse(Buffer.from(bytes.subarray(20, end)).toString())
  return { json, buffer: bytes.subarray(Math.min(bytes.length, end + 8)) }
}
