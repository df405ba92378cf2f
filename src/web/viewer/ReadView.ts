import { MeshoptDecoder } from "meshoptimizer/decoder"
import { DamagedView } from "./Damaged.ts"
import { partsOf } from "./Parts.ts"
import { type Metadata, productsOf } from "./ReadProducts.ts"
import type { Batch, Vector, ViewModel } from "./ViewModel.ts"

interface View {
  readonly buffer?: number
  readonly byteOffset?: number
  readonly byteLength: number
  readonly byteStride?: number
  readonly extensions?: {
    readonly EXT_meshopt_compression?: {
      readonly byteOffset?: number
      readonly byteLength: number
      readonly byteStride: number
      readonly count: number
      readonly mode: string
    }
  }
}

interface Accessor {
  readonly bufferView: number
  readonly byteOffset?: number
  readonly componentType: number
  readonly count: number
  readonly type: "SCALAR" | "VEC3" | "VEC4"
}

type Attributes = Readonly<Record<string, number>>

interface Node {
  readonly mesh?: number
  readonly translation?: Vector
  readonly scale?: Vector
  readonly children?: ReadonlyArray<number>
  readonly extensions?: { readonly EXT_mesh_gpu_instancing?: { readonly attributes: Attributes } }
}

interface Gltf {
  readonly accessors?: ReadonlyArray<Accessor>
  readonly bufferViews?: ReadonlyArray<View>
  readonly scene?: number
  readonly scenes?: ReadonlyArray<{ readonly nodes?: ReadonlyArray<number> }>
  readonly nodes?: ReadonlyArray<Node>
  readonly meshes?: ReadonlyArray<{
    readonly primitives: ReadonlyArray<{
      readonly attributes: Attributes
      readonly indices: number
      readonly material: number
    }>
  }>
  readonly materials?: ReadonlyArray<{
    readonly alphaMode?: string
    readonly pbrMetallicRoughness?: { readonly baseColorFactor?: readonly [number, number, number, number] }
  }>
  readonly extensions?: {
    readonly EXT_structural_metadata?: Metadata
  }
}

const MAGIC = 0x46_54_6c_67
const JSON_CHUNK = 0x4e_4f_53_4a
const widths = { SCALAR: 1, VEC3: 3, VEC4: 4 }
const arrays = {
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array
} as const
/** Largest size that a file may unpack to, in bytes; beyond it the browser kills the page. */
const mostUnpacked = 2_000_000_000

const open = (bytes: Uint8Array): { readonly json: Gltf; readonly buffer: Uint8Array } => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 20 || view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== 2)
    throw new DamagedView("It is no binary glTF file of version 2.")
  if (view.getUint32(8, true) !== bytes.length) throw new DamagedView("It is not as long as it says.")
  const length = view.getUint32(12, true)
  if (view.getUint32(16, true) !== JSON_CHUNK || 20 + length > bytes.length)
    throw new DamagedView("It does not begin with its JSON.")
  const json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(20, 20 + length))) as Gltf
  return { json, buffer: bytes.subarray(Math.min(bytes.length, 28 + length)) }
}

/** Returns readers of buffer views and accessors. A compressed view is unpacked only once. */
const reader = ({ accessors = [], bufferViews = [] }: Gltf, buffer: Uint8Array) => {
  const unpacked = new Map<number, Uint8Array>()
  let total = 0
  const within = (from: number, length: number): Uint8Array => {
    if (!(from >= 0 && length >= 0 && from + length <= buffer.length)) throw new DamagedView("A view leaves the file.")
    return buffer.slice(from, from + length)
  }
  const unpack = (index: number): Uint8Array => {
    const view = bufferViews[index]
    if (view === undefined) throw new DamagedView("A view is missing.")
    const packed = view.extensions?.EXT_meshopt_compression
    if (packed === undefined) return within(view.byteOffset ?? 0, view.byteLength)
    const source = within(packed.byteOffset ?? 0, packed.byteLength)
    total += packed.count * packed.byteStride
    if (!(total <= mostUnpacked)) throw new DamagedView("It unpacks to too much.")
    const target = new Uint8Array(packed.count * packed.byteStride)
    MeshoptDecoder.decodeGltfBuffer(target, packed.count, packed.byteStride, source, packed.mode)
    return target
  }
  // Map.getOrInsertComputed exists only in the newest browsers.
  const bytesOf = (index: number): Uint8Array => {
    const bytes = unpacked.get(index) ?? unpack(index)
    unpacked.set(index, bytes)
    return bytes
  }
  /** Returns all numbers of an accessor, including the padding between its rows. */
  const numbers = (index: number | undefined) => {
    const accessor = accessors[index ?? -1]
    if (accessor === undefined) throw new DamagedView("An accessor is missing.")
    const Kind = arrays[accessor.componentType as keyof typeof arrays]
    const width = widths[accessor.type]
    if (Kind === undefined || width === undefined) throw new DamagedView("An accessor is of no type that views have.")
    const bytes = bytesOf(accessor.bufferView)
    const stride =
      (bufferViews[accessor.bufferView]!.byteStride ?? width * Kind.BYTES_PER_ELEMENT) / Kind.BYTES_PER_ELEMENT
    const from = accessor.byteOffset ?? 0
    const length = accessor.count * stride
    if (!(stride >= width && from + length * Kind.BYTES_PER_ELEMENT <= bytes.length))
      throw new DamagedView("An accessor leaves its view.")
    return {
      values: new Kind(bytes.buffer as ArrayBuffer, bytes.byteOffset + from, length),
      stride,
      count: accessor.count
    }
  }
  return { bytesOf, numbers }
}

