import { MeshoptEncoder } from "meshoptimizer"
import type { Scene } from "../Scene.ts"
import { toLinear } from "./Color.ts"
import { originOf } from "./Exchange.ts"
import { BinaryBuffer, glb, type GltfFile } from "./Glb.ts"
import { evenScale, transformOf } from "./Matrix.ts"
import { productMesh } from "./ProductMesh.ts"
import { ready } from "./Thinned.ts"
import { finestStep, type ViewChunk, viewChunks } from "./ViewChunks.ts"
import { isGlass, viewPieces } from "./ViewPieces.ts"

const UBYTE = 5121
const SHORT = 5122
const USHORT = 5123
const UINT = 5125
const FLOAT = 5126
const VERTICES = 34_962
const INDICES = 34_963

/** Metres: what is smaller is turned as exactly by numbers of 16 bits. */
const turnedShort = 3

const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)

/** Rows of one kind, of many meshes one behind the other: one view, however many have some. */
interface Rows {
  readonly stride: number
  readonly target: string
  readonly parts: Array<Uint8Array>
  length: number
  /** The index of the view that they will be. */
  readonly view: number
}

/** Buffer views of a file: compressed ones stand in the buffer, and what they hold nowhere. */
class Views {
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

  /** Begins at a multiple of eight. */
  private placed(bytes: ArrayBufferView, more: string): string {
    if (this.buffer.length % 8 !== 0) this.buffer.add(new Uint8Array(4))
    const at = this.buffer.add(bytes)
    return `{"buffer":0,"byteOffset":${at},"byteLength":${bytes.byteLength}${more}}`
  }

  /** Rows of vertices or instances: what an accessor says of where they stand. */
  rows(kind: string, bytes: Uint8Array, stride: number, target: string): string {
    const rows = this.kinds.getOrInsertComputed(kind, () => {
      this.texts.push("")
      return { stride, target, parts: [], length: 0, view: this.texts.length - 1 }
    })
    const at = rows.length
    rows.parts.push(bytes)
    rows.length += bytes.length
    return `"bufferView":${rows.view},"byteOffset":${at}`
  }

  /** To be called when all rows are there. */
  finish(): void {
    for (const { length, parts, stride, target, view } of this.kinds.values()) {
      const bytes = new Uint8Array(length)
      let at = 0
      for (const part of parts) {
        bytes.set(part, at)
        at += part.length
      }
      this.texts[view] = this.packed(bytes, length / stride, stride, "ATTRIBUTES", `,"byteStride":${stride}${target}`)
    }
  }

  /** The corners of triangles. */
  triangles(indices: Uint16Array | Uint32Array): string {
    const bytes = new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength)
    const size = indices.BYTES_PER_ELEMENT
    this.texts.push(this.packed(bytes, indices.length, size, "TRIANGLES", `,"target":${INDICES}`))
    return `"bufferView":${this.texts.length - 1}`
  }

  private packed(bytes: Uint8Array, count: number, stride: number, mode: string, more: string): string {
    if (!this.isCompressed) return this.placed(bytes, more)
    const packed = MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, mode)
    const at = this.buffer.add(packed)
    const offset = this.loose
    this.loose += Math.ceil(bytes.length / 8) * 8
    return `{"buffer":1,"byteOffset":${offset},"byteLength":${bytes.length}${more},"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteOffset":${at},"byteLength":${packed.length},"byteStride":${stride},"count":${count},"mode":"${mode}"}}}`
  }
}

const linear = (colors: Uint8Array): Uint8Array =>
  colors.map((byte, i) => (i % 4 === 3 ? byte : Math.round(toLinear(byte) * 255)))

