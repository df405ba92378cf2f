import { pointsOf } from "../curves/Curve.ts"
import type { Curves } from "../curves/Curves.ts"
import { joined, type Mesh, outward } from "../curves/Mesh.ts"
import { trimmed } from "../curves/Trimmed.ts"
import { cross, distance, lengthOf, minus, plus, unit, type Vector } from "../curves/Vector.ts"
import type { InstanceReader } from "../index/IfcFile.ts"
import { sphere } from "./ElementarySurfaces.ts"
import { faceTriangles, type Points } from "./Faces.ts"
import { consistent } from "./Orientation.ts"
import type { Surface } from "./Surface.ts"
import type { Surfaces } from "./Surfaces.ts"

/** The most points that the edges of a solid may have. */
const mostPoints = 200_000

/** The number of rings between the poles of a closed surface, and the number of points of a ring. */
const ringsOfWhole = 32
const pointsOfRing = 64

/** Points are the same if their coordinates are equal to this number of significant digits. */
const digits = 9

/** The shape of a shell: its points, each once, and the points of its edges. */
class Shell implements Points {
  readonly all: Array<Vector> = []
  private readonly numbers = new Map<string, number>()
  private readonly edges = new Map<number, ReadonlyArray<number> | null>()

  constructor(
    private readonly curves: Curves,
    private readonly surfaces: Surfaces
  ) {}

  private numberOf(point: Vector): number {
    // Equal points get the same number, because files may repeat the coordinates instead of sharing vertices.
    const text = point.map((value) => (Math.abs(value) < 1e-9 ? "0" : value.toPrecision(digits))).join(" ")
    return this.numbers.getOrInsertComputed(text, () => this.all.push(point) - 1)
  }

  private vertex(row: number): Vector | null {
    const { geometry } = this.curves
    const read = geometry.open(row)
    return read === null ? null : geometry.vector(read.row(0))
  }

  /** Returns the points of an edge from its start to its end. */
  private edge(row: number): ReadonlyArray<number> | null {
    return this.edges.getOrInsertComputed(row, () => {
      const read = this.curves.geometry.open(row)
      if (read === null) return null
      const [start, end] = [this.vertex(read.row(0)), this.vertex(read.row(1))]
      if (start === null || end === null) return null
      const between = this.curves.geometry.file.is(row, "IfcEdgeCurve") ? this.along(read, start, end) : []
      if (between === null || this.all.length > mostPoints) return null
      return [start, ...between, end].map((point) => this.numberOf(point))
    })
  }

  /** Returns the points of an edge's curve between its ends. */
  private along(read: InstanceReader, start: Vector, end: Vector): ReadonlyArray<Vector> | null {
    const { file } = this.curves.geometry
    if (file.is(read.row(2), "IfcLine")) return []
    const basis = this.curves.curve(read.row(2))
    const ends = [start, end].map((point) => ({ point, parameter: null })) as [
      { point: Vector; parameter: null },
      { point: Vector; parameter: null }
    ]
    const curve = basis === null ? null : trimmed(basis, ends, read.word(3) !== "F", false)
    return curve === null ? null : pointsOf(curve).slice(1, -1)
  }

  /** Returns the points of a loop; none for a loop that is a single vertex. */
  private loop(row: number): ReadonlyArray<number> | null {
    const { geometry } = this.curves
    const read = geometry.open(row)
    if (read === null) return null
    if (geometry.file.is(row, "IfcVertexLoop")) return []
    if (geometry.file.is(row, "IfcPolyLoop")) {
      return geometry.vectors(geometry.rows(read, 0))?.map((point) => this.numberOf(point)) ?? null
    }
    const points: Array<number> = []
    for (const oriented of geometry.rows(read, 0)) {
      const edge = geometry.open(oriented)
      const line = edge === null ? null : this.edge(edge.row(2))
      if (edge === null || line === null) return null
      const directed = edge.word(3) === "F" ? line.toReversed() : line
      points.push(...directed.slice(0, -1))
    }
    return points.filter((point, i) => point !== points[(i + 1) % points.length])
  }

