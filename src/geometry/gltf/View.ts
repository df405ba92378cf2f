import type { Scene } from "../Scene.ts"
import { toLinear } from "./Color.ts"
import { originOf } from "./Exchange.ts"
import { glb, type GltfFile } from "./Glb.ts"
import { evenScale, transformOf } from "./Matrix.ts"
import { byFirstUse, inOrder, taken } from "./Order.ts"
import { productMesh, stepWithin } from "./ProductMesh.ts"
import { ready, thinnedBy } from "./Thinned.ts"
import { Views } from "./ViewBuffers.ts"
import { type ViewChunk, viewChunks } from "./ViewChunks.ts"
import { isGlass, viewPieces } from "./ViewPieces.ts"

const UBYTE = 5121
const USHORT = 5123
const UINT = 5125
const FLOAT = 5126
const VERTICES = 34_962

/** Total error budget of corners along an axis, in metres. A hundredth is left for the rounding of 32-bit numbers. */
const mostAway = 0.000_2475
/** Error of instance positions in metres, since they are 32-bit floats; valid up to half a kilometre away. */
const movedBy = 0.000_03
/**
 * The usual quantization step in metres: a sixtieth of an inch. If lengths are multiples of the step, equal parts are
 * quantized equally, which compresses well.
 */
const usualStep = 0.0254 / 60
/**
 * The smallest step, in metres. It is used if the input has already used up the error budget; it hardly adds to the
 * error.
 */
const leastStep = 0.000_05

/** The most rows that 16-bit indices can address. */
const mostShort = 65_536

const linear = (colors: Uint8Array): Uint8Array =>
  colors.map((byte, i) => (i % 4 === 3 ? byte : Math.round(toLinear(byte) * 255)))

/**
 * Writes a scene as binary glTF for the viewer: few draw calls, and for each vertex the row of its product in a
 * property table with GlobalId, Class, Hidden (1 for spaces, which are shown only on request) and Whole. Whole is a
 * row, from 1, of a second table, of wholes that are visible only through their parts. Geometry that is repeated often
 * is drawn as instances. The triangles are simplified and must not be used for measures. All buffers are compressed.
 *
 * Source: glTF 2.0; KHR_mesh_quantization, EXT_mesh_features, EXT_structural_metadata, EXT_mesh_gpu_instancing,
 * EXT_instance_features, EXT_meshopt_compression.
 *
 * @param isCompressed false for validators, which cannot look inside compressed buffers
 */
export const writeView = async (scene: Scene, isCompressed = true): Promise<GltfFile> => {
  await ready()
  const { groups, pieces, products } = viewPieces(scene)
  const { matrix } = scene.placements
  const origin = originOf(scene)
  const left = mostAway - thinnedBy - (scene.away ?? 0)
  const step = Math.max(leastStep, Math.min(usualStep, 2 * left))
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
  /** Returns the material for parts of a single colour. */
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

  /** Rows of the product table by feature, in the order of first use, which compresses well. */
  const rows = new Map<number, number>()
  const featuresOf = (features: Iterable<number>): number => {
    const found = Array.from(features, (feature) => rows.getOrInsertComputed(feature, () => rows.size))
    const target = `,"target":${VERTICES}`
    if (products.length > mostShort) {
      const bytes = new Uint8Array(Float32Array.from(found).buffer)
      return accessor(views.rows("features", bytes, 4, target), FLOAT, found.length, "SCALAR")
    }
    const values = new Uint16Array(found.length * 2)
    for (const [i, row] of found.entries()) values[2 * i] = row
    return accessor(views.rows("features", new Uint8Array(values.buffer), 4, target), USHORT, found.length, "SCALAR")
  }

  const addChunk = ({ colors, corner, features, isGlass, positions, step, triangles: indices }: ViewChunk) => {
    if (indices.length === 0) return
    const count = positions.length / 3
    const target = `,"target":${VERTICES}`
    const position = positionsOf(positions)
    const color = accessor(views.rows("colors", linear(colors), 4, target), UBYTE, count, "VEC4", `,"normalized":true`)
    const feature = featuresOf(features)
    const index = trianglesOf(indices, count)
    meshes.push(
      `{"primitives":[{"attributes":{"POSITION":${position},"COLOR_0":${color},"_FEATURE_ID_0":${feature}},"indices":${index},"material":${isGlass ? 1 : 0},"extensions":{"EXT_mesh_features":{"featureIds":[{"featureCount":${new Set(features).size},"attribute":0,"propertyTable":0}]}}}]}`
    )
    nodes.push(`{"mesh":${meshes.length - 1},"translation":[${corner.join()}],"scale":[${step},${step},${step}]}`)
  }
  for (const chunk of viewChunks(pieces, matrix, origin, step)) addChunk(chunk)

  for (const { parts, places } of groups) {
    const scales = places.map(({ at }) => evenScale(matrix, at)!)
    const mesh = productMesh(parts, Math.max(...scales), Math.max(leastStep, stepWithin(left - movedBy)))
    if (mesh === null) continue
    // Instance positions are 32-bit floats, so they are stored relative to a nearby point.
    const near = [0, 1, 2].map((axis) => Math.round(matrix[places[0]!.at + 12 + axis]! - origin[axis]!)) as [
      number,
      number,
      number
    ]
    const place = [0, 1, 2].map((axis) => origin[axis]! + near[axis]!) as [number, number, number]
    const count = places.length
    const translations = new Float32Array(count * 3)
    const rotations = new Float32Array(count * 4)
    const sizes = new Float32Array(count * 3)
    for (const [i, { at }] of places.entries()) {
      const { rotation, scale, translation } = transformOf(matrix, at, scales[i]!, mesh.offset, mesh.step, place)
      translations.set(translation, 3 * i)
      rotations.set(rotation, 4 * i)
      sizes.set(scale, 3 * i)
    }
    const instances = (name: string, values: Float32Array, width: number) =>
      accessor(views.rows(name, new Uint8Array(values.buffer), 4 * width), FLOAT, count, `VEC${width}`)
    const features = places.map(({ feature }) => feature)
    const attributes = `{"TRANSLATION":${instances("moves", translations, 3)},"ROTATION":${instances("turns", rotations, 4)},"SCALE":${instances("sizes", sizes, 3)},"_FEATURE_ID_0":${featuresOf(features)}}`
    for (const { color, corners, triangles } of mesh.parts) {
      const { corners: used, triangles: indices } = byFirstUse(inOrder(triangles), corners.length / 3)
      const position = positionsOf(taken(corners, used))
      const index = trianglesOf(indices, used.length)
      meshes.push(
        `{"primitives":[{"attributes":{"POSITION":${position}},"indices":${index},"material":${materialOf(color)}}]}`
      )
      nodes.push(
        `{"mesh":${meshes.length - 1},"translation":[${near.join()}],"extensions":{"EXT_mesh_gpu_instancing":{"attributes":${attributes}},"EXT_instance_features":{"featureIds":[{"featureCount":${new Set(features).size},"attribute":0,"propertyTable":0}]}}}`
      )
    }
  }
  views.finish()
  const shown = [...rows.keys()].map((feature) => scene.products[products[feature]!]!)
  const json = textOf(views, { accessors, meshes, nodes, metadata: metadataOf(views, shown), materials, origin })
  return { parts: glb(json, views.buffer), triangles }
}