/**
 * A scene as binary glTF for pictures: few draws, and a number a vertex that says of which product it is, a row of the
 * property table with GlobalId, Class and Hidden (1: spaces, for who asks for them). What often comes again is drawn by
 * instances; triangles are fewer than the model's and must not be measured; everything is compressed.
 *
 * Source: glTF 2.0; KHR_mesh_quantization, EXT_mesh_features, EXT_structural_metadata, EXT_mesh_gpu_instancing,
 * EXT_instance_features, EXT_meshopt_compression.
 *
 * @param isCompressed false: for validators, which do not look inside what is compressed
 */
export const writeView = async (scene: Scene, isCompressed = true): Promise<GltfFile> => {
  await ready()
  const { groups, pieces, products } = viewPieces(scene)
  const { matrix } = scene.placements
  const origin = originOf(scene)
  const views = new Views(isCompressed)
  const accessors: Array<string> = []
  const meshes: Array<string> = []
  const nodes: Array<string> = []
  let triangles = 0

  const accessor = (place: string, componentType: number, count: number, type: string, more = "") =>
    accessors.push(`{${place},"componentType":${componentType},"count":${count},"type":"${type}"${more}}`) - 1

  const positionsOf = (positions: Uint16Array | Float32Array): number => {
    const count = positions.length / 3
    const least = [Infinity, Infinity, Infinity]
    const most = [-Infinity, -Infinity, -Infinity]
    for (let i = 0; i < positions.length; i++) {
      const axis = i % 3
      if (positions[i]! < least[axis]!) least[axis] = positions[i]!
      if (positions[i]! > most[axis]!) most[axis] = positions[i]!
    }
    const limits = `,"min":[${least.join()}],"max":[${most.join()}]`
    const target = `,"target":${VERTICES}`
    if (positions instanceof Float32Array) {
      const bytes = new Uint8Array(positions.buffer, positions.byteOffset, positions.byteLength)
      return accessor(views.rows("lengths", bytes, 12, target), FLOAT, count, "VEC3", limits)
    }
    const rows = new Uint16Array(count * 4)
    for (let i = 0; i < count; i++) rows.set(positions.subarray(3 * i, 3 * i + 3), 4 * i)
    return accessor(views.rows("steps", new Uint8Array(rows.buffer), 8, target), USHORT, count, "VEC3", limits)
  }
  const trianglesOf = (indices: Uint32Array, vertices: number): number => {
    triangles += indices.length / 3
    const few = vertices <= 65_535 ? Uint16Array.from(indices) : indices
    return accessor(views.triangles(few), few === indices ? UINT : USHORT, few.length, "SCALAR")
  }

  const plain = `"doubleSided":true,"pbrMetallicRoughness":{"metallicFactor":0,"roughnessFactor":0.9}`
  const materials = [`{${plain}}`, `{"alphaMode":"BLEND",${plain}}`]
  const materialAt = new Map<number, number>()
  /** The material of what has one colour only. */
  const materialOf = (rgba: number): number =>
    materialAt.getOrInsertComputed(rgba, () => {
      const [red, green, blue] = [24, 16, 8].map((shift) => toLinear((rgba >>> shift) & 255))
      const factor = `[${red},${green},${blue},${Number(((rgba & 255) / 255).toFixed(4))}]`
      const blend = isGlass(rgba) ? `"alphaMode":"BLEND",` : ""
      return (
        materials.push(
          `{${blend}"doubleSided":true,"pbrMetallicRoughness":{"baseColorFactor":${factor},"metallicFactor":0,"roughnessFactor":0.9}}`
        ) - 1
      )
    })

  const addChunk = ({ colors, corner, features, isGlass, positions, step, triangles: indices }: ViewChunk) => {
    if (indices.length === 0) return
    const count = positions.length / 3
    const target = `,"target":${VERTICES}`
    const position = positionsOf(positions)
    const color = accessor(views.rows("colors", linear(colors), 4, target), UBYTE, count, "VEC4", `,"normalized":true`)
    const rows = new Uint8Array(features.buffer)
    const feature = accessor(views.rows("features", rows, 4, target), FLOAT, count, "SCALAR")
    const index = trianglesOf(indices, count)
    meshes.push(
      `{"primitives":[{"attributes":{"POSITION":${position},"COLOR_0":${color},"_FEATURE_ID_0":${feature}},"indices":${index},"material":${isGlass ? 1 : 0},"extensions":{"EXT_mesh_features":{"featureIds":[{"featureCount":${new Set(features).size},"attribute":0,"propertyTable":0}]}}}]}`
    )
    nodes.push(`{"mesh":${meshes.length - 1},"translation":[${corner.join()}],"scale":[${step},${step},${step}]}`)
  }
  for (const chunk of viewChunks(pieces, matrix, origin)) addChunk(chunk)

  for (const group of groups) {
    const { color, shape } = group
    const scales = group.pieces.map(({ at }) => evenScale(matrix, at)!)
    const mesh = productMesh([{ shape, matrix: identity, color }], Math.max(...scales), finestStep)
    if (mesh === null) continue
    const [part] = mesh.parts
    const vertices = part!.corners.length / 3
    const position = positionsOf(part!.corners)
    const index = trianglesOf(part!.triangles, vertices)
    meshes.push(
      `{"primitives":[{"attributes":{"POSITION":${position}},"indices":${index},"material":${materialOf(color)}}]}`
    )
    // Instances are numbers of 32 bits: they are told against a place near them.
    const near = [0, 1, 2].map((axis) => Math.round(matrix[group.pieces[0]!.at + 12 + axis]! - origin[axis]!)) as [
      number,
      number,
      number
    ]
    const place = [0, 1, 2].map((axis) => origin[axis]! + near[axis]!) as [number, number, number]
    const count = group.pieces.length
    const translations = new Float32Array(count * 3)
    const isSmall = Math.max(...part!.most) * mesh.step * Math.max(...scales) < turnedShort
    const rotations = isSmall ? new Int16Array(count * 4) : new Float32Array(count * 4)
    const sizes = new Float32Array(count * 3)
    const features = new Float32Array(count)
    for (const [i, { at, feature }] of group.pieces.entries()) {
      const { rotation, scale, translation } = transformOf(matrix, at, scales[i]!, mesh.offset, mesh.step, place)
      translations.set(translation, 3 * i)
      rotations.set(isSmall ? rotation.map((of) => Math.round(of * 32_767)) : rotation, 4 * i)
      sizes.set(scale, 3 * i)
      features[i] = feature
    }
    const instances = (name: string, values: Float32Array | Int16Array, width: number, type: string) => {
      const isShort = values instanceof Int16Array
      const bytes = new Uint8Array(values.buffer)
      const place = views.rows(`${name} ${isShort}`, bytes, width * values.BYTES_PER_ELEMENT, "")
      return accessor(place, isShort ? SHORT : FLOAT, count, type, isShort ? `,"normalized":true` : "")
    }
    const attributes = `{"TRANSLATION":${instances("moves", translations, 3, "VEC3")},"ROTATION":${instances("turns", rotations, 4, "VEC4")},"SCALE":${instances("sizes", sizes, 3, "VEC3")},"_FEATURE_ID_0":${instances("rows", features, 1, "SCALAR")}}`
    nodes.push(
      `{"mesh":${meshes.length - 1},"translation":[${near.join()}],"extensions":{"EXT_mesh_gpu_instancing":{"attributes":${attributes}},"EXT_instance_features":{"featureIds":[{"featureCount":${new Set(features).size},"attribute":0,"propertyTable":0}]}}}`
    )
  }
  views.finish()
  const shown = products.map((i) => scene.products[i]!)
  const json = textOf(views, { accessors, meshes, nodes, metadata: metadataOf(views, shown), materials, origin })
  return { parts: glb(json, views.buffer), triangles }
}