  /** Returns the triangles of a face, or null if they cannot be found. */
  face(row: number): Mesh["triangles"] | null {
    const { geometry } = this.curves
    const read = geometry.open(row)
    const known = read === null ? null : this.surfaces.of(read.row(1))
    if (read === null || known === null) return null
    const isSame = read.word(2) !== "F"
    const loops: Array<ReadonlyArray<number>> = []
    for (const bound of geometry.rows(read, 0)) {
      const side = geometry.open(bound)
      const loop = side === null ? null : this.loop(side.row(0))
      if (side === null || loop === null) return null
      const isForward = (side.word(1) !== "F") === isSame
      if (loop.length > 0) loops.push(isForward ? loop : loop.toReversed())
    }
    const surface = geometry.file.is(read.row(1), "IfcSphericalSurface") ? this.turned(known, loops) : known
    const triangles = loops.length === 0 ? this.whole(surface) : faceTriangles(surface, loops, this)
    return isSame || triangles === null ? triangles : triangles.map(([a, b, c]) => [a, c, b])
  }

  /** Returns a sphere, turned so that its poles are far from the longest loop around it. */
  private turned(surface: Surface, loops: ReadonlyArray<ReadonlyArray<number>>): Surface {
    const [north, south] = [surface.at([0, Math.PI / 2]), surface.at([0, -Math.PI / 2])]
    const origin = plus(south, minus(north, south), 0.5)
    const radius = distance(north, origin)
    const areas = loops.map((loop) =>
      loop.reduce(
        (sum: Vector, point, i) =>
          plus(sum, cross(minus(this.all[point]!, origin), minus(this.all[loop[(i + 1) % loop.length]!]!, origin))),
        [0, 0, 0]
      )
    )
    const largest = areas.reduce((best, area) => (lengthOf(area) > lengthOf(best) ? area : best), [0, 0, 0] as Vector)
    const z = lengthOf(largest) > 1e-3 * radius * radius ? unit(largest) : null
    if (z === null) return surface
    const x = unit(cross(Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], z))!
    return sphere({ x, y: cross(z, x), z, origin }, radius)
  }

  /** Returns the triangles of a closed surface, from one pole to the other; null if the surface is not closed. */
  private whole(surface: Surface): Mesh["triangles"] | null {
    const [first, last] = surface.poles
    if (first === undefined || last === undefined) return null
    const rings = Array.from({ length: ringsOfWhole + 1 }, (_, i) => {
      const v = first + ((last - first) * i) / ringsOfWhole
      return Array.from({ length: pointsOfRing }, (_, k) =>
        this.numberOf(surface.at([(k / pointsOfRing) * surface.periods[0], v]))
      )
    })
    return rings.slice(1).flatMap((high, i) =>
      high.flatMap((point, k) => {
        const next = (k + 1) % pointsOfRing
        const low = rings[i]!
        return (
          [
            [low[k]!, low[next]!, high[next]!],
            [low[k]!, high[next]!, point]
          ] as const
        ) // prettier-ignore
          .filter(([a, b, c]) => a !== b && b !== c && c !== a)
      })
    )
  }
}

/**
 * Returns the mesh of a closed shell, its triangles counterclockwise seen from outside; null if one of its faces cannot
 * be drawn.
 */
const shellOf = (curves: Curves, surfaces: Surfaces, row: number): Mesh | null => {
  const read = curves.geometry.open(row)
  if (read === null) return null
  const shell = new Shell(curves, surfaces)
  const triangles: Array<Mesh["triangles"][number]> = []
  for (const row of curves.geometry.rows(read, 0)) {
    const face = shell.face(row)
    if (face === null) return null
    for (const triangle of face) triangles.push(triangle)
  }
  return triangles.length === 0 ? null : outward({ points: shell.all, triangles: consistent(triangles) })
}

/**
 * Returns the mesh of an IfcAdvancedBrep; null if one of its faces cannot be drawn.
 *
 * Source: IFC 4.3, IfcAdvancedBrep, IfcAdvancedBrepWithVoids, IfcAdvancedFace, IfcTopologyResource.
 */
export const advancedBrep = (curves: Curves, surfaces: Surfaces, read: InstanceReader): Mesh | null => {
  const outer = shellOf(curves, surfaces, read.row(0))
  const voids = curves.geometry.rows(read, 1).map((row) => shellOf(curves, surfaces, row))
  if (outer === null || !voids.every((shell) => shell !== null)) return null
  const inward = voids.map((mesh) => ({ ...mesh, triangles: mesh.triangles.map(([a, b, c]) => [a, c, b] as const) }))
  return joined([outer, ...inward])
}
