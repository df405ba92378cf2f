import type { Scene } from "../Scene.ts"
import { toLinear } from "./Color.ts"
import { BinaryBuffer, glb, type GltfFile } from "./Glb.ts"
import { evenScale, inBase, type Matrix, transformOf } from "./Matrix.ts"
import { type MeshPart, type MeshPiece, type ProductMesh, productMesh } from "./ProductMesh.ts"

/** Factor by which matrix entries are multiplied and then rounded when they are compared. */
const fineness = 1e7

const USHORT = 5123
const UINT = 5125
const FLOAT = 5126
const VERTICES = 34_962
const INDICES = 34_963

const rounded = (digits: number) => (value: number) => Number(value.toFixed(digits)) + 0
const place = rounded(7)
const turn = rounded(9)
const size = (value: number) => Number(value.toPrecision(10))

/**
 * Returns a point in whole metres near the scene. Coordinates are stored relative to it, since coordinates far from the
 * origin lose precision in 32-bit floats.
 */
export const originOf = ({ placements: { count, matrix } }: Scene): readonly [number, number, number] => {
  const middle = (axis: number): number => {
    const all = Float64Array.from({ length: count }, (_, i) => matrix[16 * i + 12 + axis]!).sort()
    const found = all[count >> 1] ?? 0
    return Number.isFinite(found) ? Math.round(found) : 0
  }
  return [middle(0), middle(1), middle(2)]
}

/**
 * Returns the base for the matrices of a product's pieces: the first matrix if it is a similarity (rotation, uniform
 * scale, mirroring, translation), otherwise only its translation.
 */
const baseOf = (matrix: Matrix, at: number) => {
  const scale = evenScale(matrix, at)
  if (scale !== null) return { base: matrix.slice(at, at + 16), scale, isFirst: true }
  const base = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
  base.set(matrix.subarray(at + 12, at + 15), 12)
  return { base, scale: 1, isFirst: false }
}

/**
 * Writes a scene as binary glTF for other programs: a node for each product, named by its GlobalId, with its class and
 * the GlobalIds of the products it is a part of in `extras`. Products of the same shape share a mesh. Positions are
 * quantized with an error of at most 0.1 mm. There are no normals, so that readers shade flat. Spaces are in a second
 * scene of the file, which viewers do not show: they would hide the building.
 *
 * Source: glTF 2.0; KHR_mesh_quantization.
 */