type Reader = ReturnType<typeof reader>

/** Returns the first number of each row. */
const firstOf = ({ count, stride, values }: ReturnType<Reader["numbers"]>): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => values[i * stride]!)

/** Returns the instances with the rows of their matrices `translation · rotation · scale`. Source: glTF 2.0, 3.5.3. */
const instancesOf = ({ numbers }: Reader, attributes: Attributes) => {
  const moves = numbers(attributes["TRANSLATION"]).values
  const turns = numbers(attributes["ROTATION"]).values
  const sizes = numbers(attributes["SCALE"]).values
  const products = firstOf(numbers(attributes["_FEATURE_ID_0"]))
  const count = products.length
  if (moves.length < 3 * count || turns.length < 4 * count || sizes.length < 3 * count)
    throw new DamagedView("Instances lack a place.")
  const unit = turns instanceof Int16Array ? 32_767 : 1
  const matrices = new Float32Array(12 * count)
  for (let i = 0; i < count; i++) {
    const [x, y, z, w] = [0, 1, 2, 3].map((part) => turns[4 * i + part]! / unit) as [number, number, number, number]
    const lines = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
      [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
      [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]
    ]
    for (const [axis, line] of lines.entries()) {
      for (let side = 0; side < 3; side++) matrices[12 * i + 4 * axis + side] = line[side]! * sizes[3 * i + side]!
      matrices[12 * i + 4 * axis + 3] = moves[3 * i + axis]!
    }
  }
  return { count, matrices, products }
}

const white = [1, 1, 1, 1] as const

const batchOf = (gltf: Gltf, read: Reader, node: Node, count: number): Batch => {
  const primitive = gltf.meshes?.[node.mesh!]?.primitives[0]
  if (primitive === undefined) throw new DamagedView("A mesh is missing.")
  const { attributes } = primitive
  const { count: corners, stride, values: positions } = read.numbers(attributes["POSITION"])
  const { values: indices } = read.numbers(primitive.indices)
  if (!(positions instanceof Uint16Array || positions instanceof Float32Array))
    throw new DamagedView("Positions are of no type that views have.")
  if (!(indices instanceof Uint16Array || indices instanceof Uint32Array) || indices.length % 3 !== 0)
    throw new DamagedView("Indices are of no type that views have.")
  for (const index of indices) if (index >= corners) throw new DamagedView("A triangle lacks a corner.")
  const given = node.extensions?.EXT_mesh_gpu_instancing?.attributes
  const instances = given === undefined ? null : instancesOf(read, given)
  const rows = given === undefined ? read.numbers(attributes["_FEATURE_ID_0"]) : null
  const colors = given === undefined ? read.numbers(attributes["COLOR_0"]) : null
  if ((rows !== null && rows.count < corners) || (colors !== null && colors.count < corners))
    throw new DamagedView("A corner lacks its product or its colour.")
  const products = rows === null ? null : firstOf(rows)
  for (const row of products ?? instances!.products)
    if (!(Number.isInteger(row) && row >= 0 && row < count)) throw new DamagedView("A product is missing.")
  const material = gltf.materials?.[primitive.material]
  return {
    isGlass: material?.alphaMode === "BLEND",
    corner: node.translation ?? [0, 0, 0],
    step: node.scale?.[0] ?? 1,
    positions,
    stride,
    indices,
    colors: colors === null ? null : Uint8Array.from(colors.values),
    color: material?.pbrMetallicRoughness?.baseColorFactor ?? white,
    products,
    instances
  }
}

const read = (bytes: Uint8Array): ViewModel => {
  const { buffer, json } = open(bytes)
  const of = reader(json, buffer)
  const products = productsOf(json.extensions?.EXT_structural_metadata, of.bytesOf)
  const root = json.nodes?.[json.scenes?.[json.scene ?? 0]?.nodes?.[0] ?? -1]
  const batches = (root?.children ?? []).map((child) => {
    const node = json.nodes![child]
    if (node === undefined) throw new DamagedView("A node is missing.")
    return batchOf(json, of, node, products.guids.length)
  })
  return {
    origin: root?.translation ?? [0, 0, 0],
    ...products,
    batches,
    ...partsOf(batches, products.guids.length)
  }
}

/**
 * Unpacks a view file of the service.
 *
 * Fails with `DamagedView`, whose message is a sentence that describes the fault.
 *
 * Source: glTF 2.0; EXT_meshopt_compression, EXT_mesh_gpu_instancing, EXT_structural_metadata.
 */
export const readView = async (bytes: Uint8Array): Promise<ViewModel> => {
  await MeshoptDecoder.ready
  try {
    return read(bytes)
  } catch (error) {
    if (error instanceof DamagedView) throw error
    // A malformed file may cause any error while it is read.
    throw new DamagedView(error instanceof Error ? error.message : "It cannot be read.", { cause: error })
  }
}
