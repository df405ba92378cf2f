import { type FlatMesh, IfcAPI, LogLevel } from "web-ifc"
import type { Scene, SceneProduct, Shape } from "../Scene.ts"

/** Numbers a corner: its place, then its normal. */
const CORNER = 6

/** The scene of an IFC file as web-ifc gives it, spaces left out; GlobalIds are instance numbers. To look at only. */
export const webIfcScene = async (ifc: Uint8Array): Promise<Scene> => {
  const api = new IfcAPI()
  await api.Init()
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF)
  const model = api.OpenModel(ifc, { CIRCLE_SEGMENTS: 64 })
  const products: Array<SceneProduct> = []
  const shapes: Array<Shape> = []
  const shapeAt = new Map<number, number>()
  const columns: { readonly [name in "product" | "shape" | "matrix" | "color"]: Array<number> } = {
    product: [],
    shape: [],
    matrix: [],
    color: []
  }
  const shapeOf = (id: number): number => {
    const known = shapeAt.get(id)
    if (known !== undefined) return known
    const geometry = api.GetGeometry(model, id)
    const corners = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
    const triangles = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize()).slice()
    const positions = new Float32Array(corners.length / 2)
    for (let at = 0, out = 0; at < corners.length; at += CORNER, out += 3) {
      positions.set(corners.subarray(at, at + 3), out)
    }
    geometry.delete()
    shapeAt.set(id, shapes.length)
    return shapes.push({ positions, triangles }) - 1
  }
  api.StreamAllMeshes(model, (mesh: FlatMesh) => {
    products.push({
      guid: String(mesh.expressID),
      class: api.GetNameFromTypeCode(api.GetLineType(model, mesh.expressID)),
      isSpace: false
    })
    for (let at = 0; at < mesh.geometries.size(); at++) {
      const { geometryExpressID, flatTransformation, color } = mesh.geometries.get(at)
      columns.product.push(products.length - 1)
      columns.shape.push(shapeOf(geometryExpressID))
      columns.matrix.push(...flatTransformation)
      columns.color.push(...[color.x, color.y, color.z, color.w].map((part) => Math.round(part * 255)))
    }
  })
  api.CloseModel(model)
  return {
    products,
    shapes,
    placements: {
      count: columns.product.length,
      product: Uint32Array.from(columns.product),
      shape: Uint32Array.from(columns.shape),
      matrix: Float64Array.from(columns.matrix),
      color: Uint8Array.from(columns.color)
    }
  }
}
