import type { Scene, SceneProduct, Shape } from "../Scene.ts"
import { toByte } from "./Color.ts"
import { openGlb } from "./Glb.ts"
import { type Matrix, matrixOf, type Transform } from "./Matrix.ts"

/** The part of an exchange file's JSON that the reader uses. */
interface Exchange {
  readonly scenes: ReadonlyArray<{ readonly nodes?: ReadonlyArray<number> }>
  readonly nodes?: ReadonlyArray<
    Transform & {
      readonly name: string
      readonly mesh: number
      readonly children?: ReadonlyArray<number>
      readonly extras?: { readonly class: string; readonly wholes?: ReadonlyArray<string> }
    }
  >
  readonly meshes?: ReadonlyArray<{
    readonly primitives: ReadonlyArray<{
      readonly attributes: { readonly POSITION: number }
      readonly indices: number
      readonly material: number
    }>
  }>
  readonly materials?: ReadonlyArray<{
    readonly pbrMetallicRoughness: { readonly baseColorFactor: readonly [number, number, number, number] }
  }>
  readonly accessors?: ReadonlyArray<{
    readonly bufferView: number
    readonly byteOffset: number
    readonly componentType: number
    readonly count: number
  }>
  readonly bufferViews?: ReadonlyArray<{ readonly byteOffset: number; readonly byteStride?: number }>
}

const USHORT = 5123
const FLOAT = 5126

/** Returns the largest error of corners along an axis that is due to quantization. */
const awayBy = (matrix: Matrix): number =>
  Math.max(...[0, 1, 2].map((axis) => [0, 4, 8].reduce((sum, at) => sum + Math.abs(matrix[at + axis]!) / 2, 0)))

/**
 * Reads the scene of a file that `writeExchange` wrote, and its accuracy. Throws `DamagedGltf` if the file is not one.
 */
export const readExchange = (bytes: Uint8Array): Scene => {
  const { buffer, json } = openGlb(bytes)
  const { accessors = [], bufferViews = [], materials = [], meshes = [], nodes = [], scenes } = json as Exchange
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)

  const positionsOf = (index: number): Float32Array => {
    const { bufferView, byteOffset, componentType, count } = accessors[index]!
    const { byteOffset: begin, byteStride = 12 } = bufferViews[bufferView]!
    const positions = new Float32Array(count * 3)
    for (let i = 0; i < count; i++) {
      const at = begin + byteOffset + i * byteStride
      for (let axis = 0; axis < 3; axis++) {
        positions[3 * i + axis] =
          componentType === FLOAT ? view.getFloat32(at + 4 * axis, true) : view.getUint16(at + 2 * axis, true)
      }
    }
    return positions
  }
  const trianglesOf = (index: number): Uint32Array => {
    const { bufferView, byteOffset, componentType, count } = accessors[index]!
    const at = bufferViews[bufferView]!.byteOffset + byteOffset
    return Uint32Array.from({ length: count }, (_, i) =>
      componentType === USHORT ? view.getUint16(at + 2 * i, true) : view.getUint32(at + 4 * i, true)
    )
  }

  const isShort = (mesh: number): boolean =>
    meshes[mesh]!.primitives.some(({ attributes }) => accessors[attributes.POSITION]!.componentType !== FLOAT)

  const shapes: Array<Shape> = []
  const shapesOf = meshes.map(({ primitives }) =>
    primitives.map(({ attributes, indices, material }) => {
      const shape = { positions: positionsOf(attributes.POSITION), triangles: trianglesOf(indices) }
      const [red, green, blue, alpha] = materials[material]!.pbrMetallicRoughness.baseColorFactor
      const color = [toByte(red), toByte(green), toByte(blue), Math.round(alpha * 255)]
      return { at: shapes.push(shape) - 1, color }
    })
  )
  const products: Array<SceneProduct> = []
  const product: Array<number> = []
  const shape: Array<number> = []
  const color: Array<number> = []
  const matrices: Array<Float64Array> = []
  let away = 0
  for (const [i, { nodes: roots = [] }] of scenes.entries()) {
    for (const root of roots) {
      const { children = [], translation: origin } = nodes[root]!
      for (const child of children) {
        const node = nodes[child]!
        const { class: className = "", ...extras } = node.extras ?? {}
        const at = products.push({ guid: node.name, class: className, isSpace: i > 0, ...extras }) - 1
        const matrix = matrixOf(node, origin)
        if (isShort(node.mesh)) away = Math.max(away, awayBy(matrix))
        for (const part of shapesOf[node.mesh]!) {
          product.push(at)
          shape.push(part.at)
          color.push(...part.color)
          matrices.push(matrix)
        }
      }
    }
  }
  const matrix = new Float64Array(matrices.length * 16)
  for (const [i, one] of matrices.entries()) matrix.set(one, 16 * i)
  const placements = {
    count: product.length,
    product: Uint32Array.from(product),
    shape: Uint32Array.from(shape),
    matrix,
    color: Uint8Array.from(color)
  }
  return { products, shapes, placements, away }
}
