/**
 * Runs one engine of the benchmark of meshes in a separate process, because a second engine in a process is slower than
 * the first: meshes a file once, and prints the time.
 */
import { readFileSync } from "node:fs"
import process from "node:process"
import * as Either from "effect/Either"
import { IfcAPI, LogLevel } from "web-ifc"
import { measuresOf } from "../src/geometry/measures/Measures.ts"
import { meshesOf, withoutOpenings } from "../src/geometry/meshes/Meshes.ts"
import { circleSegments } from "../src/geometry/meshes/Pieces.ts"
import { openModel, type OpenModel } from "../src/ifc/ReadModel.ts"
import { type Shapes, shapesOf } from "../src/ifc/shapes/Shapes.ts"

export const engines = ["web-ifc", "plinth", "plinth, gross"] as const
export type EngineName = (typeof engines)[number]

export interface Meshing {
  readonly ms: number
  /** The number of elements that have a mesh, and the number of triangles of all their parts. */
  readonly elements: number
  readonly triangles: number
  /** Whether a rewritten form of the file is read, which has other triangles. */
  readonly isRewritten: boolean
}

type Work = (bytes: Uint8Array, model: OpenModel, shapes: Shapes) => Promise<Omit<Meshing, "ms" | "isRewritten">>

/** Opens the file, meshes the elements, and reads the corners and triangles of each geometry. */
const alone: Work = async (bytes, _, shapes) => {
  const api = new IfcAPI()
  await api.Init()
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF)
  const model = api.OpenModel(bytes, { COORDINATE_TO_ORIGIN: false, CIRCLE_SEGMENTS: circleSegments })
  const ids = shapes.elements.map(({ id }) => id)
  const seen = new Map<number, number>()
  let elements = 0
  let triangles = 0
  api.StreamMeshes(model, ids, ({ geometries }) => {
    elements += 1
    for (let i = 0; i < geometries.size(); i++) {
      const { geometryExpressID } = geometries.get(i)
      let own = seen.get(geometryExpressID)
      if (own === undefined) {
        const geometry = api.GetGeometry(model, geometryExpressID)
        api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
        own = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize()).length / 3
        geometry.delete()
        seen.set(geometryExpressID, own)
      }
      triangles += own
    }
  })
  api.CloseModel(model)
  return { elements, triangles }
}

/** Makes the scene and the measures, including the search for elements, but without the pass that closes openings. */
const own: Work = async (bytes, model) => {
  const { file, products } = model
  const shapes = shapesOf(model)
  const meshes = await meshesOf(bytes, shapes)
  measuresOf(file.schema.name, products.count, shapes, meshes, null)
  return {
    elements: meshes.elements.filter(({ from }) => from >= 0).length,
    triangles: meshes.scene.placements.shape.reduce((sum, at) => sum + meshes.scene.shapes[at]!.triangles.length / 3, 0)
  }
}

/** Makes the scene and the measures in both passes. */
const gross: Work = async (bytes, model) => {
  const { file, products } = model
  const shapes = shapesOf(model)
  const meshes = await meshesOf(bytes, shapes)
  const hosts = withoutOpenings(shapes)
  const closed = hosts.elements.length === 0 ? null : await meshesOf(bytes, hosts)
  measuresOf(file.schema.name, products.count, shapes, meshes, closed)
  return { elements: hosts.elements.length, triangles: 0 }
}

const works: Readonly<Record<EngineName, Work>> = { "web-ifc": alone, plinth: own, "plinth, gross": gross }

if (import.meta.main) {
  const [name, path] = process.argv.slice(2) as [EngineName, string]
  const bytes = readFileSync(path)
  const model = Either.getOrThrow(openModel(bytes, {}, true))
  const shapes = shapesOf(model)
  const start = performance.now()
  const found = await works[name](bytes, model, shapes)
  const ms = performance.now() - start
  const meshing: Meshing = { ms, isRewritten: shapes.rewritten.text !== "", ...found }
  process.stdout.write(JSON.stringify(meshing))
}
