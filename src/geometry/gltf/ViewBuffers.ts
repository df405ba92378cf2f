import { MeshoptEncoder } from "meshoptimizer"
import { BinaryBuffer } from "./Glb.ts"
import { packedRows } from "./VertexCodec.ts"

const INDICES = 34_963

/** Bytes of two GlobalIds: rows are multiples of four bytes. */
const pairOfIds = 44

const packedByMeshopt = (bytes: Uint8Array, count: number, stride: number, mode: string): Uint8Array =>
  MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, mode)

/** Rows of one kind, of many meshes one behind the other: one view, however many have some. */
interface Rows {
  readonly stride: number
  readonly mode: "ATTRIBUTES" | "TRIANGLES"
  readonly target: string
  readonly parts: Array<Uint8Array>
  length: number
  /** The index of the view that they will be. */
  readonly view: number
}

/** Buffer views of a file: compressed ones stand in the buffer, and what they hold nowhere. */
export class Views {
  readonly buffer = new BinaryBuffer()
  readonly texts: Array<string> = []
  /** Bytes of what is compressed. */
  loose = 0
  private readonly kinds = new Map<string, Rows>()

  constructor(private readonly isCompressed: boolean) {}

  /** A view of the bytes as they are. */
  add(bytes: ArrayBufferView): number {
    return this.texts.push(this.placed(bytes, "")) - 1
  }

  /** A view of numbers, each of which is near one before it. */
  numbers(values: Uint16Array | Uint32Array): number {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    return this.texts.push(this.packed(bytes, values.length, values.BYTES_PER_ELEMENT, "INDICES", "")) - 1
  }

  /** A view of text: as it is, or as rows of two GlobalIds, where they are so much alike that it halves. */
  text(bytes: Uint8Array): number {
    const count = Math.ceil(bytes.length / pairOfIds)
    const rows = new Uint8Array(count * pairOfIds)
    rows.set(bytes)
    const packed = packedByMeshopt(rows, count, pairOfIds, "ATTRIBUTES")
    if (packed.length > bytes.length / 2) return this.add(bytes)
    return this.texts.push(this.packed(rows, count, pairOfIds, "ATTRIBUTES", "")) - 1
  }

  /** Begins at a multiple of eight. */
  private placed(bytes: ArrayBufferView, more: string): string {
    if (this.buffer.length % 8 !== 0) this.buffer.add(new Uint8Array(4))
    const at = this.buffer.add(bytes)
    return `{"buffer":0,"byteOffset":${at},"byteLength":${bytes.byteLength}${more}}`
  }

  /** Rows of vertices or instances: what an accessor says of where they stand. */
  rows(kind: string, bytes: Uint8Array, stride: number, target = ""): string {
    return this.behind(kind, bytes, { stride, mode: "ATTRIBUTES", target: `,"byteStride":${stride}${target}` })
  }

  /** The corners of triangles. */
  triangles(indices: Uint16Array | Uint32Array): string {
    const bytes = new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength)
    const stride = indices.BYTES_PER_ELEMENT
    return this.behind(`indices ${stride}`, bytes, { stride, mode: "TRIANGLES", target: `,"target":${INDICES}` })
  }

  private behind(kind: string, bytes: Uint8Array, as: Pick<Rows, "mode" | "stride" | "target">): string {
    const rows = this.kinds.getOrInsertComputed(kind, () => {
      this.texts.push("")
      return { ...as, parts: [], length: 0, view: this.texts.length - 1 }
    })
    const at = rows.length
    rows.parts.push(bytes)
    rows.length += bytes.length
    return `"bufferView":${rows.view},"byteOffset":${at}`
  }

  /** To be called when all rows are there. */
  finish(): void {
    for (const [kind, { length, mode, parts, stride, target, view }] of this.kinds) {
      const bytes = new Uint8Array(length)
      let at = 0
      for (const part of parts) {
        bytes.set(part, at)
        at += part.length
      }
      const encode = kind === "steps" ? packedRows : packedByMeshopt
      this.texts[view] = this.packed(bytes, length / stride, stride, mode, target, encode)
    }
  }

  private packed(
    bytes: Uint8Array,
    count: number,
    stride: number,
    mode: string,
    more: string,
    encode: typeof packedByMeshopt = packedByMeshopt
  ): string {
    if (!this.isCompressed) return this.placed(bytes, more)
    const packed = encode(bytes, count, stride, mode)
    const at = this.buffer.add(packed)
    const offset = this.loose
    this.loose += Math.ceil(bytes.length / 8) * 8
    return `{"buffer":1,"byteOffset":${offset},"byteLength":${bytes.length}${more},"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteOffset":${at},"byteLength":${packed.length},"byteStride":${stride},"count":${count},"mode":"${mode}"}}}`
  }
}