/** The table of products; "" where there are none. */
const metadataOf = (views: Views, products: Scene["products"]): string => {
  if (products.length === 0) return ""
  const guids = products.map(({ guid }) => Buffer.from(guid))
  const bytes = guids.reduce((sum, { length }) => sum + length, 0)
  const isShort = bytes <= 65_535
  const offsets = isShort ? new Uint16Array(guids.length + 1) : new Uint32Array(guids.length + 1)
  for (const [i, { length }] of guids.entries()) offsets[i + 1] = offsets[i]! + length
  const classes = [...new Set(products.map(({ class: name }) => name))]
  const classAt = new Map(classes.map((name, i) => [name, i]))
  const classOf = Uint16Array.from(products, ({ class: name }) => classAt.get(name)!)
  const hidden = Uint8Array.from(products, ({ isSpace }) => (isSpace ? 1 : 0))
  const [text, ends, kind, flag] = [Buffer.concat(guids), offsets, classOf, hidden].map((bytes) => views.add(bytes))
  const words = classes.map((name, value) => `{"name":${JSON.stringify(name)},"value":${value}}`)
  return `"EXT_structural_metadata":{"schema":{"id":"plinth","enums":{"Class":{"valueType":"UINT16","values":[${words.join()}]}},"classes":{"product":{"properties":{"GlobalId":{"type":"STRING"},"Class":{"type":"ENUM","enumType":"Class"},"Hidden":{"type":"SCALAR","componentType":"UINT8"}}}}},"propertyTables":[{"class":"product","count":${products.length},"properties":{"GlobalId":{"values":${text},"stringOffsets":${ends}${isShort ? `,"stringOffsetType":"UINT16"` : ""}},"Class":{"values":${kind}},"Hidden":{"values":${flag}}}}]}`
}

