import { type Flat, triangulated } from "../curves/Triangulation.ts"
import type { Vector } from "../curves/Vector.ts"
import { refined } from "./Delaunay.ts"
import { type Corner, polygonsOf, unrolled } from "./Loops.ts"
import type { Parameters, Surface } from "./Surface.ts"

type Triangle = readonly [number, number, number]

/** The most corners of a face, because triangulation takes quadratic time, and the most points inside a face. */
const mostCorners = 4000
const mostInside = 8000

/** The least distance of inner points from corners, in steps. */
const fromCorners = 0.5

/**
 * The width of a face across a straight direction, in steps. It is small, because triangles may be long in this
 * direction.
 */
const straightWidth = 2

/** The points of a solid, which its faces share. */
export interface Points {
  readonly all: Array<Vector>
}

/** Returns the size of the range of one parameter. */
const rangeOf = (corners: ReadonlyArray<Corner>, i: 0 | 1): readonly [number, number] => {
  const values = corners.map(({ at }) => at[i])
  return [Math.min(...values), Math.max(...values)]
}

/** Returns the factors that make steps in both directions equally long when parameters are multiplied by them. */
const scalesOf = ({ steps }: Surface, corners: ReadonlyArray<Corner>): Parameters => {
  const [u, v] = ([0, 1] as const).map((i) => {
    const [least, most] = rangeOf(corners, i)
    if (steps[i] > 0) return 1 / steps[i]
    return most > least ? straightWidth / (most - least) : 1
  }) as [number, number]
  return [u, v]
}

/** Returns parameters inside a face, which are one step apart and not close to its corners. */
const insideOf = (
  { steps }: Surface,
  outside: ReadonlyArray<Corner>,
  flat: ReadonlyArray<Flat>,
  scales: Parameters
) => {
  const inner: Array<Parameters> = []
  if (steps[0] === 0 || steps[1] === 0) return inner
  const cells = new Map<string, Array<Flat>>()
  for (const point of flat) {
    cells.getOrInsertComputed(`${Math.floor(point[0])} ${Math.floor(point[1])}`, () => []).push(point)
  }
  const isFree = (x: number, y: number): boolean => {
    for (let i = -1; i <= 1; i++) {
      for (let k = -1; k <= 1; k++) {
        for (const point of cells.get(`${Math.floor(x) + i} ${Math.floor(y) + k}`) ?? []) {
          if (Math.hypot(point[0] - x, point[1] - y) < fromCorners) return false
        }
      }
    }
    return true
  }
  const [u, v] = [rangeOf(outside, 0), rangeOf(outside, 1)]
  const counts = [0, 1].map((i) => Math.ceil(([u, v][i]![1] - [u, v][i]![0]) / steps[i]!)) as [number, number]
  if (counts[0] * counts[1] > mostInside) return inner
  for (let i = 1; i < counts[0]; i++) {
    for (let k = 1; k < counts[1]; k++) {
      const at: Parameters = [u[0] + ((u[1] - u[0]) * i) / counts[0], v[0] + ((v[1] - v[0]) * k) / counts[1]]
      if (isFree(at[0] * scales[0], at[1] * scales[1])) inner.push(at)
    }
  }
  return inner
}

/**
 * Returns the triangles of a face, as numbers of points, and adds points inside it; null if its loops bound nothing.
 *
 * @param loops the numbers of their points; the face is to the left of each loop, seen against the normal of the
 * surface
 */
export const faceTriangles = (
  surface: Surface,
  loops: ReadonlyArray<ReadonlyArray<number>>,
  points: Points
): ReadonlyArray<Triangle> | null => {
  const unrolls = loops.map((loop) =>
    unrolled(surface, loop, (point, near) => surface.parametersOf(points.all[point]!, near))
  )
  const polygons = polygonsOf(surface, unrolls, (at) => points.all.push(surface.at(at)) - 1)
  if (polygons === null || polygons.flat().length > mostCorners) return null
  const corners = polygons.flat()
  const scales = scalesOf(surface, corners)
  const scaled = ([u, v]: Parameters): Flat => [u * scales[0], v * scales[1]]
  const flat = polygons.map((polygon) => polygon.map(({ at }) => scaled(at)))
  const triangles = triangulated(flat)
  const numbers = corners.map(({ point }) => point)
  if (surface.steps[0] === 0 && surface.steps[1] === 0) {
    return triangles.map(([a, b, c]) => [numbers[a]!, numbers[b]!, numbers[c]!] as const)
  }
  const inner = insideOf(surface, polygons[0]!, flat.flat(), scales)
  const all = [...flat.flat(), ...inner.map(scaled)]
  const better = refined(
    all,
    triangles,
    [...inner.keys()].map((i) => corners.length + i)
  )
  const added = new Map<number, number>()
  const numberOf = (i: number): number =>
    numbers[i] ?? added.getOrInsertComputed(i, () => points.all.push(surface.at(inner[i - corners.length]!)) - 1)
  return better
    .map(([a, b, c]) => [numberOf(a), numberOf(b), numberOf(c)] as const)
    .filter(([a, b, c]) => a !== b && b !== c && c !== a)
}