export const writeExchange = (scene: Scene): GltfFile => {
  const { placements, products, shapes } = scene
  const { color, count, matrix, product, shape } = placements
  const origin = originOf(scene)
  const shorts = new BinaryBuffer()
  const floats = new BinaryBuffer()
  const shortIndices = new BinaryBuffer()
  const longIndices = new BinaryBuffer()
  const accessors: Array<() => string> = []
  const meshes: Array<string> = []
  const materials = new Map<number, string>()
  const materialAt = new Map<number, number>()
  const known = new Map<string, { readonly index: number; readonly mesh: ProductMesh } | null>()
  const nodes: Array<string> = []
  const shown: Array<number> = []
  const spaces: Array<number> = []
  let triangles = 0

  const materialOf = (rgba: number): number =>
    materialAt.getOrInsertComputed(rgba, () => {
      const [red, green, blue] = [24, 16, 8].map((shift) => toLinear((rgba >>> shift) & 255))
      const alpha = Number(((rgba & 255) / 255).toFixed(4))
      const blend = alpha < 1 ? `"alphaMode":"BLEND",` : ""
      materials.set(
        rgba,
        `{${blend}"doubleSided":true,"pbrMetallicRoughness":{"baseColorFactor":[${red},${green},${blue},${alpha}],"metallicFactor":0,"roughnessFactor":0.9}}`
      )
      return materials.size - 1
    })

  const accessorsOf = (part: MeshPart): readonly [position: number, indices: number] => {
    const { corners, least, most } = part
    const isShort = corners instanceof Uint16Array
    const vertices = corners.length / 3
    // glTF requires vertex rows to begin at multiples of four bytes.
    const rows = isShort ? new Uint16Array(vertices * 4) : corners
    if (isShort) for (let i = 0; i < vertices; i++) rows.set(corners.subarray(3 * i, 3 * i + 3), 4 * i)
    const [positions, view] = isShort ? [shorts, 0] : [floats, 1]
    const at = positions.add(rows)
    const limits = `"min":[${least.join()}],"max":[${most.join()}]`
    const kind = isShort ? USHORT : FLOAT
    accessors.push(
      () =>
        `{"bufferView":${viewAt(view)},"byteOffset":${at},"componentType":${kind},"count":${vertices},"type":"VEC3",${limits}}`
    )
    const isFew = vertices <= 65_535
    const indexed = isFew ? Uint16Array.from(part.triangles) : part.triangles
    const [indices, indexView] = isFew ? [shortIndices, 2] : [longIndices, 3]
    const from = indices.add(indexed)
    accessors.push(
      () =>
        `{"bufferView":${viewAt(indexView)},"byteOffset":${from},"componentType":${isFew ? USHORT : UINT},"count":${indexed.length},"type":"SCALAR"}`
    )
    return [accessors.length - 2, accessors.length - 1]
  }

  const meshOf = (pieces: ReadonlyArray<MeshPiece>, key: string, scale: number) =>
    known.getOrInsertComputed(key, () => {
      const mesh = productMesh(pieces, scale)
      if (mesh === null) return null
      const primitives = mesh.parts.map((part) => {
        const [position, indices] = accessorsOf(part)
        triangles += part.triangles.length / 3
        return `{"attributes":{"POSITION":${position}},"indices":${indices},"material":${materialOf(part.color)}}`
      })
      meshes.push(`{"primitives":[${primitives.join()}]}`)
      return { index: meshes.length - 1, mesh }
    })

  for (let from = 0; from < count;) {
    let to = from + 1
    while (to < count && product[to] === product[from]) to++
    const { class: className, guid, isSpace, wholes } = products[product[from]!]!
    const { base, isFirst, scale } = baseOf(matrix, 16 * from)
    let key = scale.toPrecision(9)
    const pieces: Array<MeshPiece> = []
    for (let at = from; at < to; at++) {
      const relative = inBase(base, 0, scale, matrix, 16 * at)
      const rgba =
        ((color[4 * at]! << 24) | (color[4 * at + 1]! << 16) | (color[4 * at + 2]! << 8) | color[4 * at + 3]!) >>> 0
      pieces.push({ shape: shapes[shape[at]!]!, matrix: relative, color: rgba })
      key += `;${shape[at]} ${rgba}`
      if (at > from || !isFirst) for (const value of relative) key += ` ${Math.round(value * fineness)}`
    }
    const found = meshOf(pieces, key, scale)
    from = to
    if (found === null) continue
    const { offset, step } = found.mesh
    const { rotation, scale: sizes, translation } = transformOf(base, 0, scale, offset, step, origin)
    ;(isSpace ? spaces : shown).push(nodes.length)
    nodes.push(
      `{"name":${JSON.stringify(guid)},"mesh":${found.index},"translation":[${translation.map(place).join()}],"rotation":[${rotation.map(turn).join()}],"scale":[${sizes.map(size).join()}],"extras":${JSON.stringify({ class: className, wholes })}}`
    )
  }

  const buffers = [shorts, floats, shortIndices, longIndices]
  const strides = [8, 12, 0, 0]
  const filled = buffers.map(({ length }) => length > 0)
  const viewAt = (buffer: number): number => filled.slice(0, buffer).filter(Boolean).length
  const all = new BinaryBuffer()
  const views: Array<string> = []
  for (const [i, { length, parts }] of buffers.entries()) {
    if (length === 0) continue
    const stride = strides[i]! > 0 ? `,"byteStride":${strides[i]},"target":${VERTICES}` : `,"target":${INDICES}`
    views.push(`{"buffer":0,"byteOffset":${all.length},"byteLength":${length}${stride}}`)
    for (const part of parts) all.parts.push(part)
    all.length += length
  }
  const root = (name: string, children: ReadonlyArray<number>): ReadonlyArray<string> =>
    children.length === 0 ? [] : [`{"name":"${name}","translation":[${origin.join()}],"children":[${children.join()}]}`]
  const roots = [root("Model", shown), root("Spaces", spaces)]
  const scenes = roots.flatMap((one, i) => {
    const at = nodes.length
    nodes.push(...one)
    const name = i === 0 ? "Model" : "Spaces"
    if (one.length > 0) return [`{"name":"${name}","nodes":[${at}]}`]
    return i === 0 ? [`{"name":"${name}"}`] : []
  })
  const member = (name: string, items: ReadonlyArray<string>) =>
    items.length === 0 ? [] : [`"${name}":[${items.join()}]`]
  const quantized = filled[0]!
    ? [`"extensionsUsed":["KHR_mesh_quantization"]`, `"extensionsRequired":["KHR_mesh_quantization"]`]
    : []
  const json = `{${[
    `"asset":{"version":"2.0","generator":"Plinth"}`,
    ...quantized,
    `"scene":0`,
    ...member("scenes", scenes),
    ...member("nodes", nodes),
    ...member("meshes", meshes),
    ...member("materials", [...materials.values()]),
    ...member(
      "accessors",
      accessors.map((text) => text())
    ),
    ...member("bufferViews", views),
    ...(all.length === 0 ? [] : [`"buffers":[{"byteLength":${all.length}}]`])
  ].join()}}`
  return { parts: glb(json, all), triangles }
}