interface Parts {
  readonly accessors: ReadonlyArray<string>
  readonly materials: ReadonlyArray<string>
  readonly meshes: ReadonlyArray<string>
  readonly nodes: ReadonlyArray<string>
  readonly metadata: string
  readonly origin: readonly [number, number, number]
}

const textOf = (views: Views, { accessors, materials, meshes, metadata, nodes, origin }: Parts): string => {
  const all = [...meshes, ...nodes, ...views.texts].join()
  const extensions = [
    "EXT_instance_features",
    "EXT_mesh_features",
    "EXT_mesh_gpu_instancing",
    "EXT_meshopt_compression"
  ].filter((name) => all.includes(`"${name}"`))
  if (metadata !== "") extensions.push("EXT_structural_metadata")
  if (nodes.length > 0) extensions.push("KHR_mesh_quantization")
  const required = extensions.filter((name) => /quantization|meshopt|gpu_instancing/.test(name))
  const list = (names: ReadonlyArray<string>) => names.map((name) => `"${name}"`).join()
  const member = (name: string, items: ReadonlyArray<string>) =>
    items.length === 0 ? [] : [`"${name}":[${items.join()}]`]
  const loose =
    views.loose === 0 ? "" : `,{"byteLength":${views.loose},"extensions":{"EXT_meshopt_compression":{"fallback":true}}}`
  const root = nodes.length
  return `{${[
    `"asset":{"version":"2.0","generator":"Plinth"}`,
    ...(extensions.length === 0 ? [] : [`"extensionsUsed":[${list(extensions)}]`]),
    ...(required.length === 0 ? [] : [`"extensionsRequired":[${list(required)}]`]),
    `"scene":0`,
    root === 0 ? `"scenes":[{}]` : `"scenes":[{"nodes":[${root}]}]`,
    ...(root === 0
      ? []
      : member("nodes", [
          ...nodes,
          `{"translation":[${origin.join()}],"children":[${Array.from({ length: root }, (_, i) => i).join()}]}`
        ])),
    ...member("meshes", meshes),
    ...(root === 0 ? [] : member("materials", materials)),
    ...member("accessors", accessors),
    ...member("bufferViews", views.texts),
    ...(views.buffer.length === 0 ? [] : [`"buffers":[{"byteLength":${views.buffer.length}}${loose}]`]),
    ...(metadata === "" ? [] : [`"extensions":{${metadata}}`])
  ].join()}}`
}
