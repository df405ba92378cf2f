import { MeshoptEncoder } from "meshoptimizer"
import { BinaryBuffer } from "./Glb.ts"
import { packedRows } from "./VertexCodec.ts"

const INDICES = 34_963

/** Bytes of two GlobalIds. The codec needs rows whose length is a multiple of four bytes. */
const pairOfIds = 44

const packedByMeshopt = (bytes: Uint8Array, count: number, stride: number, mode: string): Uint8Array =>
  MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, mode)

/** Rows of one kind, collected from many meshes into a single buffer view. */
interface Rows {
  readonly stride: number
  readonly mode: "ATTRIBUTES" | "TRIANGLES"
  readonly target: string
  readonly parts: Array<Uint8Array>
  length: number
  /** The index of the buffer view reserved for the rows. */
  readonly view: number
}

/**
 * The buffer views of a file. Compressed data are in the buffer; the uncompressed data exist only as the sizes of a
 * fallback buffer.
 */
export class Views {
  readonly buffer = new BinaryBuffer()
  readonly texts: Array<string> = []
  /** Total size of the fallback buffer, in bytes. */
  loose = 0
  private readonly kinds = new Map<string, Rows>()

  constructor(private readonly isCompressed: boolean) {}

  /** Adds a view of uncompressed bytes and returns its index. */
  add(bytes: ArrayBufferView): number {
    return this.texts.push(this.placed(bytes, "")) - 1
  }

  /** Adds a view of numbers that differ little from the ones before them and returns its index. */
  numbers(values: Uint16Array | Uint32Array): number {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    return this.texts.push(this.packed(bytes, values.length, values.BYTES_PER_ELEMENT, "INDICES", "")) - 1
  }

  /**
   * Adds a view of text and returns its index. The text is encoded as rows of two GlobalIds if that at least halves its
   * size, which it does if GlobalIds are similar.
   */
  text(bytes: Uint8Array): number {
    const count = Math.ceil(bytes.length / pairOfIds)
    const rows = new Uint8Array(count * pairOfIds)
    rows.set(bytes)
    const packed = packedByMeshopt(rows, count, pairOfIds, "ATTRIBUTES")
    if (packed.length > bytes.length / 2) return this.add(bytes)
    return this.texts.push(this.packed(rows, count, pairOfIds, "ATTRIBUTES", "")) - 1
  }

  /** Appends bytes at a multiple of eight and returns the JSON of their buffer view. */
  private placed(bytes: ArrayBufferView, more: string): string {
    if (this.buffer.length % 8 !== 0) this.buffer.add(new Uint8Array(4))
    const at = this.buffer.add(bytes)
    return `{"buffer":0,"byteOffset":${at},"byteLength":${bytes.byteLength}${more}}`
  }

  /** Adds rows of vertices or instances. Returns the part of an accessor's JSON that locates them. */
  rows(kind: string, bytes: Uint8Array, stride: number, target = ""): string {
    return this.behind(kind, bytes, { stride, mode: "ATTRIBUTES", target: `,"byteStride":${stride}${target}` })
  }

  /** Adds triangle indices. Returns the part of an accessor's JSON that locates them. */
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

  /** Writes the collected rows. Call it after all rows were added. */
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
