import { MeshoptDecoder } from "meshoptimizer"
import { openGlb } from "../gltf/Glb.ts"
import { matrixOf } from "../gltf/Matrix.ts"
import { growingBoxes, moved } from "./Boxes.ts"

type Numbers = Float32Array | Uint32Array | Uint16Array | Uint8Array

interface Attributes {
  readonly [name: string]: number
}
interface View {
  readonly accessors: ReadonlyArray<{
    readonly bufferView: number
    readonly byteOffset?: number
    readonly componentType: number
    readonly count: number
    readonly type: "SCALAR" | "VEC3" | "VEC4"
  }>
  readonly bufferViews: ReadonlyArray<{
    readonly byteOffset: number
    readonly byteLength: number
    readonly byteStride?: number
    readonly extensions?: {
      readonly EXT_meshopt_compression: {
        readonly byteOffset: number
        readonly byteLength: number
        readonly byteStride: number
        readonly count: number
        readonly mode: string
      }
    }
  }>
  readonly meshes: ReadonlyArray<{
    readonly primitives: readonly [{ readonly attributes: Attributes; readonly indices: number }]
  }>
  readonly nodes: ReadonlyArray<{
    readonly mesh?: number
    readonly translation: readonly [number, number, number]
    readonly scale?: readonly [number, number, number]
    readonly children?: ReadonlyArray<number>
    readonly extensions?: { readonly EXT_mesh_gpu_instancing: { readonly attributes: Attributes } }
  }>
  readonly extensions: {
    readonly EXT_structural_metadata: {
      readonly propertyTables: readonly [
        {
          readonly count: number
          readonly properties: {
            readonly GlobalId: {
              readonly values: number
              readonly stringOffsets: number
              readonly stringOffsetType?: string
            }
            readonly Hidden: { readonly values: number }
          }
        }
      ]
    }
  }
}

const arrays = { 5121: Uint8Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array } as const
const widths = { SCALAR: 1, VEC3: 3, VEC4: 4 } as const

/** Decodes a view file and returns the boxes of products, and of hidden products. */
export const decodedView = async (bytes: Uint8Array) => {
  await MeshoptDecoder.ready
  const { buffer, json } = openGlb(bytes)
  const { accessors, bufferViews, extensions, meshes, nodes } = json as View
  const unpacked = bufferViews.map(({ byteLength, byteOffset, extensions }) => {
    const packed = extensions?.EXT_meshopt_compression
    if (packed === undefined) return buffer.slice(byteOffset, byteOffset + byteLength)
    const { count, byteStride, mode } = packed
    const target = new Uint8Array(count * byteStride)
    const source = buffer.subarray(packed.byteOffset, packed.byteOffset + packed.byteLength)
    MeshoptDecoder.decodeGltfBuffer(target, count, byteStride, source, mode)
    return target
  })
  /** Numbers of an accessor, row by row. */
  const rowsOf = (index: number): ReadonlyArray<ReadonlyArray<number>> => {
    const { bufferView, byteOffset = 0, componentType, count, type } = accessors[index]!
    const make = arrays[componentType as keyof typeof arrays]
    const width = widths[type]
    const stride = bufferViews[bufferView]!.byteStride ?? width * make.BYTES_PER_ELEMENT
    const from = unpacked[bufferView]!
    return Array.from({ length: count }, (_, i) => {
      const at = from.byteOffset + byteOffset + i * stride
      return Array.from(new make(from.buffer, at, width) as Numbers)
    })
  }
  const [{ count, properties }] = extensions.EXT_structural_metadata.propertyTables
  const text = Buffer.from(unpacked[properties.GlobalId.values]!)
  const ends = unpacked[properties.GlobalId.stringOffsets]!
  const offsets =
    properties.GlobalId.stringOffsetType === "UINT16" ? new Uint16Array(ends.buffer) : new Uint32Array(ends.buffer)
  const guids = Array.from({ length: count }, (_, i) => text.toString("utf8", offsets[i], offsets[i + 1]))
  const hidden = guids.filter((_, i) => unpacked[properties.Hidden.values]![i] === 1)
  const { add, boxes } = growingBoxes()
  const root = nodes.at(-1)!
  for (const child of root.children ?? []) {
    const { extensions, mesh, scale = [1, 1, 1], translation } = nodes[child]!
    const [{ attributes, indices }] = meshes[mesh!]!.primitives
    const corners = rowsOf(attributes["POSITION"]!)
    const used = new Set(rowsOf(indices).map(([corner]) => corner!))
    const place = matrixOf({ translation, rotation: [0, 0, 0, 1], scale }, root.translation)
    const instances = extensions?.EXT_mesh_gpu_instancing.attributes
    if (instances === undefined) {
      const features = rowsOf(attributes["_FEATURE_ID_0"]!)
      for (const corner of used) add(guids[features[corner]![0]!]!, moved(place, 0, corners[corner] as never))
      continue
    }
    const [moves, turns, sizes, rows] = ["TRANSLATION", "ROTATION", "SCALE", "_FEATURE_ID_0"].map((name) =>
      rowsOf(instances[name]!)
    )
    for (const [i, row] of rows!.entries()) {
      const own = matrixOf(
        { translation: moves![i] as never, rotation: turns![i] as never, scale: sizes![i] as never },
        [0, 0, 0]
      )
      for (const corner of used) {
        const inner = moved(own, 0, corners[corner] as never)
        add(guids[row[0]!]!, moved(place, 0, inner as never))
      }
    }
  }
  return {
    boxes,
    hidden,
    triangles: meshes.reduce((sum, mesh) => sum + accessors[mesh.primitives[0].indices]!.count / 3, 0)
  }
}
