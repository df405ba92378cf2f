import type { Brep, Geometry, Library, Mesh, Meshed } from "./Library.ts"
import { kinds } from "./Kinds.ts"

/** Triangles in the coordinates of the document. */
export interface Triangles {
  /** x, y, z of each corner; all are finite. */
  readonly positions: Float64Array
  /** Three different corners for each triangle. */
  readonly corners: Uint32Array
}

/** Larger numbers are invalid. The library uses −1.23e38 and −1.23e308 for unset values. */
export const farthest = 1e37

/** Calls `each` with the meshes that are saved with a geometry. Each mesh is disposed of after its call. */
const eachMesh = (library: Library, geometry: Geometry, each: (mesh: Mesh) => void): void => {
  const saved = (of: Meshed): void => {
    using mesh = of.getMesh(library.MeshType.Any)
    if (mesh !== null) each(mesh)
  }
  switch (geometry.objectType.value) {
    case kinds.Mesh:
      return each(geometry as Mesh)
    case kinds.Extrusion:
      return saved(geometry as Geometry & Meshed)
    case kinds.Brep: {
      using faces = (geometry as Brep).faces()
      for (let i = 0; i < faces.count; i++) {
        using face = faces.get(i)
        if (face !== null) saved(face)
      }
    }
  }
}

/** Returns the only array, or all of them concatenated. */
const joined = <A extends Float64Array | Uint32Array>(make: new (length: number) => A, parts: ReadonlyArray<A>): A => {
  if (parts.length === 1) return parts[0]!
  const all = new make(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Returns the number of triangles of a geometry without reading them. */
export const countTriangles = (library: Library, geometry: Geometry): number => {
  let count = 0
  eachMesh(library, geometry, (mesh) => {
    using faces = mesh.faces()
    count += faces.triangleCount + 2 * faces.quadCount
  })
  return count
}

/** Appends the triangles of one mesh to those that were read before. Returns the new number of points. */
const readMesh = (mesh: Mesh, positions: Array<Float64Array>, corners: Array<Uint32Array>, before: number): number => {
  const { index, position } = mesh.toThreejsBuffers(false)
  using vertices = mesh.vertices()
  const all = new Float64Array(vertices.count * 3)
  if (vertices.useDoublePrecisionVertices) {
    for (let i = 0; i < vertices.count; i++) all.set(vertices.point3dAt(i), 3 * i)
  } else all.set(position)
  const isPoint = (corner: number): boolean =>
    Math.abs(all[3 * corner]!) < farthest &&
    Math.abs(all[3 * corner + 1]!) < farthest &&
    Math.abs(all[3 * corner + 2]!) < farthest
  // Vertices that no triangle uses are left out, since they may be invalid.
  const numbers = new Uint32Array(vertices.count)
  const order: Array<number> = []
  let points = 0
  const numberOf = (corner: number): number => {
    if (numbers[corner] === 0) {
      numbers[corner] = ++points
      order.push(corner)
    }
    return before + numbers[corner]! - 1
  }
  const kept = new Uint32Array(index.length)
  let count = 0
  for (let i = 0; i + 2 < index.length; i += 3) {
    const [a, b, c] = [index[i]!, index[i + 1]!, index[i + 2]!]
    if (a === b || b === c || c === a || !isPoint(a) || !isPoint(b) || !isPoint(c)) continue
    kept[count++] = numberOf(a)
    kept[count++] = numberOf(b)
    kept[count++] = numberOf(c)
  }
  const named = new Float64Array(points * 3)
  for (let to = 0; to < named.length; to++) named[to] = all[3 * order[(to - (to % 3)) / 3]! + (to % 3)]!
  positions.push(named)
  corners.push(kept.subarray(0, count))
  return before + points
}

/** Returns the meshes that are saved with a geometry as one; null if there is no mesh or it has no triangles. */
export const trianglesOf = (library: Library, geometry: Geometry): Triangles | null => {
  const positions: Array<Float64Array> = []
  const corners: Array<Uint32Array> = []
  let points = 0
  eachMesh(library, geometry, (mesh) => {
    points = readMesh(mesh, positions, corners, points)
  })
  return points === 0 ? null : { positions: joined(Float64Array, positions), corners: joined(Uint32Array, corners) }
}