/** Writes a column of strings, one for each row of a table. */
const stringsOf = (views: Views, texts: ReadonlyArray<string>): string => {
  const parts = texts.map((text) => Buffer.from(text))
  const bytes = parts.reduce((sum, { length }) => sum + length, 0)
  const isShort = bytes <= 65_535
  const offsets = isShort ? new Uint16Array(parts.length + 1) : new Uint32Array(parts.length + 1)
  for (const [i, { length }] of parts.entries()) offsets[i + 1] = offsets[i]! + length
  const [values, ends] = [views.text(Buffer.concat(parts)), views.numbers(offsets)]
  return `{"values":${values},"stringOffsets":${ends}${isShort ? `,"stringOffsetType":"UINT16"` : ""}}`
}

/**
 * Numbers, from 1, the wholes that are not drawn themselves: `ofProducts` has the nearest one of each product, `above`
 * the nearest one of each whole; 0 = none.
 */
const wholesOf = (products: Scene["products"]) => {
  const isDrawn = new Set(products.map(({ guid }) => guid))
  const numbers = new Map<string, number>()
  const above: Array<number> = []
  const ofProducts = products.map(({ wholes = [] }) =>
    wholes
      .filter((guid) => !isDrawn.has(guid))
      .reduceRight((over, guid) => {
        const number = numbers.getOrInsertComputed(guid, () => above.push(0))
        if (over !== number) above[number - 1] ||= over
        return number
      }, 0)
  )
  return { guids: [...numbers.keys()], ofProducts: Uint32Array.from(ofProducts), above: Uint32Array.from(above) }
}

/** Writes the table of products and, if there are any, that of wholes; returns "" if there are no products. */
const metadataOf = (views: Views, products: Scene["products"]): string => {
  if (products.length === 0) return ""
  const classes = [...new Set(products.map(({ class: name }) => name))]
  const classAt = new Map(classes.map((name, i) => [name, i]))
  const words = classes.map((name, value) => `{"name":${JSON.stringify(name)},"value":${value}}`)
  const guids = stringsOf(
    views,
    products.map(({ guid }) => guid)
  )
  const kind = views.numbers(Uint16Array.from(products, ({ class: name }) => classAt.get(name)!))
  const hidden = views.add(Uint8Array.from(products, ({ isSpace }) => (isSpace ? 1 : 0)))
  const properties = [`"GlobalId":${guids}`, `"Class":{"values":${kind}}`, `"Hidden":{"values":${hidden}}`]
  const types = [
    `"GlobalId":{"type":"STRING"}`,
    `"Class":{"type":"ENUM","enumType":"Class"}`,
    `"Hidden":{"type":"SCALAR","componentType":"UINT8"}`
  ]
  const tables: Array<string> = []
  const schemas: Array<string> = []
  const wholes = wholesOf(products)
  if (wholes.guids.length > 0) {
    const whole = `"Whole":{"type":"SCALAR","componentType":"UINT32"}`
    const column = (values: Uint32Array) => `"Whole":{"values":${views.numbers(values)}}`
    types.push(whole)
    properties.push(column(wholes.ofProducts))
    schemas.push(`"whole":{"properties":{"GlobalId":{"type":"STRING"},${whole}}}`)
    tables.push(
      `{"class":"whole","count":${wholes.guids.length},"properties":{"GlobalId":${stringsOf(views, wholes.guids)},${column(wholes.above)}}}`
    )
  }
  schemas.unshift(`"product":{"properties":{${types.join()}}}`)
  tables.unshift(`{"class":"product","count":${products.length},"properties":{${properties.join()}}}`)
  return `"EXT_structural_metadata":{"schema":{"id":"plinth","enums":{"Class":{"valueType":"UINT16","values":[${words.join()}]}},"classes":{${schemas.join()}}},"propertyTables":[${tables.join()}]}`
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
